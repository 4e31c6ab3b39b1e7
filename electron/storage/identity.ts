/**
 * Ids of the files that can't be made again, kept inside of them. A copy of the id elsewhere shows that a file is missing,
 * or is another one. The newest row counts: a new id is added when a person has acknowledged that something is missing.
 */

/** For `work.db`: its first and so far only numbered change. The modules that use the file add their own tables. */
export const workIdentity = `
CREATE TABLE IF NOT EXISTS work_identity (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO work_identity (id) SELECT lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT 1 FROM work_identity);
`
