select id::text, digest from bestmove.job where owner = $1 and idempotency_key = $2
