/**
 * The keychain: a real one if the system can have one, and the reported states if there is none.
 *
 * @module-tag long
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createKeychain, type KeytarLike } from '../../../../electron/keychain/index.ts'
import { projectNode } from '../../../support/projectNode.ts'
import { bareEnvironment, keyringSession } from './session.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('roundTrip.ts', import.meta.url))
const restartedScript = fileURLToPath(new URL('restarted.ts', import.meta.url))
const lockedScript = fileURLToPath(new URL('locked.ts', import.meta.url))

function memoryKeytar(): KeytarLike {
  const kept = new Map<string, string>()
  const name = (service: string, account: string): string => JSON.stringify([service, account])
  return {
    getPassword: (service, account) => Promise.resolve(kept.get(name(service, account)) ?? null),
    setPassword: (service, account, password) => Promise.resolve(void kept.set(name(service, account), password)),
    deletePassword: (service, account) => Promise.resolve(kept.delete(name(service, account))),
  }
}

const never = (): Promise<never> => new Promise(() => undefined)

it.runIf(process.platform === 'linux')(
  'keeps, reads and removes secrets in a real gnome-keyring, a folder for itself',
  async () => {
    const { stdout } = await run('dbus-run-session', ['--', 'sh', '-c', keyringSession, projectNode, script], {
      env: await bareEnvironment(),
    })
    expect(JSON.parse(stdout)).toEqual({
      state: 'stored',
      set: 'stored',
      read: 'secret ü 1',
      otherFolder: null,
      removed: null,
    })
  },
)

it.runIf(process.platform === 'linux')('never takes a locked gnome-keyring for an empty one', async () => {
  const { stdout } = await run('dbus-run-session', ['--', 'sh', '-c', keyringSession, projectNode, lockedScript], {
    env: await bareEnvironment(),
  })
  expect(JSON.parse(stdout)).toEqual({ kept: 'throws', never: 'throws', late: 'session', again: 'session' })
})

it.runIf(process.platform === 'linux')(
  'finds a gnome-keyring again that was restarted, and distinguishes an emptied one from a locked one',
  async () => {
    const { stdout } = await run('dbus-run-session', ['--', projectNode, restartedScript], {
      env: await bareEnvironment(),
    })
    expect(JSON.parse(stdout)).toEqual({
      'restarted once': ['kept', 'stored', null],
      'then, once': 'once',
      'restarted twice': ['kept', 'stored', null],
      'then, twice': 'twice',
      emptied: [null, null, 'stored'],
      locked: ['keychain_unavailable', 'keychain_unavailable', 'keychain_unavailable'],
      'without an answer and without the desk': 'SIGKILL',
    })
  },
)

it.runIf(process.platform === 'linux')(
  'reports that there is no keychain, and stores secrets for this session',
  async () => {
    const { stdout } = await run(projectNode, [script], {
      env: { ...(await bareEnvironment()), DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' },
    })
    // The second keychain of the script stands for the next session: it finds nothing.
    expect(JSON.parse(stdout)).toEqual({
      state: 'session',
      set: 'session',
      read: null,
      otherFolder: null,
      removed: 'secret ü 1',
    })
  },
)

it('stores secrets for this session if the library can’t be loaded', async () => {
  const keychain = createKeychain({ folderId: 'f', load: () => Promise.reject(new Error('no such module')) })
  expect(await keychain.set('a', 'secret')).toBe('session')
  expect([await keychain.state(), await keychain.get('a')]).toEqual(['session', 'secret'])
  await keychain.remove('a')
  expect(await keychain.get('a')).toBeNull()
})

it.each([
  ['never answers a write', { setPassword: never }],
  ['never answers a read', { getPassword: never }],
  ['forgets what it was given', { getPassword: () => Promise.resolve(null) }],
])('doesn’t wait for a keychain that %s', async (_name, fault) => {
  const keychain = createKeychain({
    folderId: 'f',
    timeoutMs: 50,
    load: () => Promise.resolve({ ...memoryKeytar(), ...fault }),
  })
  expect(await keychain.state()).toBe('session')
})

it('tests the keychain once, whoever calls', async () => {
  let loads = 0
  const keytar = memoryKeytar()
  const keychain = createKeychain({ folderId: 'f', load: () => Promise.resolve(((loads += 1), keytar)) })
  expect(loads).toBe(0)
  await Promise.all([keychain.state(), keychain.get('a'), keychain.set('a', 'secret'), keychain.state()])
  expect(loads).toBe(1)
  expect(await keychain.get('a')).toBe('secret')
})

it('tests it again only on request, and once for concurrent callers', async () => {
  let loads = 0
  const keychain = createKeychain({
    folderId: 'f',
    load: () => ((loads += 1) < 3 ? Promise.reject(new Error('locked')) : Promise.resolve(memoryKeytar())),
  })
  expect([await keychain.state(), await keychain.state(), await keychain.state({ refresh: true })]).toEqual([
    'session',
    'session',
    'session',
  ])
  expect(await keychain.set('a', 'of this session')).toBe('session')
  expect(await Promise.all([keychain.state({ refresh: true }), keychain.state({ refresh: true })])).toEqual([
    'stored',
    'stored',
  ])
  expect(await keychain.state({ refresh: true })).toBe('stored')
  expect(loads).toBe(3)
  // A session secret stays available until another one is stored under its name.
  expect(await keychain.get('a')).toBe('of this session')
  expect(await keychain.set('a', 'newer')).toBe('stored')
  expect(await keychain.get('a')).toBe('newer')
})
