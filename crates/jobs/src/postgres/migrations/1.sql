-- Costs, tags and retention are microseconds. All times are those of this server.

create table bestmove.job (
  id uuid primary key,
  owner text not null,
  kind text not null,
  spec bytea not null,
  -- The least release of a worker that understands it.
  needs integer not null,
  -- A running job whose chunks are all finished is finished, though it may take until the next expiry to say so.
  state text not null default 'receiving' check (state in ('receiving', 'running', 'finished', 'cancelled')),
  items bigint not null default 0,
  cost bigint not null default 0,
  -- From its submission on, or before.
  idempotency_key text,
  digest bytea,
  retention bigint not null,
  created timestamptz not null default now(),
  ended timestamptz
);
create unique index job_key on bestmove.job (owner, idempotency_key) where idempotency_key is not null;
create index job_owner on bestmove.job (owner, created);

-- The parts of an upload that have come.
create table bestmove.part (
  job uuid not null,
  part bigint not null,
  primary key (job, part)
);

-- Without a foreign key, which would lock the job for each of its chunks.
create table bestmove.chunk (
  job uuid not null,
  -- The index in the job of its first item.
  first bigint not null,
  items integer not null check (items > 0),
  cost bigint not null,
  state text not null check (state in ('held', 'ready', 'running', 'finished', 'cancelled')),
  -- Its place in the order of claims, in virtual time.
  tag bigint not null default 0,
  needs integer not null,
  -- The claims so far, and those of them that count as attempts.
  fence integer not null default 0,
  attempt integer not null default 0,
  -- The end of the lease.
  lease timestamptz,
  -- The start of the wait.
  since timestamptz,
  worker text,
  input bytea not null,
  progress bytea,
  result bytea,
  primary key (job, first)
) with (autovacuum_vacuum_scale_factor = 0.05);
create index chunk_ready on bestmove.chunk (tag) where state = 'ready';
create index chunk_running on bestmove.chunk (lease) where state = 'running';
-- They are compressed already.
alter table bestmove.chunk
  alter column input set storage external,
  alter column progress set storage external,
  alter column result set storage external;

-- What is finished of a job, in stripes, so that simultaneous finishes do not wait for one row.
create table bestmove.tally (
  job uuid not null,
  stripe integer not null,
  items bigint not null,
  cost bigint not null,
  spent bigint not null,
  primary key (job, stripe)
) with (fillfactor = 50);

-- The end of an owner's last chunk in virtual time.
create table bestmove.owner (
  name text primary key,
  tag bigint not null
);

-- The contract for autoscalers: the work that waits, chunks whose lease is over included.
create view bestmove.backlog as
select
  count(*) filter (where waits) as ready_chunks,
  count(*) filter (where not waits) as running_chunks,
  (coalesce(sum(cost) filter (where waits), 0) / 1e6)::double precision as cpu_seconds,
  coalesce(extract(epoch from now() - min(since) filter (where waits)), 0)::double precision as oldest_seconds
from (
  select true as waits, cost, since from bestmove.chunk where state = 'ready'
  union all
  select lease <= now(), cost, lease from bestmove.chunk where state = 'running'
) as unfinished;
