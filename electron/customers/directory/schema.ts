/** The tables of the directory. It is a copy, so a file of another version is replaced and read again. */
import { flagColumns, indexStatements, sortColumns } from './factsIndexes.ts'

/**
 * The version of the tables and of what they have of a customer. Increase it with every change of this file, of the
 * wire schema of a customer, of `copyOf`, of the names that are indexed or of their folding, and of what the list is
 * sorted and filtered by: customers whose listed bytes did not change are not read again.
 */
export const directoryVersion = 21

/** What the last complete run found about a customer. The numbers are stored on the disk. */
export const listings = { confirmed: 0, missing: 1, unreadable: 2 } as const

const types = { email: 'TEXT', remaining: 'REAL', expiry: 'INTEGER', last_seen: 'INTEGER', sold: 'INTEGER' } as const
const sorted = Object.values(sortColumns).map((column) => `${column} ${types[column]}`)
const flags = Object.values(flagColumns).map((column) => `${column} INTEGER NOT NULL`)

export const directorySchema = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- entry: the service's answer without codes and links; codes: keyed hashes with spaces between; digest: a
  -- changed answer of one customer has another one
  CREATE TABLE customers (
    id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, digest TEXT NOT NULL, codes TEXT NOT NULL, entry TEXT NOT NULL
  );

  -- Small rows of their own: every run touches all of them, and ordering reads many. raw: the digest of the bytes as
  -- they were listed, by which an unchanged entry is recognised without parsing it; listing: one of \`listings\`
  CREATE TABLE standing (
    id INTEGER PRIMARY KEY,
    sold_at INTEGER NOT NULL,
    fetched_at INTEGER NOT NULL,
    run INTEGER NOT NULL,
    listing INTEGER NOT NULL,
    bad_packages INTEGER NOT NULL,
    bad_esims INTEGER NOT NULL,
    bad_fields INTEGER NOT NULL,
    raw BLOB
  );
  CREATE INDEX partly ON standing (bad_packages, bad_esims, bad_fields) WHERE bad_packages + bad_esims + bad_fields > 0;
  CREATE INDEX unconfirmed ON standing (listing, id) WHERE listing > 0;

  -- The list in its order, with all names beside, for queries that match a large share of it.
  CREATE TABLE sales (
    sold_at INTEGER NOT NULL,
    id INTEGER NOT NULL,
    words TEXT NOT NULL,
    uids TEXT NOT NULL,
    numbers TEXT NOT NULL,
    PRIMARY KEY (sold_at DESC, id DESC)
  ) WITHOUT ROWID;

  -- list: the names of a customer, a line for each. All other characters belong to the name.
  CREATE VIRTUAL TABLE names USING fts5(
    list, tokenize = "ascii tokenchars ' !""#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~'", content = '', detail = none, columnsize = 0
  );
  -- Texts are folded before they come here, so case is left alone.
  CREATE VIRTUAL TABLE texts USING fts5(
    text, tokenize = 'trigram case_sensitive 1', content = '', detail = none, columnsize = 0
  );

  -- What the list is sorted and filtered by, and what \`today.ts\` reads. A sorted part of the list is read from one
  -- index: of a customer there are entries in the indexes of the filters that list them, and no more. What depends on
  -- the time holds from \`since\` on and before \`until\`; instants: JSON array, from which it is computed again. kinds:
  -- the numbers of the kinds of a customer's packages, with spaces between
  CREATE TABLE facts (
    id INTEGER PRIMARY KEY,
    ${[...sorted, ...flags].join(', ')},
    kinds TEXT NOT NULL,
    instants TEXT NOT NULL,
    last_end INTEGER,
    all_failed INTEGER NOT NULL,
    unstarted INTEGER NOT NULL,
    used INTEGER NOT NULL,
    since INTEGER,
    until INTEGER
  );
  ${indexStatements}
  CREATE TABLE kinds (id INTEGER PRIMARY KEY, kind TEXT NOT NULL UNIQUE);

  -- differences: JSON array of what differs between the read at \`since\` and the one at \`at\`
  CREATE TABLE differences (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer INTEGER NOT NULL,
    since INTEGER NOT NULL,
    at INTEGER NOT NULL,
    differences TEXT NOT NULL
  );
  CREATE INDEX differences_by_customer ON differences (customer, at, id);

  PRAGMA user_version = ${directoryVersion};
`
