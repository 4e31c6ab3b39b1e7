-- Up Migration

-- The name of the key that bodies and answers are encrypted with, so that a relay with another one is noticed.
CREATE TABLE body_key (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  key_id text NOT NULL
);
INSERT INTO body_key (key_id)
  SELECT key_id FROM (
    (SELECT key_id, received_at AS at FROM receipts ORDER BY received_at DESC LIMIT 1)
    UNION ALL (SELECT key_id, asked_at AS at FROM answers WHERE key_id IS NOT NULL ORDER BY asked_at DESC LIMIT 1)
  ) newest ORDER BY at DESC LIMIT 1;

-- Down Migration

DROP TABLE body_key;
