-- How large a letter was when it came: what it causes without a proof is measured by that.
alter table inbox add column came_bytes integer;
