select ready_chunks, running_chunks, cpu_seconds, oldest_seconds from bestmove.backlog
