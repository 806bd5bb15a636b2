-- The waiting chunk of an archive with the least tag from the one last claimed on: the index entries before it are dead, and an old
-- snapshot keeps them.
with next as (
  select job, first, true as waited from bestmove.chunk
  where state = 'ready' and class = 0 and tag >= $4 and needs <= $1
  order by tag
  limit 1
  for update skip locked
)
