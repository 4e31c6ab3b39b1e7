/** The tables of one connection's events. Other desks' events are not in them: each connection has its own file. */

export const eventMigrations: readonly string[] = [
  `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- details: JSON without IMSI and EID; repeat_of: the seq of the event that this one repeats; repeats: their number
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    customer_uid TEXT,
    iccid TEXT,
    item_uid TEXT,
    details TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    repeat_of INTEGER,
    repeats INTEGER NOT NULL DEFAULT 0,
    read_at INTEGER
  ) STRICT;
  CREATE INDEX events_by_customer ON events (customer_uid, at);
  CREATE INDEX events_by_iccid ON events (iccid, kind, seq);
  CREATE INDEX events_by_time ON events (at);
  CREATE INDEX events_unread ON events (seq) WHERE read_at IS NULL AND repeat_of IS NULL;

  -- They outlive their events, because an event with a time or an id is the same for ever.
  CREATE TABLE identities (
    kind TEXT NOT NULL,
    identity TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (kind, identity)
  ) STRICT, WITHOUT ROWID;

  -- What could not be read, as it came
  CREATE TABLE unreadable (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL) STRICT;

  CREATE TABLE received (kind TEXT PRIMARY KEY, last_at INTEGER NOT NULL, unreadable INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  -- The times in which somebody was listening
  CREATE TABLE listening (seq INTEGER PRIMARY KEY AUTOINCREMENT, began INTEGER NOT NULL, ended INTEGER NOT NULL) STRICT;
  `,
  `
  -- The id of an event at its relay. A feed that starts again has the same ones.
  ALTER TABLE events ADD COLUMN relay_id TEXT;
  CREATE UNIQUE INDEX events_by_relay_id ON events (relay_id) WHERE relay_id IS NOT NULL;

  -- The times in which a relay was not listening, as it reports them
  CREATE TABLE holes (began INTEGER NOT NULL, ended INTEGER NOT NULL, PRIMARY KEY (began, ended)) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE INDEX events_by_first ON events (repeat_of) WHERE repeat_of IS NOT NULL;
  `,
  `
  -- How many events there are that are no repeats: counting them takes too long for the main process.
  CREATE TABLE counts (
    kind TEXT NOT NULL,
    is_read INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (kind, is_read)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO counts SELECT kind, read_at IS NOT NULL, count(*) FROM events WHERE repeat_of IS NULL GROUP BY 1, 2;

  CREATE TRIGGER events_count_added AFTER INSERT ON events WHEN new.repeat_of IS NULL BEGIN
    INSERT INTO counts VALUES (new.kind, new.read_at IS NOT NULL, 1) ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER events_count_deleted AFTER DELETE ON events WHEN old.repeat_of IS NULL BEGIN
    UPDATE counts SET count = count - 1 WHERE kind = old.kind AND is_read = (old.read_at IS NOT NULL);
  END;
  CREATE TRIGGER events_count_read AFTER UPDATE OF read_at ON events
  WHEN new.repeat_of IS NULL AND (old.read_at IS NULL) <> (new.read_at IS NULL) BEGIN
    UPDATE counts SET count = count - 1 WHERE kind = old.kind AND is_read = (old.read_at IS NOT NULL);
    INSERT INTO counts VALUES (new.kind, new.read_at IS NOT NULL, 1) ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  `,
]
