select exists (select from bestmove.job where id = $1::text::uuid) as known, array(
  select part from bestmove.part where job = $1::text::uuid order by part
) as parts
