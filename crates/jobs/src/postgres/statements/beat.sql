update bestmove.chunk
set lease = now() + $4::bigint * interval '1 microsecond', progress = coalesce($5, progress)
where job = $1::text::uuid and first = $2 and fence = $3 and state = 'running'
returning true
