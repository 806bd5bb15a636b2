select bytes from bestmove.upload where job = $1::text::uuid and part = $2
