-- Begins to receive a job, unless its owner has as many unfinished ones as it may. Calls for an owner take turns: within a
-- function, unlike a plain statement, the count sees what was committed while the lock was waited for.
create function bestmove.create_job(
  new_id uuid, new_owner text, new_kind text, new_spec bytea, new_needs integer, new_retention bigint, most bigint
) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('bestmove.job'), hashtext(new_owner));
  if exists (select from bestmove.job where id = new_id) then
    return true;
  end if;
  if most <= (
    select count(*) from bestmove.job
    where owner = new_owner and (
      state = 'receiving' or state = 'running' and items > (
        select coalesce(sum(tally.items), 0) from bestmove.tally where tally.job = job.id
      )
    )
  ) then
    return false;
  end if;
  insert into bestmove.job (id, owner, kind, spec, needs, retention)
  values (new_id, new_owner, new_kind, new_spec, new_needs, new_retention)
  on conflict (id) do nothing;
  return true;
end
$$;
