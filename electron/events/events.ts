/**
 * Events of the open connection: an inbox, timelines, and the reads that they cause. This module moves no money and
 * believes nothing that an event says. The parts that receive and store are loaded once the first screen is painted.
 */
import { DeskError } from '#shared/errors.ts'
import type { EventStatus } from '#shared/model/events.ts'
import type { HandlersOf } from '../bridge/index.ts'
import { createActiveEvents, type ActiveEventsOptions } from './activeEvents.ts'
import { seqOf } from './rows.ts'
import type { TimelineSources } from './timeline.ts'

export interface EventsOptions extends ActiveEventsOptions {
  readonly timelineSources: Omit<TimelineSources, 'events'>
}

export interface Events {
  readonly handlers: HandlersOf<'events'>
  readonly close: () => Promise<void>
}

const noEvents: EventStatus = {
  source: null,
  listeningSince: null,
  problem: null,
  storage: null,
  lastReceived: {},
  unreadable: 0,
  unread: 0,
  holes: [],
}
const defaultPageSize = 100
const defaultTimelineSize = 50

export function createEvents(options: EventsOptions): Events {
  const active = createActiveEvents(options)

  return {
    handlers: {
      async list(input) {
        const { limit = defaultPageSize, cursor, ...filter } = input ?? {}
        const store = (await active.session())?.store
        if (store === undefined) return { rows: [], total: 0 }
        const found = store.page(filter, limit + 1, seqOfCursor(cursor))
        const rows = found.slice(0, limit)
        const last = rows.at(-1)
        const hasMore = found.length > limit && last !== undefined
        return { rows, total: store.count(filter), ...(hasMore && { cursor: last.id }) }
      },
      async markRead({ ids }) {
        ;(await active.session())?.markRead(ids.map(Number))
        return null
      },
      async markAllRead() {
        ;(await active.session())?.markAllRead()
        return null
      },
      async timeline({ limit = defaultTimelineSize, cursor, ...whose }) {
        const events = (await active.session())?.store ?? null
        const { readTimeline } = await import('./timeline.ts')
        return await readTimeline({ ...options.timelineSources, events }, whose, { limit, cursor })
      },
      watch({ customerUid }) {
        active.watch(customerUid)
        return Promise.resolve(null)
      },
      status: async () => (await active.session())?.status() ?? noEvents,
    },
    close: active.close,
  }
}

function seqOfCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  const seq = seqOf(cursor)
  if (seq === null) throw new DeskError('invalid_input', 'The cursor is not valid for this list', { path: 'cursor' })
  return seq
}
