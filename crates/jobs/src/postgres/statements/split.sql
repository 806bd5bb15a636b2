with removed as (
  delete from bestmove.chunk
  where job = $1::text::uuid and first = $2 and fence = $3 and state = 'running' and items = $4
  returning job, tag, needs, class, fence, cost
), parts as (
  insert into bestmove.chunk (job, first, items, cost, state, tag, needs, class, fence, since, input)
  select removed.job, part.first, part.items, part.cost, 'ready', removed.tag, removed.needs, removed.class,
    removed.fence, now(), part.input
  from removed, unnest($5::bigint[], $6::integer[], $7::bigint[], $8::bytea[]) as part (first, items, cost, input)
), changed as (
  update bestmove.job
  set cost = job.cost - removed.cost + $9
  from removed
  where id = removed.job
)
-- As they were before.
select exists (select from removed) as is_split
from bestmove.chunk
where job = $1::text::uuid and first = $2 and fence = $3 and state = 'running'
