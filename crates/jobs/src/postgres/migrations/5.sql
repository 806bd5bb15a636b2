-- Results of earlier searches, by a digest of their question.
create table bestmove.known (
  key bytea primary key,
  effort bigint not null,
  content bytea not null,
  expires timestamptz not null
);
create index known_expires on bestmove.known (expires);
