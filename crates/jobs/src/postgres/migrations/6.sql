-- The numbered parts of an archive as they were sent, until its submission.
create table bestmove.upload (
  job uuid not null references bestmove.job on delete cascade,
  part integer not null,
  bytes bytea not null,
  primary key (job, part)
);
-- Archives are compressed or short.
alter table bestmove.upload alter column bytes set storage external;
