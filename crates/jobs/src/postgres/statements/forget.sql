-- Chunks that came while their job was removed.
with chunks as (
  delete from bestmove.chunk
  where job = $1::text::uuid and not exists (select from bestmove.job where id = $1::text::uuid)
)
delete from bestmove.part
where job = $1::text::uuid and not exists (select from bestmove.job where id = $1::text::uuid)
