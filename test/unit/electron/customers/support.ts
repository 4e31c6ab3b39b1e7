/** Helpers of the customers tests. */
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { onTestFinished } from 'vitest'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import { directoryCalls } from '../../../../electron/customers/directory/calls.ts'
import { startDirectory, type Directory } from '../../../../electron/customers/directory/directory.ts'
import type {
  DirectoryCalls,
  OpenedDirectory,
  SearchRequest,
} from '../../../../electron/customers/directory/protocol.ts'
import type { DirectoryLocation } from '../../../../electron/storage/index.ts'
import { programUrl } from '../../../support/programs.ts'

export const now = Date.parse('2026-01-15T00:00:00Z')
export const workerUrl = programUrl('directory')
/** The same worker, which ends when a list of 13 is requested. */
export const mortalWorkerUrl = programUrl('mortalDirectory')
export const fatalLimit = 13

export const locationIn = (folder: string): Extract<DirectoryLocation, { kind: 'disk' }> => ({
  kind: 'disk',
  file: join(folder, 'directory-c1.db'),
  key: 'a1'.repeat(32),
})

/** Opens the file of a directory with its key. */
export function openPlace(place: Pick<ReturnType<typeof locationIn>, 'file' | 'key'>): Database.Database {
  const db = new Database(place.file)
  db.pragma("cipher = 'aegis'")
  db.key(Buffer.from(`raw:${place.key}`))
  return db
}

export function openCalls(
  location: DirectoryLocation = { kind: 'memory' },
): DirectoryCalls & { readonly opened: OpenedDirectory } {
  const calls = directoryCalls()
  const opened = calls.open(location)
  onTestFinished(calls.close)
  return { ...calls, opened }
}

export async function openWorker(
  location: DirectoryLocation = { kind: 'memory' },
  onFailure: (reopened: OpenedDirectory | null) => void = () => undefined,
  url = workerUrl,
): Promise<Directory> {
  const directory = await startDirectory({ workerUrl: url, location, onFailure })
  onTestFinished(directory.close)
  return directory
}

/** All rows of a query, page by page. */
export function searchAll(calls: Pick<DirectoryCalls, 'search'>, query: string, limit = 500): readonly CustomerRow[] {
  const rows: CustomerRow[] = []
  let cursor: string | undefined
  do {
    const request: SearchRequest = { query, limit, cursor, now }
    const page = calls.search(request)
    rows.push(...page.rows)
    cursor = page.cursor
  } while (cursor !== undefined)
  return rows
}

/**
 * Resolves when `condition` holds, which is checked whenever the event loop is idle. The test's own time limit applies.
 */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}
