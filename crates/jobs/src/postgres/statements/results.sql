select first, items, result
from (
  select first, items, result, bool_and(state = 'finished') over (order by first) as is_next
  from bestmove.chunk
  where job = $1::text::uuid and first >= coalesce((
    -- The chunk that contains the item.
    select case when first + items > $2 then first else $2 end
    from bestmove.chunk
    where job = $1::text::uuid and first <= $2
    order by first desc
    limit 1
  ), $2)
  order by first
  limit $3
) as chunks
where is_next
order by first
