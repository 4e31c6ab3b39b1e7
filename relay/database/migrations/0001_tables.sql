-- Up Migration

-- The role of the running relay. It can add to the log and read it, and change nothing that was written there.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'esim_relay_runtime') THEN
    CREATE ROLE esim_relay_runtime NOLOGIN;
  END IF;
  EXECUTE format('GRANT esim_relay_runtime TO %I', current_user);
EXCEPTION
  -- Another relay of the same cluster has just created it.
  WHEN duplicate_object OR unique_violation THEN
    EXECUTE format('GRANT esim_relay_runtime TO %I', current_user);
END
$$;

-- One row: the identity of the feed. A restored database gets another one, because cursors of before are not valid.
CREATE TABLE feed (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  since timestamptz NOT NULL DEFAULT now()
);
INSERT INTO feed DEFAULT VALUES;

CREATE TABLE connections (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 100),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- How a kind of webhook is treated.
CREATE TABLE kinds (
  connection text NOT NULL REFERENCES connections ON DELETE CASCADE,
  kind text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  mode text NOT NULL DEFAULT 'notOurs' CHECK (mode IN ('notOurs', 'pass', 'stop')),
  forward_to text,
  last_received_at timestamptz,
  PRIMARY KEY (connection, kind)
);

-- The addresses that the service posts to. Only the hash of the token is known.
CREATE TABLE addresses (
  token_hash bytea PRIMARY KEY,
  connection text NOT NULL,
  kind text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  FOREIGN KEY (connection, kind) REFERENCES kinds ON DELETE CASCADE
);
CREATE INDEX addresses_of_kind ON addresses (connection, kind) WHERE revoked_at IS NULL;

-- What was received, as it came, for 14 days. Bodies are encrypted, because they have identifiers of people.
CREATE TABLE receipts (
  id uuid NOT NULL,
  received_at timestamptz NOT NULL,
  connection text NOT NULL,
  kind text NOT NULL,
  key_id text NOT NULL,
  body bytea NOT NULL,
  readable boolean NOT NULL,
  PRIMARY KEY (id, received_at)
) PARTITION BY RANGE (received_at);
CREATE TABLE receipts_default PARTITION OF receipts DEFAULT;

CREATE TABLE events (
  id uuid PRIMARY KEY,
  received_at timestamptz NOT NULL,
  connection text NOT NULL,
  kind text NOT NULL,
  iccid text,
  customer text,
  item text,
  details jsonb NOT NULL,
  -- The hash of what makes two events the same, or of the whole event if nothing in it does.
  fingerprint bytea NOT NULL,
  is_unique boolean NOT NULL,
  repeat_of uuid,
  is_test boolean NOT NULL DEFAULT false,
  confirmed_at timestamptz,
  confirmed_by text
);
CREATE UNIQUE INDEX events_once ON events (connection, fingerprint)
  WHERE is_unique AND repeat_of IS NULL AND NOT is_test;
CREATE INDEX events_of_customer ON events (connection, customer, received_at DESC, id DESC)
  WHERE customer IS NOT NULL;
CREATE INDEX events_of_iccid ON events (connection, iccid, received_at DESC, id DESC) WHERE iccid IS NOT NULL;
CREATE INDEX events_by_age ON events USING brin (received_at);

-- Which customer an eSIM belongs to, learnt from events and from what desks read.
CREATE TABLE iccids (
  connection text NOT NULL,
  iccid text NOT NULL,
  customer text NOT NULL,
  learnt_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (connection, iccid)
);
CREATE INDEX iccids_of_customer ON iccids (connection, customer);

-- The feed. A record of the type 'event' has its content in events; others have it here.
CREATE SEQUENCE log_seq AS bigint;
CREATE TABLE log (
  seq bigint NOT NULL,
  at timestamptz NOT NULL,
  connection text NOT NULL,
  type text NOT NULL,
  event_id uuid,
  customer text,
  content jsonb
) PARTITION BY RANGE (at);
CREATE TABLE log_default PARTITION OF log DEFAULT;
CREATE INDEX log_by_seq ON log (seq);

-- When a relay was listening. Times outside of all rows are holes.
CREATE TABLE listening (
  relay uuid PRIMARY KEY,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL
);
CREATE INDEX listening_by_end ON listening (until);

-- One answer for ever per activation. A row without an answer is being answered.
CREATE TABLE answers (
  connection text NOT NULL,
  activation_hash bytea NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  key_id text,
  answer bytea,
  PRIMARY KEY (connection, activation_hash)
);

CREATE TABLE invitations (
  code_hash bytea PRIMARY KEY,
  connection text NOT NULL REFERENCES connections ON DELETE CASCADE,
  name text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE TABLE devices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  connection text NOT NULL REFERENCES connections ON DELETE CASCADE,
  name text NOT NULL,
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz,
  revoked_at timestamptz
);

CREATE TABLE challenges (
  challenge_hash bytea PRIMARY KEY,
  device uuid NOT NULL REFERENCES devices ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

CREATE TABLE access_tokens (
  token_hash bytea PRIMARY KEY,
  device uuid NOT NULL REFERENCES devices ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

-- Who reads which customer again, and when the service may be read next.
CREATE UNLOGGED TABLE claims (
  connection text NOT NULL,
  customer text NOT NULL,
  device uuid NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (connection, customer)
);
CREATE TABLE read_budgets (
  connection text PRIMARY KEY REFERENCES connections ON DELETE CASCADE,
  next_at timestamptz NOT NULL DEFAULT now(),
  open_waiting_until timestamptz NOT NULL DEFAULT now()
);

DO $$
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO esim_relay_runtime', current_schema());
END
$$;
GRANT SELECT ON feed, connections, kinds, addresses, iccids, log, receipts, events TO esim_relay_runtime;
GRANT INSERT ON receipts, log, events, iccids TO esim_relay_runtime;
GRANT UPDATE (last_received_at) ON kinds TO esim_relay_runtime;
GRANT UPDATE (customer, learnt_at) ON iccids TO esim_relay_runtime;
GRANT UPDATE (confirmed_at, confirmed_by) ON events TO esim_relay_runtime;
GRANT USAGE ON SEQUENCE log_seq TO esim_relay_runtime;
GRANT SELECT, INSERT, UPDATE ON listening, answers, read_budgets TO esim_relay_runtime;
GRANT SELECT, INSERT, UPDATE, DELETE ON claims, challenges, access_tokens TO esim_relay_runtime;
GRANT SELECT, UPDATE (used_at) ON invitations TO esim_relay_runtime;
GRANT SELECT, INSERT, UPDATE (seen_at) ON devices TO esim_relay_runtime;

-- Down Migration

DROP TABLE read_budgets, claims, access_tokens, challenges, devices, invitations, answers, listening, log, iccids,
  events, receipts, addresses, kinds, connections, feed;
DROP SEQUENCE log_seq;
