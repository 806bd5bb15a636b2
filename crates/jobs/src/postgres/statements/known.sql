select key, effort, content from bestmove.known where key = any ($1::bytea[])
