select part, octet_length(bytes)::bigint from bestmove.upload where job = $1::text::uuid order by part
