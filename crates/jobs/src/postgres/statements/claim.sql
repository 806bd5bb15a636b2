update bestmove.chunk
set
  state = 'running', fence = fence + 1, attempt = attempt + 1, worker = $3,
  lease = now() + $2::bigint * interval '1 microsecond'
from next, bestmove.job
where chunk.job = next.job and chunk.first = next.first and job.id = next.job
returning
  chunk.job::text, chunk.first, fence, attempt, kind, spec, chunk.items, chunk.cost, input, progress, tag, waited,
  (extract(epoch from now() - created) * 1000000)::bigint as age
