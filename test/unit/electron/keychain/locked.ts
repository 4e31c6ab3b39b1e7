/** Run by the test inside a session with a real keychain, which it locks: prints what is seen of it then, as JSON. */
import { execFileSync } from 'node:child_process'
import { createKeychain } from '../../../../electron/keychain/index.ts'

const early = createKeychain({ folderId: 'folder-1' })
await early.set('connection/a', 'secret')
const collection = 'array:objpath:/org/freedesktop/secrets/collection/login'
execFileSync('dbus-send', [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.secrets',
  '/org/freedesktop/secrets',
  'org.freedesktop.Secret.Service.Lock',
  collection,
])
const late = createKeychain({ folderId: 'folder-1' })
const seen = {
  kept: await early.get('connection/a').catch(() => 'throws'),
  never: await early.get('connection/b').catch(() => 'throws'),
  late: await late.state(),
  again: await late.state({ refresh: true }),
}
process.stdout.write(JSON.stringify(seen))
