-- The language of a question to somebody who has no account yet: that of the letter which caused it.
alter table sign_ups add column language text not null default 'en';
alter table held add column language text not null default 'en';
