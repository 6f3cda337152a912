-- The last day, counted from 1970-01-01 in UTC, on which a letter came that a player has proven to
-- have written; null until one comes.

alter table players add column active_on integer;
