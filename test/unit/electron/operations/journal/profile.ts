/** A profile folder in which desks are started and closed, for the tests of a lost, restored or replaced journal. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { JournalState } from '#shared/model/operation/journalState.ts'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../../electron/base/clock.ts'
import { createProfileStore } from '../../../../../electron/connections/profileStore.ts'
import { type OpenConnection, sandboxIdentity } from '../../../../../electron/connections/index.ts'
import { createOperations, outsideMarkStores, type Operations } from '../../../../../electron/operations/index.ts'
import { openStorage } from '../../../../../electron/storage/index.ts'
import type { Evidence } from '../../../../../electron/service/index.ts'
import { call } from '../../../../faults/desk.ts'
import { entry, item } from '../../../shared/model/things.ts'
import { memoryKeychain, silentLog } from '../../storage/support.ts'
import { deskNow, openOf, offlineClient } from '../reads.ts'
import { approveAll } from '../../../../support/approvals.ts'
import { temporaryFolder } from '../../../../support/temporaryFolder.ts'

export const lost: Evidence = { type: 'failure', cause: 'reset', written: true, code: null }
export const done: Evidence = { type: 'answer', status: 200, contentType: null, body: '', retryAfter: null }
const fresh = (uid: string) =>
  item({
    uid,
    balance: {
      activatedAt: new Date(deskNow).toISOString(),
      expiresAt: new Date(deskNow + 30 * 24 * 3_600_000).toISOString(),
    },
  })
export const refund = {
  kind: 'refund' as const,
  customerUid: CustomerUid.parse('customer-1'),
  itemUid: ItemUid.parse('i'),
}

interface StartOptions {
  readonly identity?: string
  readonly kind?: 'service' | 'sandbox'
}

/** What every desk of one test shares. A test may replace its parts between two desks. */
export interface Profile {
  folder: string
  keychain: ReturnType<typeof memoryKeychain>
  /** The folder for marks where there is no keychain. */
  readonly stateFolder: string
  /** The number of requests that moved money. */
  sent: number
  /** The number of refunds that were confirmed. Each is of a package of its own. */
  refunded: number
  /** What the service answers to the next of them. */
  evidence: Evidence
  /** The names of the stored connections. */
  names: readonly string[]
  /** Epoch milliseconds. */
  now: number
  readonly startDesk: (options?: StartOptions) => Promise<Desk>
  /** Starts a desk, runs an action, which is a refund by default, and closes the desk properly. */
  readonly useDesk: (act?: (desk: Desk) => Promise<unknown>, options?: StartOptions) => Promise<void>
  readonly removeJournal: () => Promise<unknown>
}

export interface Desk {
  readonly operations: Operations
  readonly state: () => Promise<JournalState>
  /** Previews and runs a refund, and returns the row or the code of the error. */
  readonly refund: () => Promise<unknown>
  readonly acknowledge: () => Promise<JournalState>
  readonly notified: readonly JournalState[]
  readonly close: () => Promise<void>
}

/** The state of a desk that misses nothing. */
export const nothingLost = { id: null, losses: [], refusesMoney: false }

export const journalFiles = ['journal.db', 'journal.db-wal']

export async function createProfile(): Promise<Profile> {
  const profile: Profile = {
    folder: await temporaryFolder(),
    keychain: memoryKeychain(),
    stateFolder: await temporaryFolder(),
    sent: 0,
    refunded: 0,
    evidence: done,
    names: [],
    now: deskNow,
    startDesk: (options = {}) => startDesk(profile, options),
    useDesk: async (act = (desk) => desk.refund(), options = {}) => {
      const desk = await profile.startDesk(options)
      await act(desk)
      await desk.close()
    },
    removeJournal: () => Promise.all(journalFiles.map((name) => rm(join(profile.folder, name), { force: true }))),
  }
  return profile
}

const uidOf = ({ refunded }: Profile): string => (refunded === 0 ? 'i' : `i${String(refunded)}`)

const connection = (profile: Profile, identity: string, kind: 'service' | 'sandbox'): OpenConnection => {
  const open = openOf(
    offlineClient({
      customer: () => Promise.resolve(entry([fresh(uidOf(profile))])),
      inventory: () => Promise.resolve({ items: [], unreadable: [] }),
      prepareMoney: () => Promise.resolve(),
      sendMoney: () => {
        profile.sent += 1
        return Promise.resolve(profile.evidence)
      },
    }),
    kind === 'sandbox' ? sandboxIdentity(identity) : identity,
  )
  return { ...open, profile: { ...open.profile, kind, name: `Name of ${identity}` } }
}

/** Composes the operations like `desk.ts`. */
async function startDesk(profile: Profile, { identity = 'shop-1', kind = 'service' }: StartOptions): Promise<Desk> {
  const { folder, keychain } = profile
  const storage = await openStorage({ folder, keychain, clock: systemClock, log: silentLog })
  const store = createProfileStore(join(folder, 'profiles.json'), systemClock)
  const open = connection(profile, identity, kind)
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
      ...outsideMarkStores(keychain, profile.stateFolder),
    ],
    quarantined: { journal: movedName('journal.db'), work: movedName('work.db') },
    connectionNames: () => Promise.resolve(profile.names),
    inventoryItems: () => Promise.resolve([]),
    agent: () => ({ osUser: 'desk', displayName: 'Ann' }),
    clock: { now: () => profile.now, monotonic: () => performance.now() },
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
        .preview({ ...refund, itemUid: ItemUid.parse(uidOf(profile)) }, call)
        .then(({ previewId }) => handlers.run({ previewId, refundReason: 'other' }, call))
        .then((row) => {
          if (row.state === 'CONFIRMED') profile.refunded += 1
          return row
        })
        .catch((thrown: unknown) => (thrown instanceof DeskError ? thrown.code : thrown)),
    acknowledge: async () => handlers.acknowledge({ id: (await state()).id ?? '' }, call),
  }
}
