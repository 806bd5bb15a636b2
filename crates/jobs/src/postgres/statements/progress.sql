select progress from bestmove.chunk where job = $1::text::uuid and first = $2 and progress is not null
