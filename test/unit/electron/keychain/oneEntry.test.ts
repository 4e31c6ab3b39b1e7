/**
 * All secrets in one entry, where the system asks a person about each: how they get there, and what can't be lost.
 *
 * @module-tag long
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, test, vi } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { createKeychain, type Keychain, type KeytarLike } from '../../../../electron/keychain/index.ts'
import { eventually } from '../../../support/eventually.ts'
import { projectNode } from '../../../support/projectNode.ts'
import { createAskingKeychain, dyingAfter, type AskingKeychain } from './askingKeychain.ts'
import { bareEnvironment, keyringSession } from './session.ts'

const stored = {
  'key:work': '1'.repeat(64),
  'connection/a': '{"clientSecret":"ü"}',
  'key:events:a': '2'.repeat(64),
  mail: 'm',
}
type Name = keyof typeof stored
const names = Object.keys(stored) as Name[] // The keys of an object of this file.
const one = 'f/secrets'

/** A version that knows nothing of the one entry. */
const earlier = (system: AskingKeychain): Keychain =>
  createKeychain({ folderId: 'f', asks: false, load: () => Promise.resolve(system.keytarOf('build 1')) })
const desk = (system: AskingKeychain, version = '2', keytar: KeytarLike = system.keytarOf(`build ${version}`)) =>
  createKeychain({ folderId: 'f', asks: true, version, load: () => Promise.resolve(keytar) })

async function readAll(keychain: Keychain): Promise<Readonly<Record<string, string | null>>> {
  const found = await Promise.all(names.map(async (name) => [name, await keychain.get(name)] as const))
  return Object.fromEntries(found)
}

/** A keychain with the entries of the earlier version. */
async function ofEarlier(): Promise<AskingKeychain> {
  const system = createAskingKeychain()
  for (const name of names) await earlier(system).set(name, stored[name])
  return system
}

/** A keychain with the one entry of version 2, and those of the earlier version beside it. */
async function ofOneEntry(): Promise<AskingKeychain> {
  const system = await ofEarlier()
  await readAll(desk(system))
  system.questions.length = 0
  return system
}

/** Waits until no secret has an entry of its own any more. */
const besideRemoved = (system: AskingKeychain): Promise<void> =>
  eventually(() =>
    expect([...system.entries.keys()].filter((account) => !account.startsWith('f/probe-'))).toEqual([one]),
  )

describe('a person is asked', () => {
  it('about each entry of an earlier version once, and after that about one for each build', async () => {
    const system = await ofEarlier()
    expect(await readAll(desk(system))).toEqual(stored)
    expect(system.questions.toSorted()).toEqual(names.map((name) => `f/${name}`).toSorted())
    system.questions.length = 0
    expect(await readAll(desk(system))).toEqual(stored)
    expect(system.questions).toEqual([])
    const later = desk(system, '3')
    expect(await readAll(later)).toEqual(stored)
    await later.set('connection/b', 'new')
    expect(await later.get('relay/none')).toBeNull()
    await later.remove('connection/b')
    expect(system.questions).toEqual([one])
  })

  it('once for each start if each time is allowed alone, however often secrets are read', async () => {
    const system = await ofOneEntry()
    system.answer = () => Promise.resolve('once')
    const later = desk(system, '2', system.keytarOf('another build'))
    for (let read = 0; read < 3; read += 1) expect(await readAll(later)).toEqual(stored)
    expect(system.questions).toEqual([one])
  })

  it('again after a refusal, which reports no secret as missing', async () => {
    const system = await ofOneEntry()
    system.answer = () => Promise.resolve('denied')
    const later = desk(system, '3')
    await expect(later.get('key:work')).rejects.toMatchObject({ code: 'keychain_unavailable' })
    system.answer = () => Promise.resolve('always')
    expect(await readAll(later)).toEqual(stored)
  })
})

describe('two minutes are given', () => {
  it('to the answer of a person, of which the desk is notified after a second', async () => {
    vi.useFakeTimers()
    try {
      const system = await ofOneEntry()
      const { promise: answered, resolve: answer } = Promise.withResolvers<'always'>()
      system.answer = () => answered
      const onWaiting = vi.fn()
      const load = () => Promise.resolve(system.keytarOf('build 3'))
      const keychain = createKeychain({ folderId: 'f', asks: true, version: '3', load, onWaiting })
      const read = keychain.get('key:work')
      await vi.advanceTimersByTimeAsync(999)
      expect(onWaiting).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(59_001)
      expect([onWaiting.mock.calls.length, keychain.isPending()]).toEqual([1, true])
      answer('always')
      expect(await read).toBe(stored['key:work'])
      expect(keychain.isPending()).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('and a later answer is used without another question', async () => {
    vi.useFakeTimers()
    try {
      const system = await ofOneEntry()
      const { promise: answered, resolve: answer } = Promise.withResolvers<'once'>()
      system.answer = () => answered
      const later = desk(system, '3')
      const first = expect(later.get('key:work')).rejects.toMatchObject({ code: 'keychain_unavailable' })
      await vi.advanceTimersByTimeAsync(120_000)
      await first
      const second = later.get('key:work')
      answer('once')
      expect(await second).toBe(stored['key:work'])
      expect(system.questions).toEqual([one])
    } finally {
      vi.useRealTimers()
    }
  })

  it('but fifteen seconds where the system asks about no entry', async () => {
    vi.useFakeTimers()
    try {
      const never = createAskingKeychain()
      const keytar = { ...never.keytarOf('1'), setPassword: () => new Promise<never>(() => undefined) }
      const keychain = createKeychain({ folderId: 'f', asks: false, load: () => Promise.resolve(keytar) })
      const state = keychain.state()
      await vi.advanceTimersByTimeAsync(15_000)
      expect(await state).toBe('session')
    } finally {
      vi.useRealTimers()
    }
  })
})

test('nothing is waited for once the desk closes', async () => {
  const system = await ofOneEntry()
  system.answer = () => new Promise(() => undefined)
  const closing = new AbortController()
  const load = () => Promise.resolve(system.keytarOf('build 3'))
  const keychain = createKeychain({ folderId: 'f', asks: true, version: '3', load, closing: closing.signal })
  const read = keychain.get('key:work')
  await eventually(() => expect(system.questions).toHaveLength(1))
  closing.abort()
  await expect(read).rejects.toMatchObject({ code: 'aborted' })
  expect(keychain.isPending()).toBe(true)
})

describe('entries of their own', () => {
  it('stay beside the one entry for the version that made it, also those of new and changed secrets', async () => {
    const system = await ofOneEntry()
    await desk(system).set('connection/b', 'new')
    await desk(system).set('mail', 'changed')
    const back = earlier(system)
    expect(await readAll(back)).toEqual({ ...stored, mail: 'changed' })
    expect(await back.get('connection/b')).toBe('new')
  })

  it('are removed by the next version, which has found them in the one entry, and not read any more', async () => {
    const system = await ofOneEntry()
    expect(await readAll(desk(system, '3'))).toEqual(stored)
    await besideRemoved(system)
    expect(await readAll(desk(system, '3'))).toEqual(stored)
    expect(await readAll(desk(system))).toEqual(stored)
  })

  it('are removed by one start of the next version, and later starts leave the keychain as it is', async () => {
    const system = await ofOneEntry()
    await readAll(desk(system, '3'))
    await eventually(() => expect(JSON.parse(system.entries.get(one)?.password ?? '')).toMatchObject({ version: '3' }))
    const removed: string[] = []
    const keytar = system.keytarOf('build 3')
    const spied: KeytarLike = {
      ...keytar,
      deletePassword: (service, name) => (removed.push(name), keytar.deletePassword(service, name)),
    }
    const second = desk(system, '3', spied)
    expect(await readAll(second)).toEqual(stored)
    // It waits its turn behind what the start would remove.
    await second.set('mail', 'changed')
    expect(removed.filter((name) => !name.startsWith('f/probe-'))).toEqual([])
  })

  it('are removed after what is changed meanwhile, which stays', async () => {
    const system = await ofOneEntry()
    const first = desk(system, '3')
    await Promise.all([first.remove('connection/a'), first.set('mail', 'changed')])
    await besideRemoved(system)
    await first.set('mail', 'changed again')
    expect(await readAll(desk(system, '3'))).toEqual({ ...stored, 'connection/a': null, mail: 'changed again' })
  })

  it('are removed with a secret', async () => {
    const system = await ofOneEntry()
    await desk(system).remove('connection/a')
    expect([await earlier(system).get('connection/a'), await desk(system).get('connection/a')]).toEqual([null, null])
  })

  it('give a secret back that a desk on a copy of the folder has overwritten', async () => {
    const system = await ofOneEntry()
    const keytar = system.keytarOf('build 2')
    // The other desk writes between the read and the write of this one.
    let isFirst = true
    const slow: KeytarLike = {
      ...keytar,
      async getPassword(service, account) {
        const found = await keytar.getPassword(service, account)
        if (account === one && isFirst) {
          isFirst = false
          await desk(system).set('connection/other', 'of the other desk')
        }
        return found
      },
    }
    await desk(system, '2', slow).set('connection/b', 'of this desk')
    expect(system.entries.get(one)?.password).not.toContain('of the other desk')
    for (const version of ['2', '3'])
      expect(await desk(system, version).get('connection/other')).toBe('of the other desk')
    expect(await desk(system, '3').get('connection/b')).toBe('of this desk')
  })
})

test('desks on two profile folders have an entry each', async () => {
  const system = await ofOneEntry()
  const load = () => Promise.resolve(system.keytarOf('build 2'))
  const other = createKeychain({ folderId: 'g', asks: true, version: '2', load })
  await Promise.all([other.set('key:work', 'of g'), desk(system).set('connection/b', 'of f')])
  expect([await other.get('connection/b'), await other.get('key:work')]).toEqual([null, 'of g'])
  expect(await readAll(desk(system))).toEqual(stored)
})

describe('a process that is killed after any call of the keychain loses nothing', () => {
  /** Lets a desk die after each number of calls until it ends its work. Returns how often it died. */
  async function killedAfterEach(
    begin: () => Promise<AskingKeychain>,
    version: string,
    work: (keychain: Keychain, system: AskingKeychain) => Promise<unknown>,
    check: (system: AskingKeychain) => Promise<void>,
  ): Promise<number> {
    for (let calls = 0; ; calls += 1) {
      const system = await begin()
      const { keytar, died } = dyingAfter(calls, system.keytarOf(`build ${version}`))
      const worked = work(desk(system, version, keytar), system).then(() => 'done')
      const outcome = await Promise.race([died, worked])
      await check(system)
      if (outcome === 'done') return calls
    }
  }

  it('when the one entry is made', async () => {
    const deaths = await killedAfterEach(ofEarlier, '2', readAll, async (system) => {
      for (const reader of [earlier(system), desk(system), earlier(system), desk(system, '3')])
        expect(await readAll(reader)).toEqual(stored)
    })
    expect(deaths).toBeGreaterThan(15)
  })

  it('when the next version removes the others', async () => {
    const start = async (keychain: Keychain, system: AskingKeychain): Promise<void> => {
      await readAll(keychain)
      await besideRemoved(system)
    }
    const deaths = await killedAfterEach(ofOneEntry, '3', start, async (system) => {
      for (const version of ['3', '2', '3']) expect(await readAll(desk(system, version))).toEqual(stored)
      await besideRemoved(system)
    })
    expect(deaths).toBeGreaterThan(6)
  })

  it('when a secret is changed: it is the old one or the new one', async () => {
    const deaths = await killedAfterEach(
      ofOneEntry,
      '2',
      (keychain) => keychain.set('mail', 'changed'),
      async (system) => {
        for (const reader of [earlier(system), desk(system), desk(system, '3')]) {
          const { mail, ...others } = await readAll(reader)
          expect(['m', 'changed']).toContain(mail)
          expect({ ...others, mail: 'm' }).toEqual(stored)
        }
      },
    )
    expect(deaths).toBeGreaterThan(5)
  })

  it('when a secret is removed: the others stay', async () => {
    const deaths = await killedAfterEach(
      ofOneEntry,
      '2',
      (keychain) => keychain.remove('mail'),
      async (system) => {
        for (const reader of [earlier(system), desk(system), desk(system, '3')]) {
          const { mail, ...others } = await readAll(reader)
          expect(['m', null]).toContain(mail)
          expect({ ...others, mail: 'm' }).toEqual(stored)
        }
      },
    )
    expect(deaths).toBeGreaterThan(5)
  })
})

describe('what the keychain refuses or returns wrongly', () => {
  it.each(['', 'no JSON', '{"secrets":{"mail":1},"version":"2"}', '{"secrets":{},"version":"2","more":1}', '[]'])(
    'a damaged entry (%j) is reported as such, and neither replaced nor taken for an empty one',
    async (damaged) => {
      const system = await ofOneEntry()
      const before = new Map(system.entries)
      const entry = system.entries.get(one)
      if (entry === undefined) throw new Error('no entry')
      system.entries.set(one, { ...entry, password: damaged })
      const keychain = desk(system)
      for (const work of [
        () => keychain.get('key:work'),
        () => keychain.get('none'),
        () => keychain.set('key:work', 'x'),
        () => keychain.remove('mail'),
      ])
        await expect(work()).rejects.toSatisfy(
          // A cause might quote the entry.
          (thrown) => thrown instanceof DeskError && thrown.code === 'keychain_damaged' && thrown.cause === undefined,
        )
      expect(system.entries.get(one)?.password).toBe(damaged)
      // What the window advises a person to do: without the entry those beside it are read.
      system.entries.delete(one)
      expect(await readAll(desk(system))).toEqual(stored)
      expect([...system.entries.keys()].toSorted()).toEqual([...before.keys()].toSorted())
    },
  )

  it('an entry that can not be written leaves those of the earlier version as they are and readable', async () => {
    const system = await ofEarlier()
    const before = new Map([...system.entries].map(([account, { password }]) => [account, password]))
    const keytar = system.keytarOf('build 2')
    const full: KeytarLike = {
      ...keytar,
      setPassword: (service, account, password) =>
        account === one
          ? Promise.reject(new Error('The disk is full'))
          : keytar.setPassword(service, account, password),
    }
    const keychain = desk(system, '2', full)
    expect(await readAll(keychain)).toEqual(stored)
    await expect(keychain.set('mail', 'changed')).rejects.toMatchObject({ code: 'keychain_unavailable' })
    expect(new Map([...system.entries].map(([account, { password }]) => [account, password]))).toEqual(before)
  })

  it('an entry that is cut when it is written is noticed before another one is removed', async () => {
    const system = await ofEarlier()
    const keytar = system.keytarOf('build 2')
    const cutting: KeytarLike = {
      ...keytar,
      setPassword: (service, account, password) =>
        keytar.setPassword(service, account, account === one ? password.slice(0, 100) : password),
    }
    expect(await readAll(desk(system, '2', cutting))).toEqual(stored)
    expect(await readAll(earlier(system))).toEqual(stored)
  })

  it('a keychain that is locked reports nothing as missing, and nothing is written', async () => {
    const system = await ofOneEntry()
    const keytar = system.keytarOf('build 2')
    let isLocked = false
    const lockable: KeytarLike = {
      getPassword: (...request) => (isLocked ? Promise.resolve(null) : keytar.getPassword(...request)),
      setPassword: (...request) => (isLocked ? Promise.reject(new Error('locked')) : keytar.setPassword(...request)),
      deletePassword: (...request) => (isLocked ? Promise.resolve(false) : keytar.deletePassword(...request)),
    }
    const keychain = desk(system, '2', lockable)
    expect(await keychain.state()).toBe('stored')
    isLocked = true
    for (const work of [() => keychain.get('key:work'), () => keychain.set('mail', 'x'), () => keychain.get('none')])
      await expect(work()).rejects.toMatchObject({ code: 'keychain_unavailable' })
    isLocked = false
    expect(await readAll(keychain)).toEqual(stored)
  })
})

test.runIf(process.platform === 'linux')(
  'in a real gnome-keyring: the one entry is made by processes that are killed after each call, and nothing is lost',
  async () => {
    const script = fileURLToPath(new URL('killed.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(
      'dbus-run-session',
      ['--', 'sh', '-c', keyringSession, projectNode, script],
      { env: await bareEnvironment() },
    )
    expect(JSON.parse(stdout)).toEqual({ deaths: expect.any(Number), wrong: [] })
    expect((JSON.parse(stdout) as { deaths: number }).deaths).toBeGreaterThan(15)
  },
)
