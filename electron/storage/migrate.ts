/**
 * Numbered migrations of a database's schema. Each module provides the list for its file; a released entry is never
 * edited.
 */
import { basename } from 'node:path'
import { DeskError } from '#shared/errors.ts'
import type { Db } from './types.ts'

/**
 * Applies all missing `migrations` in one transaction; `user_version` counts those that were applied. Throws
 * `storage_unreadable` for a file that a newer version wrote, and leaves it untouched, because its meaning is not known
 * here.
 */
export function migrate(db: Db, migrations: readonly string[]): void {
  const applied = schemaVersion(db)
  if (applied > migrations.length) {
    throw new DeskError('storage_unreadable', 'The file was written by a newer version of the desk', {
      reason: 'newer_version',
      file: basename(db.name),
      version: applied,
      known: migrations.length,
    })
  }
  if (applied === migrations.length) return
  db.transaction(() => {
    for (const migration of migrations.slice(applied)) db.exec(migration)
    db.pragma(`user_version = ${migrations.length}`)
  }).immediate()
}

function schemaVersion(db: Db): number {
  const version = db.pragma('user_version', { simple: true })
  return typeof version === 'number' ? version : 0
}
