delete from bestmove.known where key = any ($1::bytea[])
