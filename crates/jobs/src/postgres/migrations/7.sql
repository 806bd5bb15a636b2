-- The part with which the reception of a job began, the last time it did, and the bytes of its parts that are kept.
alter table bestmove.job
  add column first_part bigint not null default 0,
  add column upload_bytes bigint not null default 0;
create index job_receiving on bestmove.job (owner) where state = 'receiving';

-- Forgets the chunks of a job that is being received. Each statement of a function sees what was committed while the one before
-- waited.
create function bestmove.restart_job(restarted uuid, parts bigint) returns bigint language plpgsql as $$
declare
  first bigint;
begin
  update bestmove.job set first_part = first_part + parts, items = 0, cost = 0
  where id = restarted and state = 'receiving'
  returning first_part into first;
  if first is not null then
    delete from bestmove.part where job = restarted;
    delete from bestmove.chunk where job = restarted;
  end if;
  return first;
end
$$;
