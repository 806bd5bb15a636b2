with finished as (
  update bestmove.chunk
  set state = 'finished', result = $4, lease = null, progress = null, input = ''
  where job = $1::text::uuid and first = $2 and fence = $3 and state = 'running'
  returning job, items, cost
), tallied as (
  insert into bestmove.tally as tally (job, stripe, items, cost, spent, problems, last)
  select job, $7, items, cost, $5, $6, now() from finished
  on conflict (job, stripe) do update
  set
    items = tally.items + excluded.items,
    cost = tally.cost + excluded.cost,
    spent = tally.spent + excluded.spent,
    problems = tally.problems + excluded.problems,
    last = excluded.last
)
select true from finished
union all
-- It was finished under this lease before.
select true from bestmove.chunk
where job = $1::text::uuid and first = $2 and fence = $3 and state = 'finished'
