select id::text from bestmove.job where owner = $1 and idempotency_key = $2
