-- In which life of the machine a letter's reading was begun last, and how often one has ended over it: that
-- counts against the letter only so often.
alter table inbox add column boot text not null default '';
alter table inbox add column restarts integer not null default 0;
