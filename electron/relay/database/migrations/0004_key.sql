-- Up Migration

-- The name of the key that bodies are encrypted with, so that a relay with another one is noticed.
CREATE TABLE body_key (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  key_id text NOT NULL
);
INSERT INTO body_key (key_id) SELECT key_id FROM receipts ORDER BY received_at DESC LIMIT 1;

-- Down Migration

DROP TABLE body_key;
