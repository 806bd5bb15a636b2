insert into bestmove.job (id, owner, kind, spec, needs, retention)
values ($1::text::uuid, $2, $3, $4, $5, $6)
on conflict (id) do nothing
