/**
 * The SQL schema of the journal (journal.db). Rows are inserted, never updated or deleted. The database itself enforces
 * the three rules that money depends on: one open operation for each lock key, no transition out of a final state, and
 * no change of history. The journal stores no personal data except uids; e-mail addresses and notes are in work.db.
 */
import { openStates, stateSteps, type OperationState } from '#shared/model/operation/operationStates.ts'
import { deniedCauses } from '../outcomes.ts'
import { quoted } from './sql.ts'

/** The allowed transitions. An operation without a state has just been inserted. */
const moves: readonly (readonly [from: OperationState | '', to: OperationState])[] = [['', 'INTENT'], ...stateSteps]

const frozen = (table: string): string =>
  ['UPDATE', 'DELETE']
    .map(
      (verb) =>
        `CREATE TRIGGER ${table}_no_${verb.toLowerCase()} BEFORE ${verb} ON ${table}
        BEGIN SELECT RAISE(ABORT, '${table} are never changed'); END;`,
    )
    .join('\n')

const lastState = (operation: string): string =>
  `(SELECT state FROM transitions WHERE operation = ${operation} ORDER BY seq DESC LIMIT 1)`

/** Times are epoch milliseconds; `amount` is a decimal string with its currency. */
export const journalMigrations: readonly string[] = [
  `
CREATE TABLE operations (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE CHECK (id <> ''),
  kind TEXT NOT NULL,
  lock_key TEXT NOT NULL CHECK (lock_key <> ''),
  connection TEXT NOT NULL,
  connection_name TEXT NOT NULL,
  agent_user TEXT NOT NULL,
  agent_name TEXT NOT NULL,
  customer_uid TEXT NOT NULL,
  item_uid TEXT,
  package_name TEXT,
  amount TEXT,
  currency TEXT,
  refund_reason TEXT,
  ticket TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX operations_by_customer ON operations (customer_uid, seq);
CREATE INDEX operations_by_lock ON operations (lock_key, seq);
CREATE INDEX operations_by_time ON operations (created_at);

CREATE TABLE transitions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  operation TEXT NOT NULL REFERENCES operations (id),
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  confirmed_by TEXT,
  cause TEXT NOT NULL,
  reason TEXT,
  retry_after REAL,
  detail TEXT
) STRICT;
CREATE INDEX transitions_by_operation ON transitions (operation, seq);

CREATE TABLE attempts (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  operation TEXT NOT NULL REFERENCES operations (id),
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  event TEXT NOT NULL CHECK (event IN ('began', 'ended')),
  route TEXT NOT NULL,
  outcome TEXT,
  UNIQUE (operation, number, event)
) STRICT;

CREATE TABLE open_locks (
  lock_key TEXT PRIMARY KEY NOT NULL,
  operation TEXT NOT NULL UNIQUE REFERENCES operations (id)
) STRICT;

CREATE TABLE moves (from_state TEXT NOT NULL, to_state TEXT NOT NULL, PRIMARY KEY (from_state, to_state)) STRICT;
INSERT INTO moves VALUES ${moves.map(([from, to]) => `('${from}', '${to}')`).join(', ')};

CREATE TRIGGER operations_lock AFTER INSERT ON operations BEGIN
  INSERT INTO open_locks VALUES (NEW.lock_key, NEW.id);
END;
CREATE TRIGGER transitions_move BEFORE INSERT ON transitions
WHEN NOT EXISTS (SELECT 1 FROM moves WHERE from_state = coalesce(${lastState('NEW.operation')}, '') AND to_state = NEW.state) BEGIN
  SELECT RAISE(ABORT, 'no such move');
END;
CREATE TRIGGER transitions_unlock AFTER INSERT ON transitions WHEN NEW.state NOT IN (${quoted(openStates)}) BEGIN
  DELETE FROM open_locks WHERE operation = NEW.operation;
END;
CREATE TRIGGER open_locks_no_update BEFORE UPDATE ON open_locks BEGIN SELECT RAISE(ABORT, 'locks are never changed'); END;
CREATE TRIGGER open_locks_no_delete BEFORE DELETE ON open_locks
WHEN coalesce(${lastState('OLD.operation')}, '') IN ('', ${quoted(openStates)}) BEGIN
  SELECT RAISE(ABORT, 'this operation is open');
END;
${frozen('operations')}
${frozen('transitions')}
${frozen('attempts')}
${frozen('moves')}
CREATE TRIGGER moves_no_insert BEFORE INSERT ON moves BEGIN SELECT RAISE(ABORT, 'moves are never changed'); END;
`,
  // The table for lists and counts. Triggers update it in the same database transaction as each state transition.
  `
CREATE TABLE last_states (
  operation INTEGER PRIMARY KEY REFERENCES operations (seq),
  transition INTEGER NOT NULL REFERENCES transitions (seq),
  state TEXT NOT NULL,
  kind TEXT NOT NULL,
  customer_uid TEXT NOT NULL,
  connection TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
INSERT INTO last_states
SELECT o.seq, t.seq, t.state, o.kind, o.customer_uid, o.connection, o.created_at
FROM operations o JOIN transitions t ON t.seq = (SELECT max(seq) FROM transitions WHERE operation = o.id);
CREATE INDEX last_states_by_state ON last_states (state, operation);
CREATE INDEX last_states_by_kind ON last_states (kind, operation);
CREATE INDEX last_states_by_kind_and_state ON last_states (kind, state, operation);
CREATE INDEX last_states_by_customer ON last_states (customer_uid, operation);
CREATE INDEX last_states_by_connection ON last_states (connection, kind, state, created_at);

CREATE TRIGGER last_states_true BEFORE INSERT ON last_states
WHEN NOT EXISTS (
  SELECT 1 FROM operations o JOIN transitions t ON t.operation = o.id
  WHERE o.seq = NEW.operation AND t.seq = NEW.transition AND t.state = NEW.state AND o.kind = NEW.kind
    AND o.customer_uid = NEW.customer_uid AND o.connection = NEW.connection AND o.created_at = NEW.created_at
) BEGIN SELECT RAISE(ABORT, 'no such state'); END;
CREATE TRIGGER last_states_forward BEFORE UPDATE ON last_states
WHEN NEW.operation <> OLD.operation OR NEW.kind <> OLD.kind OR NEW.customer_uid <> OLD.customer_uid OR NEW.connection <> OLD.connection
  OR NEW.created_at <> OLD.created_at OR NEW.transition <= OLD.transition OR NOT EXISTS (
    SELECT 1 FROM operations o JOIN transitions t ON t.operation = o.id
    WHERE o.seq = NEW.operation AND t.seq = NEW.transition AND t.state = NEW.state
  ) BEGIN SELECT RAISE(ABORT, 'states follow their transitions'); END;
CREATE TRIGGER last_states_no_delete BEFORE DELETE ON last_states BEGIN SELECT RAISE(ABORT, 'states are never deleted'); END;
CREATE TRIGGER transitions_last_state AFTER INSERT ON transitions BEGIN
  INSERT INTO last_states
  SELECT o.seq, NEW.seq, NEW.state, o.kind, o.customer_uid, o.connection, o.created_at FROM operations o WHERE o.id = NEW.operation
  ON CONFLICT (operation) DO UPDATE SET transition = excluded.transition, state = excluded.state;
END;
`,
  // Purchases. A customer who does not exist yet has no uid: the column is '' until `made` has a row.
  `
CREATE TABLE purchases (
  operation TEXT PRIMARY KEY NOT NULL REFERENCES operations (id),
  inventory_item_id TEXT NOT NULL,
  country_set TEXT NOT NULL,
  mode TEXT NOT NULL,
  expected_price TEXT,
  country_fixed INTEGER NOT NULL CHECK (country_fixed IN (0, 1)),
  address_fixed INTEGER NOT NULL CHECK (address_fixed IN (0, 1))
) STRICT;

CREATE TABLE made (
  operation TEXT PRIMARY KEY NOT NULL REFERENCES operations (id),
  at INTEGER NOT NULL,
  customer_uid TEXT NOT NULL CHECK (customer_uid <> ''),
  item_uid TEXT NOT NULL CHECK (item_uid <> ''),
  esim_uid TEXT,
  charged TEXT,
  charged_currency TEXT,
  echoed TEXT NOT NULL
) STRICT;
CREATE INDEX made_by_customer ON made (customer_uid);
CREATE INDEX made_by_item ON made (item_uid);

CREATE TABLE twins (
  operation TEXT NOT NULL REFERENCES operations (id),
  customer_uid TEXT NOT NULL,
  item_uid TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (operation, item_uid)
) STRICT;

CREATE TABLE buying_rules (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  connection TEXT NOT NULL,
  agent_user TEXT NOT NULL,
  agent_name TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;
CREATE INDEX buying_rules_by_connection ON buying_rules (connection, seq);
CREATE INDEX last_states_by_time ON last_states (connection, created_at);
${frozen('purchases')}
${frozen('made')}
${frozen('twins')}
${frozen('buying_rules')}
`,
  // The lists read last_states, so a submission need not update these indexes. Some journals lack them already.
  `
DROP INDEX IF EXISTS operations_by_customer;
DROP INDEX IF EXISTS operations_by_time;
`,
  // The newest id identifies the journal. A new id is inserted when a person acknowledges that data is missing.
  `
CREATE TABLE journal_identity (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE CHECK (id <> ''),
  at INTEGER NOT NULL,
  agent_user TEXT,
  agent_name TEXT,
  acknowledged TEXT
) STRICT;
INSERT INTO journal_identity (id, at) VALUES (lower(hex(randomblob(16))), unixepoch() * 1000);
${frozen('journal_identity')}
`,
  // How the customer was read for the preview, and what the reads after an accepted operation have shown.
  // `shown_otherwise` has the few operations whose state on the screen is not the stored one.
  `
ALTER TABLE operations ADD COLUMN read_by TEXT;
ALTER TABLE made ADD COLUMN starts_differently INTEGER NOT NULL DEFAULT 0 CHECK (starts_differently IN (0, 1));
CREATE TABLE looks (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  operation TEXT NOT NULL REFERENCES operations (id),
  at INTEGER NOT NULL,
  shows TEXT NOT NULL,
  detail TEXT
) STRICT;
CREATE INDEX looks_by_operation ON looks (operation, seq);
CREATE INDEX looks_by_shows ON looks (shows, seq);
CREATE TABLE shown_otherwise (
  operation INTEGER PRIMARY KEY REFERENCES operations (seq),
  why TEXT NOT NULL CHECK (why IN ('none', 'overdue', 'notDone', 'denied'))
) STRICT;
CREATE INDEX shown_otherwise_by_why ON shown_otherwise (why, operation);
CREATE TRIGGER looks_shown_otherwise AFTER INSERT ON looks BEGIN
  DELETE FROM shown_otherwise WHERE operation = (SELECT seq FROM operations WHERE id = NEW.operation);
  INSERT INTO shown_otherwise
  SELECT seq, NEW.shows FROM operations WHERE id = NEW.operation AND NEW.shows IN ('none', 'overdue', 'notDone');
END;
CREATE TRIGGER transitions_denied AFTER INSERT ON transitions
WHEN NEW.state = ${quoted(['NOT_APPLIED'])} AND NEW.cause IN (${Object.values(deniedCauses)
    .map((cause) => `'${cause}'`)
    .join(', ')}) BEGIN
  INSERT INTO shown_otherwise SELECT seq, 'denied' FROM operations WHERE id = NEW.operation;
END;
${frozen('looks')}
`,
]

/** The personal data of an operation in work.db, by the operation's id. Other modules have their own tables there. */
export const workTables = `
CREATE TABLE IF NOT EXISTS operation_notes (
  operation TEXT PRIMARY KEY NOT NULL,
  customer_uid TEXT NOT NULL,
  email TEXT,
  note TEXT
) STRICT;
`

/** Personal data that later versions added. It has a separate table so that an older file needs no migration. */
export const workDetails = `
CREATE TABLE IF NOT EXISTS operation_details (
  operation TEXT PRIMARY KEY NOT NULL,
  reference TEXT,
  user_country TEXT,
  user_ip TEXT,
  iccids TEXT NOT NULL
) STRICT;
`
