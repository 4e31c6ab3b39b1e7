/**
 * What an operator needs to answer a question about a customer, as plain text: the question, identifiers, states in the
 * agent's words and in the service's, and what was tried, with times in UTC. It contains no personal data.
 */
import { useI18n } from 'vue-i18n'
import { refusedReturnCode, type TimelineEntry, type TimelineType } from '#shared/model/events.ts'
import type { CustomerView, EsimView, ItemView } from '#shared/model/views.ts'
import type { TicketQuestion } from '#shared/rules/cause.ts'
import type { CustomerUid, EsimUid, ItemUid } from '#shared/wire/ids.ts'
import { copyToClipboard } from '../../lib/clipboard.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { desk } from '../../lib/desk.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { useCountryNames } from '../../lib/useCountryNames.ts'
import { useFormat } from '../../lib/useFormat.ts'
import { useToast } from '../../ui/useToast.ts'
import { useDifferenceText } from '../events/useDifferenceText.ts'
import { factLines, sectionLines, ticketText } from '../operations/ticketLines.ts'
import { useTold } from '../verdict/told.store.ts'

export interface CustomerTicket {
  readonly question: TicketQuestion
  /** What the ticket is about; `null` for the customer as a whole. */
  readonly esimUid: EsimUid | null
  readonly itemUid: ItemUid | null
  /** What the desk found, as one sentence. */
  readonly found: string | null
}

export const generalTicket: CustomerTicket = { question: 'general', esimUid: null, itemUid: null, found: null }

/** More would bury the question. The packages are in the order of their use, so the first ones matter. */
const maxPackages = 10
/** Of mails, events and corrections. */
const maxEntries = 30
/** As many as one call answers. Every operation is named up to this number, whatever else happened since. */
const maxOperations = 200
/** A note without a correction is in no ticket, so more of them are read. */
const maxNotes = 200

const machineWords = (words: readonly (string | null)[]): string | null =>
  words.filter((word) => word !== null && word !== '').join(' · ') || null

/** The returned function gives `null` for an entry that belongs in no ticket. */
function useEntryLine(): (entry: TimelineEntry) => string | null {
  const { t } = useI18n()
  const differenceText = useDifferenceText()
  return (entry) => {
    switch (entry.type) {
      case 'operation': {
        const { kind, packageName, state, reason, id } = entry.operation
        const text = t('ticket.operation', {
          kind: t(`operations.kind.${kind}`),
          package: packageName ?? t('customer.packages.unnamed'),
          state: t(`operations.state.${state}`),
        })
        return `${entry.at} ${text} (${machineWords([id, state, reason]) ?? ''})`
      }
      case 'mail':
        return `${entry.at} ${t('ticket.mail', { state: entry.mail.state })}`
      case 'event': {
        const { kind, iccid, details } = entry.event
        const known = Object.entries(details).flatMap(([name, value]) =>
          value === null || value === refusedReturnCode ? [] : [`${name} ${String(value)}`],
        )
        return `${entry.at} ${machineWords([kind, iccid, ...known]) ?? ''}`
      }
      case 'note':
        // The text and the addresses are personal data.
        return entry.note.correction === null
          ? null
          : `${entry.at} ${t('ticket.correction', { outcome: entry.note.correction.outcome })}`
      case 'difference': {
        // The addresses are personal data.
        const texts = entry.difference.differences.filter(({ kind }) => kind !== 'email').map(differenceText)
        return texts.length === 0 ? null : `${entry.at} ${texts.join('; ')}`
      }
    }
  }
}

function useTicketSections() {
  const { t } = useI18n()
  const format = useFormat()
  const places = useCountryNames()

  const esim = (view: EsimView): readonly string[] =>
    sectionLines(
      t('ticket.esim', { iccid: view.iccid }),
      factLines([
        [t('ticket.imsi'), view.imsi],
        [
          t('ticket.state'),
          view.active === false
            ? `${t(`common.esimState.${view.state}`)}, ${t('ticket.replaced')}`
            : t(`common.esimState.${view.state}`),
        ],
        [t('ticket.lastSeen'), view.lastSeen ?? t('ticket.never')],
        [t('ticket.activated'), view.activatedAt],
        [t('ticket.machine'), machineWords([view.raw, view.active === null ? null : `active ${String(view.active)}`])],
      ]),
    )

  const item = (view: ItemView): readonly string[] =>
    sectionLines(
      t('ticket.package', { package: view.name ?? t('customer.packages.unnamed') }),
      factLines([
        [t('ticket.item'), view.uid],
        [t('ticket.state'), t(`customer.phase.${view.phase}`)],
        [
          t('ticket.remaining'),
          t('customer.packages.ofSize', { available: format.size(view.available), size: format.size(view.size) }),
        ],
        [t('ticket.sold'), view.salesDate],
        [t('ticket.started'), view.activatedAt],
        [t('ticket.ended'), view.expiresAt],
        [t('ticket.startsBy'), view.activatesBy],
        [t('ticket.coverage'), view.coverage.countrySet === null ? null : places.set(view.coverage.countrySet)],
        [t('ticket.machine'), machineWords([view.mode, view.coverage.countrySet, view.coverage.certainty])],
      ]),
    )

  return { esim, item }
}

export function useTicketOf(): (
  view: CustomerView,
  ticket: CustomerTicket,
  entries: readonly TimelineEntry[],
  written: string,
) => string {
  const { t } = useI18n()
  const settings = useSettings()
  const connection = useConnection()
  const told = useTold()
  const places = useCountryNames()
  const sections = useTicketSections()
  const entryLine = useEntryLine()

  return (view, { question, esimUid, itemUid, found }, entries, written) => {
    const { country, device } = told.of(view.uid)
    const esims = view.esims.filter(({ uid }) => esimUid === null || uid === esimUid)
    const items = view.items.filter(({ uid }) => itemUid === null || uid === itemUid)
    const omitted = items.length - maxPackages
    return ticketText([
      t(`ticket.question.${question}`),
      '',
      ...factLines([
        [t('ticket.found'), found],
        [t('ticket.customer'), view.uid],
        [t('ticket.country'), country === null ? null : `${places.country(country)} (${country})`],
        [t('ticket.device'), device],
        [t('ticket.connection'), connection.current?.profile.name ?? null],
        [t('ticket.agent'), settings.settings?.agentName ?? null],
        [t('ticket.written'), written],
        [t('ticket.read'), view.asOf],
      ]),
      ...esims.flatMap(sections.esim),
      ...items.slice(0, maxPackages).flatMap(sections.item),
      ...(omitted > 0 ? [t('ticket.others', { count: omitted })] : []),
      ...sectionLines(
        t('ticket.tried'),
        entries.map(entryLine).filter((line) => line !== null),
      ),
    ])
  }
}

/** A part of the timeline that can't be read is missing in the ticket. */
const entriesOf = async (customerUid: CustomerUid, only: TimelineType, limit: number): Promise<TimelineEntry[]> =>
  await desk.events
    .timeline({ customerUid, only, limit })
    .then(({ rows }) => rows)
    .catch(() => [])

/** Reads what was tried, newest first. Each type is read by itself, because notes alone may fill the newest part. */
async function readTried(customerUid: CustomerUid): Promise<readonly TimelineEntry[]> {
  const [operations, mails, events, notes, differences] = await Promise.all([
    entriesOf(customerUid, 'operation', maxOperations),
    entriesOf(customerUid, 'mail', maxEntries),
    entriesOf(customerUid, 'event', maxEntries),
    entriesOf(customerUid, 'note', maxNotes),
    entriesOf(customerUid, 'difference', maxEntries),
  ])
  const newestFirst = (one: TimelineEntry, other: TimelineEntry): number => Date.parse(other.at) - Date.parse(one.at)
  const corrections = notes.filter((entry) => entry.type === 'note' && entry.note.correction !== null)
  const others = [...mails, ...events, ...corrections, ...differences].toSorted(newestFirst).slice(0, maxEntries)
  return [...operations, ...others].toSorted(newestFirst)
}

/** Copies the ticket of the customer on the page. What was tried is read when it is copied. */
export function useCustomerTicket(view: () => CustomerView | null): (ticket: CustomerTicket) => Promise<void> {
  const { t } = useI18n()
  const toast = useToast()
  const ticketOf = useTicketOf()

  return async (ticket) => {
    const shown = view()
    if (shown === null) return
    const entries = await readTried(shown.uid)
    const done = await copyToClipboard(ticketOf(shown, ticket, entries, new Date().toISOString()))
    toast.show(done ? t('ticket.copied') : t('ticket.notCopied'))
  }
}
