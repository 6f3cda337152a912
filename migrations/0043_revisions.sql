-- The boards that a question is about, as [board, revision] pairs in JSON: the yes is bound to them.
alter table held add column revisions text;

update held
set revisions = json_array(json_array(place_number, place_revision))
where place_number is not null and place_revision is not null;

alter table held drop column place_revision;
