/** A process of its own for the tests: opens the storage of a folder, says how that went, and holds it until its input ends. */
import { asDeskError } from '#shared/errors.ts'
import { systemClock } from '../../../../electron/clock.ts'
import { openStorage } from '../../../../electron/storage/index.ts'

const folder = process.argv[2] ?? ''
const keychain = { state: () => Promise.resolve('session' as const), get: () => Promise.resolve(null), set: () => Promise.resolve('session' as const), remove: () => Promise.resolve() }

try {
  const storage = await openStorage({ folder, keychain, clock: systemClock, log: { warn: () => undefined } })
  storage.journal.exec('CREATE TABLE IF NOT EXISTS held (by TEXT)')
  process.stdout.write('open\n')
  process.stdin.resume().on('end', () => storage.close())
} catch (error) {
  process.stdout.write(`${asDeskError(error).code}\n`)
}
