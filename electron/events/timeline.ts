/**
 * Merges operations, mails, events, notes and differences between reads into one list by time, newest first. A page
 * ends at a position in this order, so that rows of one time are in one page or in the next, and in no two.
 */
import { z } from 'zod'
import type { OutputOf, ParsedInputOf } from '#shared/contract.ts'
import type { DifferenceRow } from '#shared/model/customer/differences.ts'
import { DeskError } from '#shared/errors.ts'
import { TimelineType, type TimelineEntry } from '#shared/model/customer/events.ts'
import { parseInstant, toInstant } from '#shared/model/instant.ts'
import type { NoteRow } from '#shared/model/customer/notes.ts'
import type { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import type { RowPosition } from '../base/rowPosition.ts'
import { isSelfTriggered, type DeskActions } from './selfTriggeredChanges.ts'
import { seqOf } from './rows.ts'
import type { EventStore } from './store.ts'

export interface TimelineSources {
  readonly operations: (input: ParsedInputOf<'operations', 'list'>) => Promise<OutputOf<'operations', 'list'>>
  /** The eSIMs that an operation is about. */
  readonly iccidsOf: (operationId: string) => readonly string[]
  readonly mails: (input: ParsedInputOf<'installation', 'mails'>) => Promise<OutputOf<'installation', 'mails'>>
  /** The notes of a customer before a position, newest first. */
  readonly notes: (customerUid: CustomerUid, position: RowPosition, limit: number) => readonly NoteRow[]
  /** What differed between reads of a customer before a position, newest first. */
  readonly differences: (
    customerUid: CustomerUid,
    position: RowPosition,
    limit: number,
  ) => Promise<readonly DifferenceRow[]>
  /** `null` for a connection without events. */
  readonly events: Pick<EventStore, 'timeline'> | null
}

/** The order of entries of the same time. */
const ranks = { event: 0, mail: 1, operation: 2, note: 3, difference: 4 } as const satisfies Record<
  TimelineType,
  number
>

interface Position {
  /** Epoch milliseconds. */
  readonly at: number
  readonly type: TimelineType
  readonly id: string
}

interface Whose {
  readonly customerUid: CustomerUid
  readonly iccid: Iccid | null
}

const Cursor = z
  .string()
  .regex(/^\d{1,16}\.(event|mail|operation|note|difference)\.[0-9A-Za-z]{1,40}$/)
  .transform((text): Position => {
    const [at = '', type = '', id = ''] = text.split('.')
    return { at: Number(at), type: TimelineType.parse(type), id }
  })

const start: Position = { at: Number.MAX_SAFE_INTEGER, type: 'event', id: '' }
/** Years until 9999. A later time has no instant to filter by. */
const maxTime = 253_402_300_799_999

function positionOf(entry: TimelineEntry): Position {
  const at = parseInstant(entry.at) ?? 0
  switch (entry.type) {
    case 'event':
      return { at, type: 'event', id: entry.event.id }
    case 'mail':
      return { at, type: 'mail', id: entry.mail.id }
    case 'operation':
      return { at, type: 'operation', id: entry.operation.id }
    case 'note':
      return { at, type: 'note', id: entry.note.id }
    case 'difference':
      return { at, type: 'difference', id: entry.difference.id }
  }
}

/** Negative if `one` is listed first. */
const compare = (one: Position, other: Position): number =>
  other.at - one.at || ranks[one.type] - ranks[other.type] || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)

/** The position among the rows of one type: of its time, those of earlier types are listed before all of them. */
function beforeIdAmong(own: TimelineType, { type, id }: Position): RowPosition['beforeId'] {
  if (type === own) return Number(id)
  return ranks[type] > ranks[own] ? 0 : null
}

const ifAfter = (position: Position, entry: TimelineEntry): TimelineEntry | null =>
  compare(position, positionOf(entry)) < 0 ? entry : null

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly cursor?: string | undefined
}

/** Reads pages until `count` entries are found that belong to the timeline, or there are no more. */
async function collect<Row>(
  read: (cursor: { readonly cursor?: string }) => Promise<Page<Row>>,
  entryOf: (row: Row) => TimelineEntry | null,
  count: number,
): Promise<readonly TimelineEntry[]> {
  const found: TimelineEntry[] = []
  let cursor: string | undefined
  do {
    const page: Page<Row> = await read(cursor === undefined ? {} : { cursor })
    for (const row of page.rows) {
      const entry = entryOf(row)
      if (entry !== null) found.push(entry)
      if (found.length === count) return found
    }
    cursor = page.cursor
  } while (cursor !== undefined)
  return found
}

const pageSize = 100

function eventsAfter(
  events: TimelineSources['events'],
  whose: Whose,
  { at, type, id }: Position,
  count: number,
): readonly TimelineEntry[] {
  const beforeSeq = type === 'event' ? seqOf(id) : null
  const rows = events?.timeline(whose, { at, beforeSeq }, count) ?? []
  return rows.map((event): TimelineEntry => ({ type: 'event', at: event.at, event }))
}

/** The notes are on the customer, so they belong to no single eSIM. */
function notesAfter(
  notes: TimelineSources['notes'],
  { customerUid, iccid }: Whose,
  after: Position,
  count: number,
): readonly TimelineEntry[] {
  if (iccid !== null) return []
  const position = { at: after.at, beforeId: beforeIdAmong('note', after) }
  return notes(customerUid, position, count).map((note): TimelineEntry => ({ type: 'note', at: note.at, note }))
}

function operationsAfter(
  sources: TimelineSources,
  { customerUid, iccid }: Whose,
  position: Position,
  count: number,
): Promise<readonly TimelineEntry[]> {
  const to = toInstant(Math.min(position.at, maxTime - 1) + 1)
  return collect(
    (page) =>
      sources.operations({
        customerUid,
        limit: pageSize,
        ...(to !== null && position.at < maxTime && { to }),
        ...page,
      }),
    (operation) =>
      iccid === null || sources.iccidsOf(operation.id).includes(iccid)
        ? ifAfter(position, { type: 'operation', at: operation.createdAt, operation })
        : null,
    count,
  )
}

const mailsAfter = (
  { mails }: TimelineSources,
  { customerUid, iccid }: Whose,
  position: Position,
  count: number,
): Promise<readonly TimelineEntry[]> =>
  collect(
    (page) => mails({ customerUid, limit: pageSize, ...page }),
    (mail) =>
      iccid === null || mail.iccid === iccid ? ifAfter(position, { type: 'mail', at: mail.createdAt, mail }) : null,
    count,
  )

/** The latest operations and notes of a customer, which explain differences. */
async function deskActions(
  { operations, notes, iccidsOf }: TimelineSources,
  customerUid: CustomerUid,
): Promise<DeskActions> {
  const { rows } = await operations({ customerUid, limit: pageSize })
  return { operations: rows, notes: notes(customerUid, { at: start.at, beforeId: null }, pageSize), iccidsOf }
}

async function differencesAfter(
  sources: TimelineSources,
  { customerUid, iccid }: Whose,
  after: Position,
  count: number,
): Promise<readonly TimelineEntry[]> {
  let position: RowPosition = { at: after.at, beforeId: beforeIdAmong('difference', after) }
  let actions: DeskActions | undefined
  return await collect(
    async () => {
      const rows = await sources.differences(customerUid, position, pageSize)
      const last = rows.at(-1)
      if (last === undefined) return { rows: [] }
      position = { at: parseInstant(last.to) ?? 0, beforeId: Number(last.id) }
      actions ??= await deskActions(sources, customerUid)
      const known = actions
      return {
        rows: rows.map((row) => ({
          ...row,
          differences: row.differences.filter(
            (difference) =>
              (iccid === null || (difference.kind === 'esim' && difference.iccid === iccid)) &&
              !isSelfTriggered(known, difference, row),
          ),
        })),
        ...(rows.length === pageSize && { cursor: last.id }),
      }
    },
    (difference) =>
      difference.differences.length === 0 ? null : { type: 'difference', at: difference.to, difference },
    count,
  )
}

export async function readTimeline(
  sources: TimelineSources,
  {
    customerUid,
    iccid = null,
    only,
  }: {
    readonly customerUid: CustomerUid
    readonly iccid?: Iccid | null | undefined
    readonly only?: TimelineType | undefined
  },
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<OutputOf<'events', 'timeline'>> {
  const parsed = cursor === undefined ? { success: true as const, data: start } : Cursor.safeParse(cursor)
  if (!parsed.success) throw new DeskError('invalid_input', 'The cursor is not valid for this list', { path: 'cursor' })
  const position = parsed.data
  const whose = { customerUid, iccid }
  const count = limit + 1
  const wants = (type: TimelineType): boolean => only === undefined || only === type

  const [operations, mails, differences] = await Promise.all([
    wants('operation') ? operationsAfter(sources, whose, position, count) : Promise.resolve([]),
    wants('mail') ? mailsAfter(sources, whose, position, count) : Promise.resolve([]),
    wants('difference')
      ? differencesAfter(sources, whose, position, count).catch((thrown: unknown) => {
          // The rest of the timeline does not need the directory.
          if (only === 'difference') throw thrown
          return []
        })
      : Promise.resolve([]),
  ])
  const events = wants('event') ? eventsAfter(sources.events, whose, position, count) : []
  const notes = wants('note') ? notesAfter(sources.notes, whose, position, count) : []
  const merged = [...events, ...mails, ...operations, ...notes, ...differences].toSorted((one, other) =>
    compare(positionOf(one), positionOf(other)),
  )
  const rows = merged.slice(0, limit)
  const last = rows.at(-1)
  if (merged.length <= limit || last === undefined) return { rows }
  const { at, type, id } = positionOf(last)
  return { rows, cursor: `${String(at)}.${type}.${id}` }
}
