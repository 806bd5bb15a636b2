-- A task whose lease is over, or else the waiting one with the least tag.
with over as (
  select job, first, false as waited from bestmove.chunk
  where state = 'running' and class = 1 and lease <= now() and needs <= $1
  order by lease
  limit 1
  for update skip locked
), waiting as (
  select job, first, true as waited from bestmove.chunk
  where state = 'ready' and class = 1 and needs <= $1 and not exists (select from over)
  order by tag, since
  limit 1
  for update skip locked
), next as (
  select * from over union all select * from waiting
)
