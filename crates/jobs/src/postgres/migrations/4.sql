-- Tasks, which are jobs of class 1, have turns and workers of their own. Archives have class 0.

alter table bestmove.job add column class smallint not null default 0;
create index job_task on bestmove.job (created) where class = 1;

alter table bestmove.chunk add column class smallint not null default 0;
create index chunk_ready_task on bestmove.chunk (tag, since) where state = 'ready' and class = 1;

-- The name under which an owner pays for chunks of a class.
create function bestmove.account(owner text, class smallint) returns text language sql immutable as $$
  select case class when 1 then 'task ' || owner else owner end
$$;

-- As the function without a class, which creates archives and counts all jobs.
create function bestmove.create_job(
  new_id uuid, new_owner text, new_kind text, new_spec bytea, new_needs integer, new_retention bigint, most bigint,
  new_class smallint
) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('bestmove.job'), hashtext(new_owner));
  if exists (select from bestmove.job where id = new_id) then
    return true;
  end if;
  if most <= (
    select count(*) from bestmove.job
    where owner = new_owner and class = new_class and (
      state = 'receiving' or state = 'running' and items > (
        select coalesce(sum(tally.items), 0) from bestmove.tally where tally.job = job.id
      )
    )
  ) then
    return false;
  end if;
  insert into bestmove.job (id, owner, kind, spec, needs, retention, class)
  values (new_id, new_owner, new_kind, new_spec, new_needs, new_retention, new_class)
  on conflict (id) do nothing;
  return true;
end
$$;
