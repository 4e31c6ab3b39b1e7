-- Up Migration

-- Until when a claim keeps other desks away after its read was reported. A claim with a later end was granted since,
-- perhaps by a relay of an earlier version, which does not know this column. For a time 0005 added this column instead
-- of its own, so some databases have it.
ALTER TABLE claims ADD COLUMN IF NOT EXISTS reported_until timestamptz;

-- Down Migration

ALTER TABLE claims DROP COLUMN reported_until;
