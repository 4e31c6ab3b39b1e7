/** Which relay a connection has, and what becomes of the events of the relay that it had before. */
import { expect, test } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { relayPaths } from '#shared/wire/relay.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import type { Connections, OpenConnection, StoredRelay } from '../../../../electron/connections/index.ts'
import { newDeviceKeys } from '../../../../electron/events/relay/keys.ts'
import { createRelayLink } from '../../../../electron/events/relayLink.ts'
import type { Answer } from '../../../../electron/service/index.ts'
import { silentLog } from '../storage/support.ts'

const address = 'https://relay.example/'

function answersOf(connection: string): Record<string, unknown> {
  const at = '2026-11-22T10:00:00.000Z'
  return {
    [relayPaths.devices]: { device: 'device-2', name: 'Anna', connection, feed: 'feed-1' },
    [relayPaths.challenges]: { challenge: 'challenge', expiresAt: at },
    [relayPaths.tokens]: { token: 'a token of a relay that is long enough', expiresAt: at },
    [relayPaths.leave]: { left: true },
    [relayPaths.status]: { feed: 'feed-1', connection, last: 0, spooling: false, kinds: [] },
  }
}

/** `before` is the relay that the connection has, and `connection` the one that the new relay names. */
function setUp({
  before = null as Partial<StoredRelay> | null,
  connection = 'shop',
  deleteEvents = () => undefined as void,
  privateKey = () => Promise.resolve(newDeviceKeys().privateKey),
  status = 200,
}) {
  const open = {
    profile: { id: 'id-1', kind: 'service', address: 'https://service.example', proxy: null },
    signal: new AbortController().signal,
  } as unknown as OpenConnection
  const steps: string[] = []
  const stored = before === null ? null : ({ address, device: 'device-1', name: 'Anna', ...before } as StoredRelay)
  const relays: Pick<Connections['relays'], 'find' | 'privateKey' | 'set' | 'remove'> = {
    find: () => Promise.resolve(stored),
    privateKey,
    set: (_id, relay) =>
      Promise.resolve((steps.push(`set ${relay.connectedAt.slice(0, 4)}`), { ...relay, key: 'stored' })),
    remove: () => Promise.resolve(void steps.push('remove')),
  }
  const link = createRelayLink({
    active: {
      requireOpen: () => undefined,
      restart: (_open, between) => between(),
      deleteEvents: () => Promise.resolve(void steps.push('delete events')).then(deleteEvents),
    },
    connections: {
      require: () => open,
      relays: relays,
      openEndpoint: () =>
        ({
          send: ({ path }: { readonly path: string }) => {
            if (path === relayPaths.leave) steps.push('leave')
            return Promise.resolve<Answer>({
              type: 'answer',
              status,
              headers: new Map([['content-type', 'application/json']]),
              body: Buffer.from(JSON.stringify(answersOf(connection)[path])),
            })
          },
          close: () => Promise.resolve(),
        }) as never,
    },
    approvals: { relay: () => Promise.resolve() },
    clock: { ...systemClock, now: () => Date.parse('2026-11-22T10:00:00Z') },
    log: silentLog,
  })
  const connect = (): Promise<void> => link.connect({ address, code: 'code' }, new AbortController().signal)
  return { link, steps, connect }
}

const earlier = { connectedAt: '2025-01-01T00:00:00.000Z' }

test('the events stay if this desk joins the same connection of the same relay again', async () => {
  const before = { ...earlier, address: 'https://relay.example', connection: 'shop' }
  const { steps, connect } = setUp({ before })
  await connect()
  expect(steps).toEqual(['set 2025'])
})

test.each([
  ['another connection of the same relay', { ...earlier, address: 'https://relay.example', connection: 'other shop' }],
  ['an unknown connection of the same relay', { ...earlier, address: 'https://relay.example', connection: null }],
  ['another relay', { ...earlier, address: 'https://other.example', connection: 'shop' }],
  ['no relay', null],
])('the events are deleted once the new relay is stored if the desk had %s before', async (_name, before) => {
  const { steps, connect } = setUp({ before })
  await connect()
  expect(steps).toEqual(['set 2026', 'delete events'])
})

const failing = (): never => {
  throw new DeskError('storage_unreadable', 'The file is open elsewhere')
}

test('there is no relay if the events of the one before it remain', async () => {
  const { steps, connect } = setUp({ deleteEvents: failing })
  await expect(connect()).rejects.toMatchObject({ code: 'storage_unreadable' })
  expect(steps).toEqual(['set 2026', 'delete events', 'remove'])
})

test('the relay stays if its events cannot be deleted', async () => {
  const { steps, link } = setUp({ deleteEvents: failing })
  await expect(link.disconnect(new AbortController().signal)).rejects.toMatchObject({ code: 'storage_unreadable' })
  expect(steps).toEqual(['delete events'])
})

const had = { ...earlier, connection: 'shop' }
const failed = (): Promise<string> => Promise.reject(new DeskError('keychain_unavailable', 'The keychain is locked'))

test('a relay that this desk leaves is notified after the key and the events are deleted', async () => {
  const { steps, link } = setUp({ before: had })
  expect(await link.disconnect(new AbortController().signal)).toBe(true)
  expect(steps).toEqual(['delete events', 'remove', 'leave'])
})

test.each([
  ['does not know the call', { status: 404 }],
  ['cannot be asked because the key cannot be read', { privateKey: failed }],
])('a relay that %s is left all the same', async (_name, options) => {
  const { steps, link } = setUp({ before: had, ...options })
  expect(await link.disconnect(new AbortController().signal)).toBe(false)
  expect(steps.slice(0, 2)).toEqual(['delete events', 'remove'])
})
