select bestmove.create_job($1::text::uuid, $2, $3, $4, $5, $6, $7, $8)
