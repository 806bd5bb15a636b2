-- The waiting chunk with the least tag from the one last claimed on: the index entries before it are dead, and an old
-- snapshot keeps them.
with next as (
  select job, first from bestmove.chunk
  where state = 'ready' and tag >= $4 and needs <= $1
  order by tag
  limit 1
  for update skip locked
)
update bestmove.chunk
set
  state = 'running', fence = fence + 1, attempt = attempt + 1, worker = $3,
  lease = now() + $2::bigint * interval '1 microsecond'
from next, bestmove.job
where chunk.job = next.job and chunk.first = next.first and job.id = next.job
returning
  chunk.job::text, chunk.first, fence, attempt, kind, spec, chunk.items, chunk.cost, input, progress, tag, true as waited
