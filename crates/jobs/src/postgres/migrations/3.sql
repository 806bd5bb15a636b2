-- When the last of the counted chunks was finished.
alter table bestmove.tally add column last timestamptz;
