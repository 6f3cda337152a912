-- Which letter of ours a letter answers, by its reply token: the same words to two boards are two
-- letters. Empty: none. Null: unknown, because the letter was read before this was kept.
alter table inbox add column token text;
