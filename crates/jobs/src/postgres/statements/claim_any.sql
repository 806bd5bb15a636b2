-- A chunk whose lease is over, or else the waiting one with the least tag.
with over as (
  select job, first, false as waited from bestmove.chunk
  where state = 'running' and lease <= now() and needs <= $1
  order by lease
  limit 1
  for update skip locked
), waiting as (
  select job, first, true as waited from bestmove.chunk
  where state = 'ready' and needs <= $1 and not exists (select from over)
  order by tag
  limit 1
  for update skip locked
), next as (
  select * from over union all select * from waiting
)
update bestmove.chunk
set
  state = 'running', fence = fence + 1, attempt = attempt + 1, worker = $3,
  lease = now() + $2::bigint * interval '1 microsecond'
from next, bestmove.job
where chunk.job = next.job and chunk.first = next.first and job.id = next.job
returning
  chunk.job::text, chunk.first, fence, attempt, kind, spec, chunk.items, chunk.cost, input, progress, tag, waited
