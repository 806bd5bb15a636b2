-- A part that comes twice at once may be neither added nor seen: then both are null.
with receiving as (
  select id from bestmove.job
  where id = $1::text::uuid and state = 'receiving'
  for share
), added as (
  insert into bestmove.upload (job, part, bytes)
  select id, $2, $3 from receiving
  on conflict do nothing
  returning true as is_new
)
select
  (select is_new from added) as is_new,
  (select bytes = $3 from bestmove.upload where job = $1::text::uuid and part = $2) as is_equal
from receiving
