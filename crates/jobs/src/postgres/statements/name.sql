with received as (
  select id, owner from bestmove.job
  where id = $1::text::uuid and state = 'receiving'
  for update
), earlier as (
  select id, digest = $3 as is_equal from bestmove.job
  where owner = (select owner from received) and idempotency_key = $2
), named as (
  update bestmove.job
  set idempotency_key = $2, digest = $3
  from received
  where job.id = received.id and not exists (select from earlier)
)
select
  coalesce((select id from earlier), id)::text as id,
  coalesce((select is_equal from earlier), true) as is_equal
from received
