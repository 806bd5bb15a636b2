with dead as (
  delete from bestmove.grantor where until <= now() - interval '1 minute'
)
delete from bestmove.quota where arrival <= (extract(epoch from now()) * 1000000)::bigint
