-- Finishes run beside one another, so none of them knows whether it is the last.
with settled as (
  update bestmove.job
  set state = 'finished', ended = coalesce((select max(last) from bestmove.tally where tally.job = job.id), now())
  where state = 'running' and items = (select sum(items) from bestmove.tally where tally.job = job.id)
  returning id
)
select count(*) from settled
