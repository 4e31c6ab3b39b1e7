/**
 * Events of the open connection: an inbox, timelines, and the reads that they cause. This module moves no money and
 * relies on nothing that an event reports. The parts that receive and store are loaded once the first screen is
 * painted.
 */
import { DeskError } from '#shared/errors.ts'
import { maxEsimEvents } from '#shared/model/esim/esimWarning.ts'
import type { EventRow, EventStatus } from '#shared/model/customer/events.ts'
import type { Iccid } from '#shared/wire/ids.ts'
import type { WebhookKind } from '#shared/wire/webhookKind.ts'
import type { Approvals } from '../approvals/index.ts'
import type { HandlersOf } from '../bridge/index.ts'
import { isStored, type Connections } from '../connections/index.ts'
import { createActiveEvents, type ActiveEvents, type ActiveEventsOptions } from './activeEvents.ts'
import { createRelayLink } from './relayLink.ts'
import { seqOf } from './rows.ts'
import type { EventSession } from './session.ts'
import type { TimelineSources } from './timeline.ts'

interface EventsOptions extends ActiveEventsOptions {
  readonly timelineSources: Omit<TimelineSources, 'events'>
  readonly approvals: Pick<Approvals, 'relay'>
}

export interface Events {
  readonly handlers: HandlersOf<'events'>
  /** The newest reports of the states of an eSIM, whether or not it is known whose it is. */
  readonly esimEvents: (iccid: Iccid) => Promise<readonly EventRow[]>
  readonly onResume: () => void
  readonly close: () => Promise<void>
}

const noEvents: Omit<EventStatus, 'canHaveRelay'> = {
  source: null,
  relay: null,
  listeningSince: null,
  problem: null,
  storage: null,
  isCut: false,
  lastReceived: {},
  unreadable: 0,
  unread: 0,
  holes: [],
}
const defaultPageSize = 100
const defaultTimelineSize = 50

async function list(session: EventSession | null, input: Parameters<HandlersOf<'events'>['list']>[0]) {
  const { limit = defaultPageSize, cursor, ...filter } = input ?? {}
  const store = session?.store
  if (store === undefined) return { rows: [], total: 0 }
  const found = store.page(filter, limit + 1, seqOfCursor(cursor))
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const hasMore = found.length > limit && last !== undefined
  return { rows, total: store.count(filter), ...(hasMore && { cursor: last.id }) }
}

/** Reads of the store fail once its connection is not the open one any more. */
async function openStore(
  connections: Pick<Connections, 'require'>,
  active: ActiveEvents,
): Promise<{ readonly events: TimelineSources['events']; readonly requireOpen: () => void }> {
  const open = connections.require()
  const store = (await active.session())?.store
  const requireOpen = (): void => active.requireOpen(open)
  const timeline: NonNullable<TimelineSources['events']>['timeline'] = (...input) => {
    requireOpen()
    return store?.timeline(...input) ?? []
  }
  return { events: store === undefined ? null : { timeline }, requireOpen }
}

export function createEvents(options: EventsOptions): Events {
  const { connections } = options
  const active = createActiveEvents(options)
  const link = createRelayLink({ ...options, active })
  const status = async (): Promise<EventStatus> => {
    const canHaveRelay = isStored(connections.require().profile)
    return { ...((await active.session())?.status() ?? noEvents), canHaveRelay }
  }

  return {
    handlers: {
      list: async (input) => await list(await active.session(), input),
      async markRead({ ids }) {
        ;(await active.session())?.markRead(ids.map(Number))
        return null
      },
      async markAllRead() {
        await (await active.session())?.markAllRead()
        return null
      },
      async timeline({ limit = defaultTimelineSize, cursor, ...whose }) {
        const { events, requireOpen } = await openStore(connections, active)
        const { readTimeline } = await import('./timeline.ts')
        const page = await readTimeline({ ...options.timelineSources, events }, whose, { limit, cursor })
        requireOpen()
        return page
      },
      watch({ customerUid }) {
        active.watch(customerUid)
        return Promise.resolve(null)
      },
      status,
      async connectRelay(input, { signal }) {
        await link.connect(input, signal)
        return await status()
      },
      disconnectRelay: async (_input, { signal }) => ({ hasLeft: await link.disconnect(signal) }),
      async sendTest(_input, { signal }) {
        const session = await active.session()
        if (session === null) throw new DeskError('not_supported', 'This connection has no events')
        return await session.sendTest(signal)
      },
    },
    async esimEvents(iccid) {
      const newest = { iccid, kinds: ['esimStatus'] satisfies WebhookKind[], limit: maxEsimEvents }
      return (await list(await active.session(), newest)).rows
    },
    onResume: active.onResume,
    close: active.close,
  }
}

function seqOfCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  const seq = seqOf(cursor)
  if (seq === null) throw new DeskError('invalid_input', 'The cursor is not valid for this list', { path: 'cursor' })
  return seq
}
