delete from bestmove.known where expires <= now()
