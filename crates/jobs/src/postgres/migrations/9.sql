-- The counted items whose result is a problem.
alter table bestmove.tally add column problems bigint not null default 0;
