with receiving as (
  select id from bestmove.job
  where id = $1::text::uuid and state = 'receiving' and first_part <= $2
  for update
), noted as (
  insert into bestmove.part (job, part)
  select id, $2 from receiving
  on conflict do nothing
  returning job
), opened as (
  update bestmove.job
  set items = items + $3, cost = cost + $4
  from noted
  where id = noted.job
  returning id, needs, class
), added as (
  insert into bestmove.chunk (job, first, items, cost, state, needs, class, input)
  select opened.id, new.first, new.items, new.cost, 'held', opened.needs, opened.class, new.input
  from opened, unnest($5::bigint[], $6::integer[], $7::bigint[], $8::bytea[]) as new (first, items, cost, input)
)
select
  exists (select from receiving)
  or exists (select from bestmove.part where job = $1::text::uuid and part = $2) as has_part,
  -- As the job was before.
  (select first_part > $2 from bestmove.job where id = $1::text::uuid and state = 'receiving') as is_superseded
