-- Whom others have met: by challenges in any state, and by letters that somebody has caused.
create index challenges_by on challenges (challenger_id);
create index challenges_to on challenges (challenged_id);
create index ledger_of_causer on ledger (causer_id, outbox_id);

-- Nothing asks by it.
drop index matches_robot;
