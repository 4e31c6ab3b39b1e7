/**
 * A folder in memory for the temporary files of the tests, which write and sync thousands of small databases: they wait
 * for no disk there.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes that must be free. The tests use a tenth of it. */
const leastFree = 4 * 2 ** 30

/** Some systems refuse to execute files in memory, and some tests execute a packaged program. */
function canExecute(folder) {
  const program = join(folder, 'probe')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

/**
 * Creates the folder, which is deleted when this process ends. Returns null where the system has none, or not enough
 * room in it.
 */
export function createMemoryFolder({ parent = '/dev/shm', least = leastFree } = {}) {
  if (!existsSync(parent)) return null
  const { bavail, bsize } = statfsSync(parent)
  if (bavail * bsize < least) return null
  const folder = mkdtempSync(join(parent, 'esim-desk-'))
  // As the system's: some tests run a program as another user, PostgreSQL for instance.
  chmodSync(folder, 0o1777)
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  if (canExecute(folder)) return folder
  remove()
  return null
}
