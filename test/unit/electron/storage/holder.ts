/**
 * A process of its own for the tests: opens the storage of a folder, says how that went, and holds it until its input
 * ends. Arguments: the folder, the key of `work.db` where there is one, the user whose rights it has.
 */
import Database from 'better-sqlite3-multiple-ciphers'
import { asDeskError } from '#shared/errors.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import type { Keychain } from '../../../../electron/keychain/index.ts'
import { openStorage } from '../../../../electron/storage/index.ts'

const [folder = '', key = '', user = ''] = process.argv.slice(2)
const state = key === '' ? 'session' : 'stored'
const keychain: Keychain = {
  state: () => Promise.resolve(state),
  get: () => Promise.resolve(key === '' ? null : key),
  set: () => Promise.resolve(state),
  remove: () => Promise.resolve(),
}

if (user !== '') {
  // The native module is loaded before the rights to read it are given up.
  new Database(':memory:').close()
  if (process.getuid?.() === 0) process.seteuid?.(Number(user))
}
try {
  const storage = await openStorage({ folder, keychain, clock: systemClock, log: { warn: () => undefined } })
  storage.journal.exec('CREATE TABLE IF NOT EXISTS held (by TEXT)')
  process.stdout.write('open\n')
  process.stdin.resume().on('end', () => storage.close())
} catch (error) {
  const { code, details } = asDeskError(error)
  process.stdout.write(`${[code, details['file'], details['code']].filter((part) => part !== undefined).join(' ')}\n`)
}
