select
  id::text, owner, kind, spec, state, job.items, job.cost, tally.items, tally.cost, tally.spent,
  (extract(epoch from now() - created) * 1000000)::bigint as age,
  (extract(epoch from coalesce(ended, case when tally.items = job.items then tally.last end) - created)
    * 1000000)::bigint as lasted,
  tally.problems
from bestmove.job, lateral (
  select
    coalesce(sum(items), 0)::bigint as items, coalesce(sum(cost), 0)::bigint as cost,
    coalesce(sum(spent), 0)::bigint as spent,
    coalesce(sum(problems), 0)::bigint as problems, max(last) as last
  from bestmove.tally
  where tally.job = job.id
) as tally
