/**
 * What an operator needs to answer a question about a customer, as plain text: the question, what the desk found and
 * what that rests on, identifiers, states in the agent's words and in the service's, and what was tried, with times in
 * UTC. It contains no e-mail address, no note and no code. References are in it as the reseller typed them.
 */
import { useI18n } from 'vue-i18n'
import type { Connectivity } from '#shared/model/esim/connectivity.ts'
import { areUsage } from '#shared/model/customer/differences.ts'
import { TimelineType, type TimelineEntry } from '#shared/model/customer/events.ts'
import { isOver } from '#shared/model/package/itemPhase.ts'
import { isUnresolved } from '#shared/model/operation/operationStates.ts'
import type { Coverage, CustomerView, EsimView, ItemView, Money } from '#shared/model/customer/views.ts'
import type { TicketQuestion } from '../../rules/cause.ts'
import type { CustomerUid, EsimUid, ItemUid } from '#shared/wire/ids.ts'
import { copyToClipboard } from '../../lib/clipboard.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { useCountryNames } from '../../lib/useCountryNames.ts'
import { useFormat } from '../../lib/useFormat.ts'
import { useToast } from '../../ui/useToast.ts'
import { factLines, sectionLines, ticketText, type TicketFact } from '../operations/ticketLines.ts'
import { useCall } from '../../lib/call.store.ts'
import { activatedLabel } from './useEsimText.ts'
import {
  machineWords,
  maxRead,
  readEntries,
  useEntryLine,
  useTicketPlace,
  withoutAddresses,
  type VerdictSummary,
} from './ticketParts.ts'
import { useCallSummary } from './useCallSummary.ts'

export interface CustomerTicket {
  /**
   * `any`: whether an unconfirmed operation was done, if there is one, or else what the verdict has the operator asked,
   * or else what the agent adds. `call`: nothing is asked, and the ticket is the summary of the call.
   */
  readonly question: TicketQuestion | 'any' | 'call'
  /** What the ticket is about; `null` for the customer as a whole. */
  readonly esimUid: EsimUid | null
  readonly itemUid: ItemUid | null
  /** What the desk found, as one sentence; `null` for the cause of the verdict. */
  readonly found: string | null
}

export const generalTicket: CustomerTicket = { question: 'any', esimUid: null, itemUid: null, found: null }

export const callTicket: CustomerTicket = { ...generalTicket, question: 'call' }

/** More would bury the question. The packages are in the order of their use, so the first ones matter. */
const maxPackages = 10
/**
 * How many of the newest entries of each kind are named. Each kind has its own number, so that the others can't
 * displace operations and mails.
 */
const maxEntries = { operation: maxRead, mail: 30, note: 30, event: 20, difference: 20, usage: 10 } as const
/** More notes and differences are read, because some belong in no ticket, and differences are of two kinds. */
const readOf: Readonly<Record<TimelineType, number>> = { ...maxEntries, note: maxRead, difference: maxRead }

/** A verdict about one eSIM or package does not belong in a ticket about another one. */
function isAbout({ about }: VerdictSummary, { esimUid, itemUid }: CustomerTicket): boolean {
  if (esimUid === null && itemUid === null) return true
  return about.esimUid === esimUid && about.itemUid === itemUid
}

function useTicketSections() {
  const { t } = useI18n()
  const format = useFormat()
  const places = useCountryNames()

  const written = (money: Money | null): string | null => (money === null ? null : `${money.amount} ${money.currency}`)

  function network({ connected, country, lastSeen }: Connectivity): string | null {
    const state = connected === null ? null : t(connected ? 'ticket.connected' : 'ticket.notConnected')
    return machineWords([state, `${places.country(country)} (${country})`, lastSeen])
  }

  const esim = (view: EsimView, connectivity: readonly Connectivity[]): readonly string[] =>
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
        [t('ticket.lastSeen'), view.lastSeen ?? t('ticket.notReported')],
        ...connectivity
          .filter(({ iccid }) => iccid === view.iccid)
          .map((known): TicketFact => [t('ticket.network'), network(known)]),
        [t(activatedLabel(view)), view.activatedAt],
        [
          t('ticket.machine'),
          machineWords([
            view.raw === null ? null : `state ${view.raw}`,
            view.active === null ? null : `active ${String(view.active)}`,
          ]),
        ],
      ]),
    )

  function coverage({ certainty, countrySet }: Coverage): string | null {
    if (countrySet === null) return null
    const place = places.set(countrySet)
    return certainty === 'known' ? `${place} (${countrySet})` : t('customer.coverage.probably', { place })
  }

  const item = (view: ItemView): readonly string[] =>
    sectionLines(
      t('ticket.package', { package: view.name ?? t('customer.packages.unnamed') }),
      factLines([
        [t('ticket.item'), view.uid],
        [t('ticket.state'), t(`customer.phase.${view.phase}`)],
        [t('ticket.remaining'), t('customer.packages.ofSize', format.balance(view))],
        [t('ticket.reference'), view.metatag],
        [t('ticket.price'), written(view.purchasePrice)],
        [t('ticket.sold'), view.salesDate],
        [t('ticket.started'), view.activatedAt],
        [t('ticket.ended'), view.expiresAt],
        [t('ticket.startsBy'), isOver(view.phase) ? null : view.activatesBy],
        [t('ticket.coverage'), coverage(view.coverage)],
        [t('ticket.machine'), view.mode === null ? null : `activationMode ${view.mode}`],
      ]),
    )

  return { esim, item }
}

/** What the operator is asked. */
function useQuestion() {
  const { t } = useI18n()

  /** Each operation whose outcome only the operator of the service knows. */
  function unresolved(entries: readonly TimelineEntry[]): string {
    const open = entries.flatMap((entry) =>
      entry.type === 'operation' && entry.operation.current && isUnresolved(entry.operation.state)
        ? [entry.operation]
        : [],
    )
    return open
      .map(({ kind, packageName, itemUid, createdAt }) =>
        [
          `${t(`operations.kind.${kind}`)} ${packageName ?? t('customer.packages.unnamed')}`,
          ...(itemUid === null ? [] : [itemUid]),
          createdAt,
        ].join(', '),
      )
      .join('; ')
  }

  /** A question about one of several eSIMs names it. */
  return (
    { question, esimUid }: CustomerTicket,
    summary: VerdictSummary | null,
    entries: readonly TimelineEntry[],
    esims: readonly EsimView[],
  ): string => {
    const isAny = question === 'any' || question === 'call'
    const operations = isAny ? unresolved(entries) : ''
    if (operations !== '') return t('ticket.question.outcome', { operations })
    const text = t(`ticket.question.${isAny ? (summary?.question ?? 'any') : question}`)
    const about = isAny ? (summary?.about.esimUid ?? null) : esimUid
    const esim = esims.length > 1 ? esims.find(({ uid }) => uid === about) : undefined
    return esim === undefined ? text : `${text} (ICCID ${esim.iccid})`
  }
}

function useTicketOf(): (
  view: CustomerView,
  ticket: CustomerTicket,
  summary: VerdictSummary | null,
  entries: readonly TimelineEntry[],
  written: string,
) => string {
  const { t } = useI18n()
  const settings = useSettings()
  const connection = useConnection()
  const call = useCall()
  const place = useTicketPlace()
  const sections = useTicketSections()
  const entryLine = useEntryLine()
  const questionOf = useQuestion()

  return (view, ticket, summary, entries, written) => {
    const { esimUid, itemUid, found } = ticket
    const { country: customerCountry, device } = call.factsOf(view.uid)
    const fitting = summary !== null && isAbout(summary, ticket) ? summary : null
    const esims = view.esims.filter(({ uid }) => esimUid === null || uid === esimUid)
    const items = view.items.filter(({ uid }) => itemUid === null || uid === itemUid)
    const omitted = items.length - maxPackages
    return ticketText([
      questionOf(ticket, fitting, entries, view.esims),
      '',
      ...factLines([
        [t('ticket.found'), found ?? fitting?.cause ?? null],
        [t('verdict.based'), fitting === null ? null : fitting.restsOn.join(' · ')],
        [t('ticket.customer'), view.uid],
        ...place(summary, customerCountry),
        [t('ticket.device'), device],
        [t('ticket.connection'), connection.current?.profile.name ?? null],
        [t('ticket.agent'), settings.settings?.agentName ?? null],
        [t('ticket.written'), written],
        [t('ticket.read'), view.asOf],
      ]),
      ...esims.flatMap((esim) => sections.esim(esim, summary?.connectivity ?? [])),
      ...items.slice(0, maxPackages).flatMap(sections.item),
      ...(omitted > 0 ? [t('ticket.others', { count: omitted })] : []),
      ...sectionLines(
        t('ticket.tried'),
        entries.map(entryLine).filter((line) => line !== null),
      ),
    ])
  }
}

/** `null` for an entry that no ticket names: a note of an agent, or a difference in the address alone. */
function kindOf(entry: TimelineEntry): keyof typeof maxEntries | null {
  if (entry.type === 'note') return entry.note.correction === null ? null : 'note'
  if (entry.type !== 'difference') return entry.type
  const differences = withoutAddresses(entry.difference)
  if (differences.length === 0) return null
  return areUsage(differences) ? 'usage' : 'difference'
}

/** Reads what was tried, newest first: of each kind the newest entries. */
async function readTried(customerUid: CustomerUid): Promise<readonly TimelineEntry[]> {
  // A part of the timeline that can't be read is missing in the ticket.
  const read = await Promise.all(
    TimelineType.options.map((type) => readEntries(customerUid, type, readOf[type]).catch(() => [])),
  )
  const named = { operation: 0, mail: 0, note: 0, event: 0, difference: 0, usage: 0 }
  return read
    .flat()
    .filter((entry) => {
      const kind = kindOf(entry)
      return kind !== null && (named[kind] += 1) <= maxEntries[kind]
    })
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

/** Copies the ticket of the customer on the page. What was tried is read when it is copied. */
export function useCustomerTicket(
  view: () => CustomerView | null,
  verdict: () => VerdictSummary | null,
): (ticket: CustomerTicket) => Promise<void> {
  const { t } = useI18n()
  const toast = useToast()
  const ticketOf = useTicketOf()
  const callSummary = useCallSummary()

  return async (ticket) => {
    const shown = view()
    if (shown === null) return
    // Taken now, because the verdict has to be that of the customer who is shown when the ticket is requested.
    const summary = verdict()
    const isCall = ticket.question === 'call'
    const text = isCall
      ? await callSummary(shown, summary)
      : ticketOf(shown, ticket, summary, await readTried(shown.uid), new Date().toISOString())
    const done = await copyToClipboard(text)
    toast.show(t(done ? (isCall ? 'ticket.call.copied' : 'ticket.copied') : 'ticket.notCopied'))
  }
}
