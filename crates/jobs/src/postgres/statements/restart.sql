select bestmove.restart_job($1::text::uuid, $2)
