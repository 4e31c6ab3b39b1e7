/**
 * What was found and done in a call, as plain text for the ticket of the help desk, with times in UTC. It claims no
 * more than the page shows: what was done is what this desk has recorded since the call began, with the outcome as it
 * is known, and what can't be read is marked as unreadable.
 */
import { useI18n } from 'vue-i18n'
import type { TimelineEntry } from '#shared/model/customer/events.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import { isTerminal } from '#shared/model/operation/operationStates.ts'
import { useCall } from '../../lib/call.store.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { factLines, sectionLines, ticketText } from '../operations/ticketLines.ts'
import { readEntries, useEntryLine, useTicketPlace, type VerdictSummary } from './ticketParts.ts'

/** What an agent does, as the timeline has it. */
const doneTypes = ['operation', 'mail', 'note'] as const

/** Oldest first, or `null` if a part of it can't be read. */
async function readDone(uid: CustomerView['uid']): Promise<readonly TimelineEntry[] | null> {
  try {
    const read = await Promise.all(doneTypes.map((type) => readEntries(uid, type)))
    return read.flat().toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  } catch {
    return null
  }
}

/** Whether the outcome is not known yet. */
function isOpen(entry: TimelineEntry): boolean {
  if (entry.type === 'operation') return entry.operation.current && !isTerminal(entry.operation.state)
  return entry.type === 'mail' && entry.mail.state !== 'SENT' && entry.mail.state !== 'REJECTED'
}

/** Milliseconds. The sale to a new customer comes before their page is opened, and belongs to the same call. */
const saleBefore = 10 * 60_000
function isOfCall(entry: TimelineEntry, began: number): boolean {
  const isNew = entry.type === 'operation' && entry.operation.kind === 'register'
  return Date.parse(entry.at) >= began - (isNew ? saleBefore : 0)
}

export function useCallSummary(): (view: CustomerView, verdict: VerdictSummary | null) => Promise<string> {
  const { t } = useI18n()
  const settings = useSettings()
  const connection = useConnection()
  const call = useCall()
  const place = useTicketPlace()
  const entryLine = useEntryLine()

  /** That a note was written, without its text, which is personal data. */
  const lineOf = (entry: TimelineEntry): string | null =>
    entry.type === 'note' && entry.note.correction === null ? `${entry.at} ${t('ticket.call.note')}` : entryLine(entry)
  const linesOf = (entries: readonly TimelineEntry[]): readonly string[] =>
    entries.map(lineOf).filter((line) => line !== null)
  const orElse = (lines: readonly string[], otherwise: string): readonly string[] =>
    lines.length === 0 ? [otherwise] : lines

  return async (view, verdict) => {
    const began = call.beganAt(view.uid)
    const entries = await readDone(view.uid)
    const done = entries?.filter((entry) => isOfCall(entry, Date.parse(began))) ?? null
    const asked = verdict?.question ?? null
    const open = [...linesOf(entries?.filter(isOpen) ?? []), ...(asked === null ? [] : [t(`ticket.question.${asked}`)])]
    const unread = t('ticket.call.unread')
    const { country, device } = call.factsOf(view.uid)
    return ticketText([
      t('ticket.call.title'),
      '',
      ...factLines([
        [t('ticket.call.time'), `${began} – ${new Date().toISOString()}`],
        [t('ticket.customer'), view.uid],
        [t('ticket.connection'), connection.current?.profile.name ?? null],
        [t('ticket.agent'), settings.settings?.agentName ?? null],
        ...place(verdict, country),
        [t('ticket.device'), device],
        [t('ticket.call.now'), verdict?.cause ?? null],
        [t('verdict.based'), verdict === null ? null : verdict.restsOn.join(' · ')],
        [t('ticket.read'), view.asOf],
      ]),
      ...sectionLines(
        t('ticket.call.done'),
        done === null ? [unread] : orElse(linesOf(done), t('ticket.call.nothing')),
      ),
      ...sectionLines(
        t('ticket.call.open'),
        entries === null ? [...open, unread] : orElse(open, t('ticket.call.nothingOpen')),
      ),
    ])
  }
}
