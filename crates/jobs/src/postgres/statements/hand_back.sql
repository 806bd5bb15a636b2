update bestmove.chunk
set state = 'ready', attempt = attempt - 1, lease = null, since = now()
where job = $1::text::uuid and first = $2 and fence = $3 and state = 'running'
returning true
