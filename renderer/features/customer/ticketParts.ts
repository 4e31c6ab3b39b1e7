/** What the texts of a ticket and of the summary of a call share. They name no address of a person and no code. */
import { useI18n } from 'vue-i18n'
import type { Connectivity } from '#shared/model/esim/connectivity.ts'
import type { Difference, DifferenceRow } from '#shared/model/customer/differences.ts'
import { refusedReturnCode, type TimelineEntry, type TimelineType } from '#shared/model/customer/events.ts'
import type { MailRow } from '#shared/model/mail.ts'
import type { CustomerUid, EsimUid, ItemUid } from '#shared/wire/ids.ts'
import type { TicketQuestion } from '../../rules/cause.ts'
import type { CountrySource } from '../../rules/causes/places.ts'
import { desk } from '../../lib/desk.ts'
import { useCountryNames } from '../../lib/useCountryNames.ts'
import { useDifferenceText } from '../events/useDifferenceText.ts'
import type { TicketFact } from '../operations/ticketLines.ts'

/** The verdict on the customer on the page. */
export interface VerdictSummary {
  readonly cause: string
  readonly restsOn: readonly string[]
  /** The question for the operator, or `null`. */
  readonly question: TicketQuestion | null
  /** The eSIM or the package that it is about; both `null` for the customer as a whole. */
  readonly about: { readonly esimUid: EsimUid | null; readonly itemUid: ItemUid | null }
  /** The ISO2 code of the country where the customer is, as far as it is known. */
  readonly country: string | null
  readonly countrySource: CountrySource | null
  readonly connectivity: readonly Connectivity[]
}

export const machineWords = (words: readonly (string | null)[]): string | null =>
  words.filter((word) => word !== null && word !== '').join(' · ') || null

/** The addresses are personal data. */
export const withoutAddresses = ({ differences }: DifferenceRow): readonly Difference[] =>
  differences.filter(({ kind }) => kind !== 'email')
/** A difference came about between two reads, which may be a day of use apart. */
const timesOf = ({ from, to }: DifferenceRow): string => (from === to ? to : `${from} – ${to}`)

/** The returned function gives `null` for an entry that belongs in no ticket. */
export function useEntryLine(): (entry: TimelineEntry) => string | null {
  const { t } = useI18n()
  const differenceText = useDifferenceText()
  const mailText = ({ about, state }: MailRow): string =>
    about === 'installation'
      ? t('ticket.mail', { state })
      : t('ticket.letter', { about: t(`documents.mails.about.${about}`), state })
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
        return `${entry.at} ${mailText(entry.mail)}`
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
        const texts = withoutAddresses(entry.difference).map(differenceText)
        return texts.length === 0 ? null : `${timesOf(entry.difference)} ${texts.join('; ')}`
      }
    }
  }
}

/** Where the customer is, and the source of that. */
export function useTicketPlace() {
  const { t } = useI18n()
  const places = useCountryNames()
  return (summary: VerdictSummary | null, customerCountry: string | null): readonly TicketFact[] => {
    const country = customerCountry ?? summary?.country ?? null
    const source = customerCountry === null ? (summary?.countrySource ?? null) : 'customer'
    if (country === null || source === null) return []
    return [[t(`ticket.country.${source}`), `${places.country(country)} (${country})`]]
  }
}

/** The largest number that one call returns. */
export const maxRead = 200

/** The newest entries of a kind, newest first. */
export const readEntries = async (
  customerUid: CustomerUid,
  only: TimelineType,
  limit = maxRead,
): Promise<readonly TimelineEntry[]> => (await desk.events.timeline({ customerUid, only, limit })).rows
