/** Run by the test inside a session with a real keychain: prints what the keychain made of it, as JSON. */
import { createKeychain } from '../../../../electron/keychain/index.ts'

const one = createKeychain({ folderId: 'folder-1' })
const other = createKeychain({ folderId: 'folder-2' })
const set = await one.set('connection/a', 'secret ü 1')
const again = createKeychain({ folderId: 'folder-1' })
const seen = {
  state: await one.state(),
  set,
  read: await again.get('connection/a'),
  otherFolder: await other.get('connection/a'),
}
await again.remove('connection/a')
process.stdout.write(JSON.stringify({ ...seen, removed: await one.get('connection/a') }))
