/** The detection of a lost, restored or replaced journal, on real files and with real marks. */
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { JournalState } from '#shared/model/journalState.ts'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../../electron/base/clock.ts'
import { createProfileStore } from '../../../../../electron/connections/profileStore.ts'
import type { OpenConnection } from '../../../../../electron/connections/index.ts'
import { createOperations, keychainMarkStore, type Operations } from '../../../../../electron/operations/index.ts'
import { journalMigrations } from '../../../../../electron/operations/journal/schema.ts'
import { migrate, openStorage } from '../../../../../electron/storage/index.ts'
import type { Evidence } from '../../../../../electron/service/index.ts'
import { call } from '../../../../faults/desk.ts'
import { entry, item } from '../../../shared/model/things.ts'
import { memoryKeychain, silentLog } from '../../storage/support.ts'
import { deskNow, openOf, offlineClient } from '../reads.ts'
import { approveAll } from '../../../../support/approvals.ts'
import { temporaryFolder } from '../../../../support/temporaryFolder.ts'

const lost: Evidence = { type: 'failure', cause: 'reset', written: true, code: null }
const done: Evidence = { type: 'answer', status: 200, contentType: null, body: '', retryAfter: null }
const fresh = item({
  uid: 'i',
  balance: {
    activatedAt: new Date(deskNow).toISOString(),
    expiresAt: new Date(deskNow + 30 * 24 * 3_600_000).toISOString(),
  },
})
const refund = { kind: 'refund' as const, customerUid: CustomerUid.parse('customer-1'), itemUid: ItemUid.parse('i') }

type MemoryKeychain = ReturnType<typeof memoryKeychain>

interface Desk {
  readonly operations: Operations
  readonly state: () => Promise<JournalState>
  /** Previews and runs a refund, and returns the row or the code of the error. */
  readonly refund: () => Promise<unknown>
  readonly acknowledge: () => Promise<JournalState>
  readonly notified: readonly JournalState[]
  readonly close: () => Promise<void>
}

let folder: string
let keychain: MemoryKeychain
let sent: number
let evidence: Evidence
let names: readonly string[]

beforeEach(async () => {
  folder = await temporaryFolder()
  keychain = memoryKeychain()
  sent = 0
  evidence = done
  names = []
})

const connection = (identity: string, kind: 'service' | 'sandbox'): OpenConnection => {
  const open = openOf(
    offlineClient({
      customer: () => Promise.resolve(entry([fresh])),
      inventory: () => Promise.resolve({ items: [], unreadable: [] }),
      prepareMoney: () => Promise.resolve(),
      sendMoney: () => {
        sent += 1
        return Promise.resolve(evidence)
      },
    }),
    identity,
  )
  return { ...open, profile: { ...open.profile, kind, name: `Name of ${identity}` } }
}

/** Composes the operations like `desk.ts`. */
async function startDesk({
  identity = 'shop-1',
  kind = 'service',
}: { readonly identity?: string; readonly kind?: 'service' | 'sandbox' } = {}): Promise<Desk> {
  const storage = await openStorage({ folder, keychain, clock: systemClock, log: silentLog })
  const store = createProfileStore(join(folder, 'profiles.json'), systemClock)
  const open = connection(identity, kind)
  const notified: JournalState[] = []
  const movedName = (file: string): string | null =>
    storage.quarantined.map((path) => path.slice(folder.length + 1)).find((name) => name.startsWith(`${file}.`)) ?? null
  const operations = createOperations({
    approvals: approveAll,
    connections: { current: () => open, require: () => open, onChange: () => () => undefined },
    journal: storage.journal,
    work: storage.work,
    workStorage: storage.workLocation,
    markStores: [
      { name: 'profiles.json', read: store.journalMark, write: store.setJournalMark },
      keychainMarkStore(keychain),
    ],
    quarantined: { journal: movedName('journal.db'), work: movedName('work.db') },
    connectionNames: () => Promise.resolve(names),
    inventoryItems: () => Promise.resolve([]),
    agent: () => ({ osUser: 'desk', displayName: 'Ann' }),
    clock: { now: () => deskNow, monotonic: () => performance.now() },
    log: silentLog,
    onFresh: () => undefined,
    saveFile: () => Promise.resolve(null),
    timer: () => () => undefined,
    emit: (event, payload) => {
      if (event === 'journal.changed') notified.push(payload as JournalState)
    }, // the payload of this event
  })
  const { handlers } = operations
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await operations.close()
    storage.close()
  }
  onTestFinished(close)
  operations.recover()
  const state = () => handlers.journal(undefined, call)
  return {
    operations,
    state,
    notified,
    close,
    refund: async () =>
      handlers
        .run({ previewId: (await handlers.preview(refund, call)).previewId, refundReason: 'other' }, call)
        .catch((thrown: unknown) => (thrown instanceof DeskError ? thrown.code : thrown)),
    acknowledge: async () => handlers.acknowledge({ id: (await state()).id ?? '' }, call),
  }
}

/** Starts a desk, runs an action, and closes the desk properly. */
async function useDesk(
  act: (desk: Desk) => Promise<unknown> = (desk) => desk.refund(),
  choice: Parameters<typeof startDesk>[0] = {},
): Promise<void> {
  const desk = await startDesk(choice)
  await act(desk)
  await desk.close()
}

const journalFiles = ['journal.db', 'journal.db-wal']
const removeJournal = (): Promise<unknown> =>
  Promise.all(journalFiles.map((name) => rm(join(folder, name), { force: true })))
const nothingLost = { id: null, losses: [], refusesMoney: false }
const limit = (dailyLimit: string | null) => ({
  userCountry: null,
  userIp: null,
  metatag: '{id} {reference}',
  dailyLimit,
  askAbove: '50',
})

describe('a journal that is missing', () => {
  it('refuses money until a person has acknowledged the loss', async () => {
    evidence = lost
    await useDesk(async (desk) => {
      await desk.operations.handlers.setRules(limit('20'), call)
      await desk.refund()
    })
    await removeJournal()
    evidence = done
    const desk = await startDesk()
    expect(await desk.state()).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      refusesMoney: true,
      losses: [
        {
          file: 'journal',
          kind: 'missing',
          movedTo: null,
          knownUntil: new Date(deskNow).toISOString(),
          missing: 1,
          connections: [{ name: 'Name of shop-1', dailyLimit: '20', unresolved: 1 }],
        },
      ],
    })
    const preview = await desk.operations.handlers.preview(refund, call)
    expect([preview.possible, preview.reasons]).toEqual([false, ['journal_unacknowledged']])
    expect(await desk.refund()).toBe('journal_unacknowledged')
    expect(sent).toBe(1)
    expect(await desk.acknowledge()).toEqual(nothingLost)
    expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
    expect(await desk.operations.handlers.rules(undefined, call)).toEqual(limit('20'))
    await desk.close()
    expect(await (await startDesk()).state()).toEqual(nothingLost)
  })

  it('is reported at every start until it is restored', async () => {
    await useDesk()
    await mkdir(join(folder, 'backup'))
    await Promise.all(
      journalFiles.map((name) => rename(join(folder, name), join(folder, 'backup', name)).catch(() => undefined)),
    )
    const isRefused = (): Promise<void> =>
      useDesk(async (desk) => expect(await desk.refund()).toBe('journal_unacknowledged'))
    await isRefused()
    await isRefused()
    await removeJournal()
    await Promise.all(
      journalFiles.map((name) => rename(join(folder, 'backup', name), join(folder, name)).catch(() => undefined)),
    )
    const desk = await startDesk()
    expect(await desk.state()).toEqual(nothingLost)
    expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
  })

  it.each(['profiles.json', 'keychain'])('is also detected without the mark in the %s', async (removedMark) => {
    await useDesk()
    await removeJournal()
    if (removedMark === 'keychain') keychain.secrets.delete('journal-mark')
    else await rm(join(folder, 'profiles.json'))
    const desk = await startDesk()
    expect((await desk.state()).losses).toMatchObject([{ file: 'journal', kind: 'missing' }])
    expect(await desk.refund()).toBe('journal_unacknowledged')
  })

  it('is detected by the stored connections if an earlier version wrote no mark', async () => {
    names = ['Acme', 'Other']
    await useDesk(async (desk) => expect(await desk.refund()).toBe('journal_unacknowledged'))
    const desk = await startDesk()
    expect((await desk.state()).losses).toMatchObject([
      { kind: 'missing', missing: null, knownUntil: null, connections: [{ name: 'Acme' }, { name: 'Other' }] },
    ])
    await desk.acknowledge()
    await desk.close()
    expect(await (await startDesk()).state()).toEqual(nothingLost)
  })

  it('is reported with all its connections, and refuses money on each', async () => {
    await useDesk()
    await useDesk(undefined, { identity: 'shop-2' })
    await removeJournal()
    const desk = await startDesk({ identity: 'shop-3' })
    expect((await desk.state()).losses[0]?.connections.map(({ name }) => name).toSorted()).toEqual([
      'Name of shop-1',
      'Name of shop-2',
    ])
    expect(await desk.refund()).toBe('journal_unacknowledged')
  })
})

it('a first start reports no loss, and neither does the next one', async () => {
  await useDesk(async (desk) => {
    expect(await desk.state()).toEqual(nothingLost)
    expect(desk.notified).toEqual([])
  })
  expect(await (await startDesk()).state()).toEqual(nothingLost)
})

it('a damaged journal is reported with its quarantined copy and its contents', async () => {
  await useDesk()
  await writeFile(join(folder, 'journal.db'), 'this is no database at all '.repeat(500))
  const desk = await startDesk()
  const [loss] = (await desk.state()).losses
  expect(loss).toMatchObject({
    file: 'journal',
    kind: 'damaged',
    movedTo: expect.stringMatching(/^journal\.db\.unreadable-/),
    missing: 1,
    connections: [{ name: 'Name of shop-1' }],
  })
  expect(await readFile(join(folder, loss?.movedTo ?? ''), 'utf8')).toContain('no database')
  expect(await desk.refund()).toBe('journal_unacknowledged')
})

it('a damaged journal without marks refuses money at the next start too', async () => {
  await writeFile(join(folder, 'journal.db'), 'this is no database at all '.repeat(500))
  await useDesk(async (desk) => expect((await desk.state()).losses).toMatchObject([{ kind: 'damaged', missing: null }]))
  const desk = await startDesk()
  expect((await desk.state()).losses).toMatchObject([{ kind: 'missing', missing: null }])
  expect(await desk.refund()).toBe('journal_unacknowledged')
})

describe('a journal restored from a copy', () => {
  const copy = join('..', 'copy')
  const backUp = (): Promise<void> => cp(join(folder, 'journal.db'), join(folder, `${copy}.${folder.slice(-6)}`))
  const restore = async (): Promise<void> => {
    await removeJournal()
    await cp(join(folder, `${copy}.${folder.slice(-6)}`), join(folder, 'journal.db'))
  }
  const clean = (): void => onTestFinished(() => rm(join(folder, `${copy}.${folder.slice(-6)}`), { force: true }))

  it('is reported as older, with the number of missing operations and their connections', async () => {
    clean()
    await useDesk(undefined, { identity: 'shop-1' })
    await backUp()
    await useDesk(
      async (desk) => {
        await desk.refund()
        await desk.refund()
      },
      { identity: 'shop-2' },
    )
    await restore()
    const desk = await startDesk()
    expect((await desk.state()).losses).toMatchObject([
      { file: 'journal', kind: 'older', missing: 2, connections: [{ name: 'Name of shop-2' }] },
    ])
    expect(await desk.refund()).toBe('journal_unacknowledged')
    await desk.acknowledge()
    // The same copy again: the acknowledgement covers only the rows that were missing at that time.
    await desk.refund()
    await desk.close()
    await restore()
    expect((await (await startDesk()).state()).losses).toMatchObject([
      { kind: expect.stringMatching(/^(older|other)$/) },
    ])
  })

  it('that lacks only transitions is detected before the start writes anything', async () => {
    clean()
    evidence = lost
    await useDesk()
    await backUp()
    await useDesk(async (desk) => {
      const [row] = (await desk.operations.handlers.list(undefined, call)).rows
      await desk.operations.handlers.resolve(
        { id: row?.id ?? '', outcome: 'CONFIRMED', reason: 'the portal says so' },
        call,
      )
    })
    await restore()
    expect((await (await startDesk()).state()).losses).toMatchObject([
      { kind: 'older', missing: 0, connections: [{ name: 'Name of shop-1' }] },
    ])
  })

  it('together with the whole folder is detected by the mark in the keychain', async () => {
    clean()
    await useDesk()
    await backUp()
    const profiles = await readFile(join(folder, 'profiles.json'), 'utf8')
    await useDesk()
    await restore()
    await writeFile(join(folder, 'profiles.json'), profiles)
    expect((await (await startDesk()).state()).losses).toMatchObject([{ kind: 'older', missing: 1 }])
  })
})

it('a journal of another folder is reported as other', async () => {
  await useDesk()
  const here = folder
  folder = await temporaryFolder()
  const mine = keychain
  keychain = memoryKeychain()
  await useDesk()
  const theirs = await readFile(join(folder, 'journal.db'))
  folder = here
  keychain = mine
  await removeJournal()
  await writeFile(join(folder, 'journal.db'), theirs)
  const desk = await startDesk()
  expect((await desk.state()).losses).toMatchObject([{ kind: 'other', missing: 1 }])
  expect(await desk.refund()).toBe('journal_unacknowledged')
})

describe('an outdated mark is no loss', () => {
  it.each(['profiles.json', 'keychain'])('from an older %s', async (which) => {
    await useDesk()
    const profiles = await readFile(join(folder, 'profiles.json'), 'utf8')
    const earlierMark = keychain.secrets.get('journal-mark') ?? ''
    await useDesk()
    if (which === 'keychain') keychain.secrets.set('journal-mark', earlierMark)
    else await writeFile(join(folder, 'profiles.json'), profiles)
    const desk = await startDesk()
    expect(await desk.state()).toEqual(nothingLost)
    expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
  })

  it('from before an acknowledgement, which the journal contains', async () => {
    await useDesk()
    const profiles = await readFile(join(folder, 'profiles.json'), 'utf8')
    await removeJournal()
    await useDesk((desk) => desk.acknowledge())
    await writeFile(join(folder, 'profiles.json'), profiles)
    expect(await (await startDesk()).state()).toEqual(nothingLost)
  })

  it('in a profile with another or an empty keychain', async () => {
    await useDesk()
    keychain = memoryKeychain()
    const desk = await startDesk()
    // The key of the encrypted file is not in this keychain, which does not affect money.
    expect(await desk.state()).toMatchObject({
      refusesMoney: false,
      losses: [{ file: 'work', kind: 'damaged', missing: 1 }],
    })
    expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
  })

  it('of a desk that was killed before it could write the mark', async () => {
    const desk = await startDesk()
    await desk.refund()
    // The mark was written with the first preview, so it does not contain the refund.
    await expect
      .poll(() => readFile(join(folder, 'profiles.json'), 'utf8').catch(() => ''))
      .toContain('"operations": 0')
    await cp(folder, `${folder}-killed`, { recursive: true })
    onTestFinished(() => rm(`${folder}-killed`, { recursive: true, force: true }))
    await desk.close()
    folder = `${folder}-killed`
    keychain = memoryKeychain()
    const restarted = await startDesk()
    expect((await restarted.state()).refusesMoney).toBe(false)
    await restarted.close()
    await removeJournal()
    expect(await (await startDesk()).refund()).toBe('journal_unacknowledged')
  })
})

it('a keychain that is locked at the start is read again before money is sent', async () => {
  await useDesk()
  await removeJournal()
  await rm(join(folder, 'profiles.json'))
  const { get } = keychain
  let locked = true
  keychain = { ...keychain, get: (account) => (locked ? Promise.reject(new Error('locked')) : get(account)) }
  const desk = await startDesk()
  expect(await desk.state()).toEqual(nothingLost)
  locked = false
  expect(await desk.refund()).toBe('journal_unacknowledged')
  expect(desk.notified).toMatchObject([{ refusesMoney: true }])
})

it('a sandbox is neither marked nor refused', async () => {
  await useDesk(undefined, { kind: 'sandbox', identity: 'sandbox-run-1' })
  expect(keychain.secrets.has('journal-mark')).toBe(false)
  await useDesk()
  await removeJournal()
  const desk = await startDesk({ kind: 'sandbox', identity: 'sandbox-run-2' })
  expect((await desk.state()).losses).toMatchObject([{ connections: [{ name: 'Name of shop-1' }] }])
  expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
})

describe('work.db', () => {
  it('that is missing is reported, refuses no money, and can be acknowledged', async () => {
    await useDesk()
    for (const ending of ['', '-wal']) await rm(join(folder, `work.db${ending}`), { force: true })
    const desk = await startDesk()
    expect(await desk.state()).toMatchObject({
      refusesMoney: false,
      losses: [{ file: 'work', kind: 'missing', missing: 1, connections: [] }],
    })
    expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
    await desk.close()
    const next = await startDesk()
    expect((await next.state()).losses).toMatchObject([{ file: 'work' }])
    expect(await next.acknowledge()).toEqual(nothingLost)
    await next.close()
    expect(await (await startDesk()).state()).toEqual(nothingLost)
  })

  it('that is damaged is reported with its quarantined copy', async () => {
    await useDesk()
    await writeFile(join(folder, 'work.db'), 'this is no database at all '.repeat(500))
    expect((await (await startDesk()).state()).losses).toMatchObject([
      { file: 'work', kind: 'damaged', movedTo: expect.stringMatching(/^work\.db\.unreadable-/), missing: 1 },
    ])
  })

  it('that is in memory is not reported', async () => {
    await useDesk()
    keychain = memoryKeychain('session')
    expect(await (await startDesk()).state()).toEqual(nothingLost)
  })
})

it('an acknowledgement is stored in the journal with its agent and losses, and can not be deleted', async () => {
  await useDesk()
  await removeJournal()
  await useDesk((desk) => desk.acknowledge())
  const { journal, close } = await openStorage({ folder, keychain, clock: systemClock, log: silentLog })
  onTestFinished(close)
  const row = journal
    .prepare('SELECT agent_user, agent_name, acknowledged FROM journal_identity ORDER BY seq DESC LIMIT 1')
    .get()
  expect(row).toMatchObject({
    agent_user: 'desk',
    agent_name: 'Ann',
    acknowledged: expect.stringContaining('"kind":"missing"'),
  })
  expect(() => journal.exec('DELETE FROM journal_identity')).toThrow(/never changed/)
})

it('an acknowledgement of other losses is ignored', async () => {
  await useDesk()
  await removeJournal()
  const desk = await startDesk()
  const before = await desk.state()
  expect(await desk.operations.handlers.acknowledge({ id: '0'.repeat(32) }, call)).toEqual(before)
  expect(await desk.refund()).toBe('journal_unacknowledged')
})

it('a journal of an earlier version without marks is accepted', async () => {
  const { journal, close } = await openStorage({ folder, keychain, clock: systemClock, log: silentLog })
  migrate(journal, journalMigrations.slice(0, -1))
  close()
  names = ['Acme']
  await useDesk(async (desk) => {
    expect(await desk.state()).toEqual(nothingLost)
    expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
  })
  await removeJournal()
  expect(await (await startDesk()).refund()).toBe('journal_unacknowledged')
})
