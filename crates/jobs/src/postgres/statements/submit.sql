with received as (
  select id, owner, class, items from bestmove.job
  where id = $1::text::uuid and state = 'receiving' and first_part = $5
  for update
), earlier as (
  select id, digest = $4 as is_equal from bestmove.job
  where owner = (select owner from received) and idempotency_key = $3
), chunks as (
  select
    first,
    first = sum(items) over before_it - items as follows,
    items,
    -- Free chunks can't all come first.
    greatest(cost, $2) as charge,
    sum(greatest(cost, $2)) over before_it - greatest(cost, $2) as charged_before
  from bestmove.chunk
  where job = (select id from received) and not exists (select from earlier)
  window before_it as (order by first)
), summed as (
  select
    coalesce(bool_and(follows), true) and coalesce(sum(items), 0) = (select items from received) as complete,
    count(*) as chunks,
    coalesce(sum(charge), 0)::bigint as charge
  from chunks
), virtual_time as (
  select coalesce(
    greatest(
      case (select class from received)
        when 1 then (
          select tag from bestmove.chunk where state = 'ready' and class = 1 and fence = 0 order by tag limit 1
        )
        else (
          select tag from bestmove.chunk where state = 'ready' and class = 0 and fence = 0 order by tag limit 1
        )
      end,
      (select max(tag) from bestmove.chunk where state = 'running' and class = (select class from received))
    ),
    (select max(tag) from bestmove.owner),
    0
  ) as tag
), charged as (
  insert into bestmove.owner as owner (name, tag)
  select bestmove.account(received.owner, received.class), virtual_time.tag + summed.charge
  from received, summed, virtual_time
  where complete and chunks > 0 and not exists (select from earlier)
  on conflict (name) do update
  set tag = greatest(owner.tag, (select tag from virtual_time)) + (select charge from summed)
  returning tag - (select charge from summed) as start
), released as (
  update bestmove.chunk
  set state = 'ready', tag = charged.start + chunks.charged_before, since = now()
  from chunks, charged
  where chunk.job = $1::text::uuid and chunk.first = chunks.first
), begun as (
  update bestmove.job
  set
    state = case when summed.chunks = 0 then 'finished' else 'running' end,
    ended = case when summed.chunks = 0 then now() end,
    idempotency_key = coalesce($3, idempotency_key),
    digest = coalesce($4, digest)
  from received, summed
  where job.id = received.id and complete and not exists (select from earlier)
  returning job.id
), uploads as (
  delete from bestmove.upload where job = (select id from begun)
)
select
  coalesce((select earlier.id from earlier), job.id)::text as id,
  coalesce((select is_equal from earlier), true) as is_equal,
  exists (select from earlier) or coalesce((select complete from summed, received), true) as complete,
  -- As the job was before.
  exists (select from begun) or exists (select from earlier) or job.state <> 'receiving' as is_over,
  job.first_part <> $5 as is_superseded
from bestmove.job
where job.id = $1::text::uuid
