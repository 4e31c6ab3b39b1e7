-- Up Migration

-- Until when a claim keeps other desks away after its read was reported. A claim with a later end was granted since,
-- perhaps by a relay of the version before, which does not know this column.
ALTER TABLE claims ADD COLUMN reported_until timestamptz;

-- Down Migration

ALTER TABLE claims DROP COLUMN reported_until;
