-- Up Migration

-- Nothing reads or writes this column any more: reported_until of 0006 says what it said. It stays while relays of the
-- version that uses it may run beside newer ones.
ALTER TABLE claims ADD COLUMN reported boolean NOT NULL DEFAULT false;

-- Down Migration

ALTER TABLE claims DROP COLUMN reported;
