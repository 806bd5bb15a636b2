with over as (
  delete from bestmove.job
  where created + retention * interval '1 microsecond' <= now() and state = 'receiving'
    or ended + retention * interval '1 microsecond' <= now()
  returning id, owner, class
), parts as (
  delete from bestmove.part where job in (select id from over)
), chunks as (
  delete from bestmove.chunk where job in (select id from over)
), tallies as (
  delete from bestmove.tally where job in (select id from over)
), owners as (
  delete from bestmove.owner
  using over
  where name = bestmove.account(over.owner, over.class)
    and not exists (
      select from bestmove.job
      where job.owner = over.owner and job.class = over.class and job.id not in (select id from over)
    )
)
select count(*) from over
