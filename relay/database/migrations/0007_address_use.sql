-- Up Migration

-- When an address was last posted to, so that an operator knows which one the portal uses.
ALTER TABLE addresses ADD COLUMN IF NOT EXISTS last_received_at timestamptz;
GRANT UPDATE (last_received_at) ON addresses TO esim_relay_runtime;

-- Down Migration

ALTER TABLE addresses DROP COLUMN last_received_at;
