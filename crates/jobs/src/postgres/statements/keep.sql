insert into bestmove.known as known (key, effort, content, expires)
select new.key, new.effort, new.content, now() + $4::bigint * interval '1 microsecond'
from unnest($1::bytea[], $2::bigint[], $3::bytea[]) as new (key, effort, content)
on conflict (key) do update
set effort = excluded.effort, content = excluded.content, expires = excluded.expires
where known.effort < excluded.effort
