/**
 * The tables of the directory. It is a copy that the next sync can rebuild, so after a change of what is indexed, add a
 * migration that removes the version in `meta`, upon which the directory is emptied, instead of one that converts it.
 */

/**
 * The version of what is stored of a customer. Increase it with every change of the wire schema of a customer, of
 * `copyOf`, of the names that are indexed or of their folding, and of what the list is sorted and filtered by:
 * customers whose listed bytes did not change are not read again, so a directory of another version is emptied.
 */
export const contentVersion = 8

/** What the last complete run found about a customer. The numbers are stored on the disk: never renumber them. */
export const listings = { confirmed: 0, missing: 1, unreadable: 2 } as const

/** Returns the indexes of the list that have the customers with these flags, by each of its orders. */
const indexesOf = (...flags: readonly string[]): string =>
  flags
    .flatMap((flag) =>
      ['email', 'remaining', 'expiry', 'last_seen', 'sold'].map(
        (column) => `CREATE INDEX facts_${flag}_${column} ON facts (${column}) WHERE ${flag};`,
      ),
    )
    .join('\n  ')

export const directoryMigrations: readonly string[] = [
  `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- entry: the service's answer without codes and links; codes: JSON array of keyed hashes; digest: tells a changed answer
  CREATE TABLE customers (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    digest TEXT NOT NULL,
    codes TEXT NOT NULL,
    entry TEXT NOT NULL
  );

  -- small rows of their own: every sync touches all of them, and ordering reads many
  CREATE TABLE standing (id INTEGER PRIMARY KEY, sold_at INTEGER NOT NULL, fetched_at INTEGER NOT NULL, run INTEGER NOT NULL);

  -- the list in its order, with all names beside, for queries that match a large share of it
  CREATE TABLE sales (
    sold_at INTEGER NOT NULL,
    id INTEGER NOT NULL,
    words TEXT NOT NULL,
    uids TEXT NOT NULL,
    numbers TEXT NOT NULL,
    PRIMARY KEY (sold_at DESC, id DESC)
  ) WITHOUT ROWID;

  CREATE TABLE names (field INTEGER NOT NULL, value TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (field, value, id)) WITHOUT ROWID;

  -- texts are folded before they come here, so case is left alone
  CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1);
  `,
  // The first version stored more of the eSIM profiles than it should.
  `
  DELETE FROM meta;
  DELETE FROM customers;
  DELETE FROM standing;
  DELETE FROM sales;
  DELETE FROM names;
  DROP TABLE words;
  CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1);
  `,
  // raw: the digest of the bytes as they were listed, by which an unchanged entry is recognised without parsing it;
  // listing: what the last complete run found about a customer
  `
  DROP TABLE meta;
  DROP TABLE customers;
  DROP TABLE standing;
  DROP TABLE sales;
  DROP TABLE names;
  DROP TABLE words;
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE customers (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    digest TEXT NOT NULL,
    codes TEXT NOT NULL,
    entry TEXT NOT NULL,
    raw BLOB
  );
  CREATE TABLE standing (
    id INTEGER PRIMARY KEY,
    sold_at INTEGER NOT NULL,
    fetched_at INTEGER NOT NULL,
    run INTEGER NOT NULL,
    listing INTEGER NOT NULL,
    bad_packages INTEGER NOT NULL,
    bad_esims INTEGER NOT NULL,
    bad_fields INTEGER NOT NULL
  );
  CREATE INDEX partly ON standing (bad_packages, bad_esims, bad_fields) WHERE bad_packages + bad_esims + bad_fields > 0;
  CREATE INDEX unconfirmed ON standing (listing, id) WHERE listing > 0;
  CREATE TABLE sales (
    sold_at INTEGER NOT NULL,
    id INTEGER NOT NULL,
    words TEXT NOT NULL,
    uids TEXT NOT NULL,
    numbers TEXT NOT NULL,
    PRIMARY KEY (sold_at DESC, id DESC)
  ) WITHOUT ROWID;
  CREATE TABLE names (field INTEGER NOT NULL, value TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (field, value, id)) WITHOUT ROWID;
  -- without positions: what the trigrams find is compared with the whole query
  CREATE VIRTUAL TABLE words USING fts5(
    text, tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1, detail = none
  );
  `,
  // What the list is sorted and filtered by. A sorted part of the list is read from one index: of a customer there are
  // entries in the indexes of the filters that list them, and no more. expiry and empty hold from `since` on and before
  // `until`; instants: JSON array, from which they are computed again.
  `
  CREATE TABLE facts (
    id INTEGER PRIMARY KEY,
    email TEXT,
    remaining REAL,
    expiry INTEGER,
    last_seen INTEGER,
    sold INTEGER,
    error INTEGER NOT NULL,
    not_installed INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    empty INTEGER NOT NULL,
    unreadable INTEGER NOT NULL,
    instants TEXT NOT NULL,
    since INTEGER,
    until INTEGER
  );
  CREATE INDEX facts_all_email ON facts (email);
  CREATE INDEX facts_all_remaining ON facts (remaining);
  CREATE INDEX facts_all_expiry ON facts (expiry);
  CREATE INDEX facts_all_last_seen ON facts (last_seen);
  CREATE INDEX facts_all_sold ON facts (sold);
  CREATE INDEX facts_error_email ON facts (email) WHERE error;
  CREATE INDEX facts_error_remaining ON facts (remaining) WHERE error;
  CREATE INDEX facts_error_expiry ON facts (expiry) WHERE error;
  CREATE INDEX facts_error_last_seen ON facts (last_seen) WHERE error;
  CREATE INDEX facts_error_sold ON facts (sold) WHERE error;
  CREATE INDEX facts_not_installed_email ON facts (email) WHERE not_installed;
  CREATE INDEX facts_not_installed_remaining ON facts (remaining) WHERE not_installed;
  CREATE INDEX facts_not_installed_expiry ON facts (expiry) WHERE not_installed;
  CREATE INDEX facts_not_installed_last_seen ON facts (last_seen) WHERE not_installed;
  CREATE INDEX facts_not_installed_sold ON facts (sold) WHERE not_installed;
  CREATE INDEX facts_waiting_email ON facts (email) WHERE waiting;
  CREATE INDEX facts_waiting_remaining ON facts (remaining) WHERE waiting;
  CREATE INDEX facts_waiting_expiry ON facts (expiry) WHERE waiting;
  CREATE INDEX facts_waiting_last_seen ON facts (last_seen) WHERE waiting;
  CREATE INDEX facts_waiting_sold ON facts (sold) WHERE waiting;
  CREATE INDEX facts_empty_email ON facts (email) WHERE empty;
  CREATE INDEX facts_empty_remaining ON facts (remaining) WHERE empty;
  CREATE INDEX facts_empty_expiry ON facts (expiry) WHERE empty;
  CREATE INDEX facts_empty_last_seen ON facts (last_seen) WHERE empty;
  CREATE INDEX facts_empty_sold ON facts (sold) WHERE empty;
  CREATE INDEX facts_unreadable_email ON facts (email) WHERE unreadable;
  CREATE INDEX facts_unreadable_remaining ON facts (remaining) WHERE unreadable;
  CREATE INDEX facts_unreadable_expiry ON facts (expiry) WHERE unreadable;
  CREATE INDEX facts_unreadable_last_seen ON facts (last_seen) WHERE unreadable;
  CREATE INDEX facts_unreadable_sold ON facts (sold) WHERE unreadable;
  -- all that a list of customers with a package that ends soon needs, however it is sorted
  CREATE INDEX facts_ending ON facts (expiry, email, remaining, last_seen, sold) WHERE expiry IS NOT NULL;
  CREATE INDEX facts_since ON facts (since) WHERE since IS NOT NULL;
  CREATE INDEX facts_until ON facts (until) WHERE until IS NOT NULL;
  `,
  // The digests of listed bytes are all read before each run, which is quick from small rows alone.
  `
  ALTER TABLE customers DROP COLUMN raw;
  ALTER TABLE standing ADD COLUMN raw BLOB;
  `,
  // differences: JSON array of what differs between the read at `since` and the one at `at`
  `
  CREATE TABLE differences (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer INTEGER NOT NULL,
    since INTEGER NOT NULL,
    at INTEGER NOT NULL,
    differences TEXT NOT NULL
  );
  CREATE INDEX differences_by_customer ON differences (customer, at, id);
  `,
  // name: a character for the field, and the value, since one column is compared in less time than two. hashsize: bytes
  // of the full-text index that wait in memory for a commit (by default 1 MiB), so that less has to be merged.
  `
  DROP TABLE names;
  CREATE TABLE names (name TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (name, id)) WITHOUT ROWID;
  INSERT INTO words (words, rank) VALUES ('hashsize', 4194304);
  `,
  // Many names are a row. first: the first of them in UTF-16; run: those of one run are sorted (`nameBlocks.ts`).
  // Without its version in `meta`, the directory is emptied when it is opened. The differences of customers are lost,
  // too, which the service does not tell again: they have ids that other customers get when the list is read.
  `
  DELETE FROM meta;
  DROP TABLE names;
  CREATE TABLE names (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL, first BLOB NOT NULL, entries TEXT NOT NULL, UNIQUE (run, first)
  );
  `,
  // The index of names finds the customer of a uid. ids: those of the customers with a trigram, in blocks
  // (`postings.ts`). run: see `listOrder.ts`. Emptied and read again as above.
  `
  DELETE FROM meta;
  DROP TABLE customers;
  CREATE TABLE customers (
    id INTEGER PRIMARY KEY, uid TEXT NOT NULL, digest TEXT NOT NULL, codes TEXT NOT NULL, entry TEXT NOT NULL
  );
  DROP TABLE words;
  DROP TABLE sales;
  CREATE TABLE sales (
    run INTEGER NOT NULL,
    sold_at INTEGER NOT NULL,
    id INTEGER NOT NULL,
    words TEXT NOT NULL,
    uids TEXT NOT NULL,
    numbers TEXT NOT NULL,
    PRIMARY KEY (run, sold_at DESC, id DESC)
  ) WITHOUT ROWID;
  CREATE TABLE trigrams (
    id INTEGER PRIMARY KEY,
    trigram TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    ids BLOB NOT NULL,
    UNIQUE (trigram, first)
  );
  `,
  // kinds of `facts`: the numbers of the kinds of a customer's packages, with spaces between. Emptied and read again as
  // above.
  `
  DELETE FROM meta;
  DELETE FROM facts;
  ALTER TABLE facts ADD COLUMN disabled INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE facts ADD COLUMN active INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE facts ADD COLUMN expired INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE facts ADD COLUMN kinds TEXT NOT NULL DEFAULT '';
  CREATE TABLE kinds (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL UNIQUE);
  ${indexesOf('disabled', 'active', 'expired')}
  `,
  // Emptied and read again as above.
  `
  DELETE FROM meta;
  DELETE FROM facts;
  DROP TABLE kinds;
  CREATE TABLE kinds (id INTEGER PRIMARY KEY, kind TEXT NOT NULL UNIQUE);
  ALTER TABLE facts ADD COLUMN never_installed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE facts ADD COLUMN installed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE facts ADD COLUMN unknown_state INTEGER NOT NULL DEFAULT 0;
  ${indexesOf('never_installed', 'installed', 'unknown_state')}
  `,
  // What `today.ts` reads, with its indexes. Emptied and read again as above.
  `
  DELETE FROM meta;
  DELETE FROM facts;
  ALTER TABLE facts ADD COLUMN last_end INTEGER;
  ALTER TABLE facts ADD COLUMN all_failed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE facts ADD COLUMN unstarted INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE facts ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX facts_today_failed ON facts (sold) WHERE all_failed AND (active OR waiting);
  CREATE INDEX facts_today_not_started ON facts (last_seen) WHERE unstarted AND last_seen > sold;
  CREATE INDEX facts_today_ending ON facts (last_end) WHERE last_end IS NOT NULL AND NOT waiting;
  CREATE INDEX facts_today_low ON facts (remaining) WHERE used AND active AND NOT waiting AND remaining < 100;
  `,
]
