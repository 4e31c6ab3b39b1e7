/**
 * Run by the test inside a session with a real keychain: starts a process for each call of the keychain, which kills
 * itself after it, and prints how many there were and which secrets were not found after that, as JSON.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import keytar from 'keytar'
import { createKeychain, type Keychain, type KeytarLike } from '../../../../electron/keychain/index.ts'

const stored = { 'key:work': '1'.repeat(64), 'connection/a': 'secret ü' }

const keychainOf = (folderId: string, asks: boolean, load?: () => Promise<KeytarLike>): Keychain =>
  createKeychain({ folderId, asks, ...(load !== undefined && { load }) })

async function missing(keychain: Keychain): Promise<readonly string[]> {
  const found = await Promise.all(
    Object.entries(stored).map(async ([name, secret]) => ((await keychain.get(name)) === secret ? null : name)),
  )
  return found.filter((name) => name !== null)
}

/** The process that is killed: it reads all secrets, which makes the one entry. */
async function start(folderId: string, calls: number): Promise<void> {
  let left = calls
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    left -= 1
    return await work()
  }
  const dying: KeytarLike = {
    getPassword: (...request) => counted(() => keytar.getPassword(...request)),
    setPassword: (...request) => counted(() => keytar.setPassword(...request)),
    deletePassword: (...request) => counted(() => keytar.deletePassword(...request)),
  }
  const wrong = await missing(keychainOf(folderId, true, () => Promise.resolve(dying)))
  if (wrong.length > 0) throw new Error(wrong.join())
}

async function killAfterEach(): Promise<void> {
  const wrong: string[] = []
  let deaths = 0
  for (;;) {
    const folderId = `folder-${String(deaths)}`
    const earlier = keychainOf(folderId, false)
    for (const [name, secret] of Object.entries(stored)) await earlier.set(name, secret)
    const script = fileURLToPath(import.meta.url)
    const { signal, status } = spawnSync(process.execPath, [script, folderId, String(deaths)], { stdio: 'ignore' })
    for (const asks of [false, true, false]) wrong.push(...(await missing(keychainOf(folderId, asks))))
    if (signal !== 'SIGKILL') {
      if (status !== 0) wrong.push(`a process ended with ${String(status)}`)
      break
    }
    deaths += 1
  }
  process.stdout.write(JSON.stringify({ deaths, wrong }))
}

const [, , folderId, calls] = process.argv
await (folderId === undefined ? killAfterEach() : start(folderId, Number(calls)))
