-- The processes that grant quotas, and the time until which each counts as alive.
create table bestmove.grantor (
  name text primary key,
  until timestamptz not null
);

-- The theoretical arrival time of each client, when its quota will be full again, in microseconds since 1970.
create table bestmove.quota (
  client text primary key,
  arrival bigint not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index quota_arrival on bestmove.quota (arrival);

-- Leases parts of quotas, by the rules of the crate's `quota::lease`. A crash may lose the last ones, which costs nobody anything.
create function bestmove.lease_quotas(
  grantor text, lifetime bigint, quota_window bigint,
  clients text[], debits bigint[], credits bigint[], needs bigint[]
) returns table (place bigint, grantors bigint, granted bigint, backlog bigint) language plpgsql as $$
declare
  demand record;
  present bigint;
  arrived bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into bestmove.grantor (name, until) values (grantor, clock_timestamp() + lifetime * interval '1 microsecond')
  on conflict (name) do update set until = excluded.until;
  select count(*) into grantors from bestmove.grantor where until > clock_timestamp();
  -- Calls lock clients in the same order.
  for demand in
    select * from unnest(clients, debits, credits, needs) with ordinality as d (client, debit, credit, need, nth)
    order by client
  loop
    insert into bestmove.quota (client, arrival) values (demand.client, 0) on conflict do nothing;
    select quota.arrival into arrived from bestmove.quota where client = demand.client for update;
    present := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
    arrived := greatest(greatest(coalesce(arrived, 0), present) + demand.debit - demand.credit, present);
    granted := 0;
    if demand.need is not null then
      granted := greatest(quota_window - (arrived - present), 0);
      granted := least(greatest(demand.need, granted / (2 * grantors)), granted);
    end if;
    update bestmove.quota set arrival = arrived + granted where client = demand.client;
    place := demand.nth;
    backlog := arrived + granted - present;
    return next;
  end loop;
  if cardinality(clients) = 0 then
    place := 0;
    return next;
  end if;
end
$$;
