-- A part that comes twice at once may be neither added nor seen: then both are null.
with receiving as (
  select id, owner from bestmove.job
  where id = $1::text::uuid and state = 'receiving'
  for no key update
), kept as (
  select
    coalesce(sum(upload_bytes) filter (where owner = (select owner from receiving)), 0) as of_owner,
    coalesce(sum(upload_bytes), 0) as in_all
  from bestmove.job
  where state = 'receiving'
), room as (
  select
    of_owner + octet_length($3::bytea) > $4::bigint as is_too_much_of_owner,
    in_all + octet_length($3::bytea) > $5::bigint as is_too_much_in_all
  from kept
), added as (
  insert into bestmove.upload (job, part, bytes)
  select id, $2, $3::bytea from receiving, room
  where not is_too_much_of_owner and not is_too_much_in_all
  on conflict do nothing
  returning job, true as is_new
), counted as (
  update bestmove.job
  set upload_bytes = upload_bytes + octet_length($3::bytea)
  from added
  where id = added.job
)
select
  (select is_new from added) as is_new,
  (select bytes = $3::bytea from bestmove.upload where job = $1::text::uuid and part = $2) as is_equal,
  is_too_much_of_owner,
  is_too_much_in_all
from receiving, room
