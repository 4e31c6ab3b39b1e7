/**
 * Run by the test inside a session without a keychain: starts, restarts, empties and locks a real one while the desk
 * uses it, and prints what is seen of it each time, as JSON.
 */
import { execFileSync, fork as forkNode, spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fork } from '../../../../electron/host/chromium/fork.ts'
import { asDeskError } from '#shared/errors.ts'
import { createKeychain } from '../../../../electron/keychain/index.ts'

const entry = new URL('../../../../electron/keychain/process.ts', import.meta.url)
const running = new Set<number | undefined>()
const keychain = createKeychain({
  folderId: 'folder',
  fork() {
    const child = fork({ entry, args: [], name: 'keychain', usesSession: true })
    running.add(child.pid)
    child.onExit(() => running.delete(child.pid))
    return child
  },
})

const bus = (...request: readonly string[]): string =>
  execFileSync('dbus-send', ['--session', '--print-reply=literal', ...request], { encoding: 'utf8' })

/** Resolves once it owns its name on the bus. */
async function start(): Promise<ChildProcess> {
  const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  daemon.stdin.end('\n')
  const owner = [
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
    'string:org.freedesktop.secrets',
  ]
  while (!bus(...owner).includes('true')) await wait(20)
  return daemon
}
async function end(daemon: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => daemon.once('exit', resolve))
  daemon.kill()
  await ended
}

const seen = async (work: Promise<unknown>): Promise<unknown> =>
  work.catch((thrown: unknown) => asDeskError(thrown).code)

const results: Record<string, unknown> = {}
let daemon = await start()
await keychain.set('a', 'kept')
for (const time of ['once', 'twice']) {
  await end(daemon)
  daemon = await start()
  const secrets = [keychain.get('a'), keychain.set('b', time), keychain.get('none')]
  results[`restarted ${time}`] = await Promise.all(secrets.map(seen))
  results[`then, ${time}`] = await seen(keychain.get('b'))
}

const collection = '/org/freedesktop/secrets/collection/login'
const items = () =>
  bus(
    '--dest=org.freedesktop.secrets',
    collection,
    'org.freedesktop.DBus.Properties.Get',
    'string:org.freedesktop.Secret.Collection',
    'string:Items',
  )
    .split(/\s+/)
    .filter((path) => path.startsWith(`${collection}/`))
for (const path of items()) bus('--dest=org.freedesktop.secrets', path, 'org.freedesktop.Secret.Item.Delete')
results['emptied'] = [
  await seen(keychain.get('a')),
  await seen(keychain.remove('a')),
  await seen(keychain.set('a', 'new')),
]

bus(
  '--dest=org.freedesktop.secrets',
  '/org/freedesktop/secrets',
  'org.freedesktop.Secret.Service.Lock',
  `array:objpath:${collection}`,
)
results['locked'] = [
  await seen(keychain.get('a')),
  await seen(keychain.set('a', 'x')),
  await seen(keychain.remove('a')),
]
while (running.size > 0) await wait(20)

daemon.kill('SIGSTOP')
const child = forkNode(entry, { env: process.env })
child.send({ call: 'getPassword', args: ['eSIM Desk', 'none'] })
child.disconnect()
results['without an answer and without the desk'] = await new Promise((resolve) =>
  child.once('exit', (_, signal) => resolve(signal)),
)
daemon.kill('SIGCONT')
await end(daemon)
process.stdout.write(JSON.stringify(results))
process.exit()
