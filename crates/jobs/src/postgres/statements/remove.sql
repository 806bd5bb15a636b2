with removed as (
  delete from bestmove.job
  where id = $1::text::uuid
  returning id, owner, class
), unclaimed as (
  select coalesce(sum(greatest(cost, $2)), 0)::bigint as charge
  from bestmove.chunk
  where job = (select id from removed) and state = 'ready'
), others as (
  select exists (
    select from bestmove.job
    where owner = removed.owner and class = removed.class and id <> removed.id
  ) as exist
  from removed
), repaid as (
  update bestmove.owner
  set tag = greatest(tag - unclaimed.charge, 0)
  from removed, unclaimed, others
  where name = bestmove.account(removed.owner, removed.class) and others.exist
), closed as (
  delete from bestmove.owner
  using removed, others
  where name = bestmove.account(removed.owner, removed.class) and not others.exist
), parts as (
  delete from bestmove.part where job = (select id from removed)
), tallies as (
  delete from bestmove.tally where job = (select id from removed)
), chunks as (
  delete from bestmove.chunk where job = (select id from removed)
)
select true from removed
