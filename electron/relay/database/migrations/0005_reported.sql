-- Up Migration

-- Whether the desk has reported the read that it claimed.
ALTER TABLE claims ADD COLUMN reported boolean NOT NULL DEFAULT false;

-- Down Migration

ALTER TABLE claims DROP COLUMN reported;
