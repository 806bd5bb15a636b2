with removed as (
  delete from bestmove.job
  where id = $1::text::uuid and state = 'receiving'
  returning id
), cancelled as (
  update bestmove.job
  set state = 'cancelled', ended = now()
  where id = $1::text::uuid and state = 'running' and items > (
    select coalesce(sum(items), 0) from bestmove.tally where tally.job = $1::text::uuid
  )
  returning id, owner, class
), unclaimed as (
  select coalesce(sum(greatest(cost, $2)), 0)::bigint as charge
  from bestmove.chunk
  where job = (select id from cancelled) and state = 'ready'
), repaid as (
  update bestmove.owner
  set tag = greatest(owner.tag - unclaimed.charge, 0)
  from cancelled, unclaimed
  where name = bestmove.account(cancelled.owner, cancelled.class)
), stopped as (
  update bestmove.chunk
  set state = 'cancelled', lease = null, input = ''
  where job = (select id from cancelled) and state in ('ready', 'running')
)
select true as is_removed from removed
union all
select false from cancelled
