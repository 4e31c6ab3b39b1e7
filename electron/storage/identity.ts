/**
 * Ids of the databases that cannot be rebuilt, stored inside them. A copy of the id elsewhere shows that a database is
 * missing or was replaced. The newest row counts: a new id is added when a person has acknowledged the loss.
 */

/** The first and so far only numbered migration of `work.db`. The modules that use the file add their own tables. */
export const workIdentity = `
CREATE TABLE IF NOT EXISTS work_identity (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO work_identity (id) SELECT lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT 1 FROM work_identity);
`
