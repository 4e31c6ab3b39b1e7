/** The agent's texts of a cause: what it is, what to do next, and what it rests on. */
import { useI18n } from 'vue-i18n'
import type { Cause, CauseAction, CauseValue, Doubt, Evidence } from '../../rules/cause.ts'
import { useCountryNames } from '../../lib/useCountryNames.ts'
import { useFormat } from '../../lib/useFormat.ts'

/** Writes a time. Without one, times are in the agent's words and time zone. */
type WriteTime = (at: string) => string

/** For readers in another time zone: the desk keeps times in UTC. */
export const inUtc: WriteTime = (at) => at

interface VerdictText {
  readonly cause: (cause: Cause, writeTime?: WriteTime) => string
  /** A few words, for a list of causes. */
  readonly short: (cause: Cause) => string
  readonly next: (cause: Cause) => string
  readonly action: (action: CauseAction) => string
  readonly evidence: (evidence: Evidence, writeTime?: WriteTime) => string
  readonly doubt: (doubt: Doubt, cause: Cause) => string
}

export function useVerdictText(): VerdictText {
  const { t, locale } = useI18n()
  const format = useFormat()
  const places = useCountryNames()

  const packageName = (name: string | null): string => name ?? t('customer.packages.unnamed')

  function value(from: CauseValue, writeTime?: WriteTime): string {
    switch (from.type) {
      case 'text':
        return from.text
      case 'package':
        return packageName(from.name)
      case 'packages':
        return new Intl.ListFormat(locale.value, { type: 'disjunction' }).format(from.names.map(packageName))
      case 'size':
        return format.size(from.size)
      case 'day':
        return (writeTime ?? format.day)(from.at)
      case 'ago':
        if (writeTime !== undefined) return writeTime(from.at)
        return from.now - Date.parse(from.at) < 60_000
          ? t('customer.freshness.justNow')
          : format.relative(from.at, from.now)
      case 'country':
        return places.country(from.code)
      case 'place':
        return places.set(from.countrySet)
      case 'count':
        return format.count(from.count)
      case 'operation':
        return t(`operations.kind.${from.kind}`)
    }
  }

  const valuesOf = ({ values }: Cause, writeTime?: WriteTime): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([name, from]) => [name, value(from, writeTime)]))

  function action(of: CauseAction): string {
    switch (of.kind) {
      case 'openCustomer':
        return t('verdict.action.openCustomer', { place: places.set(of.countrySet) })
      case 'sell':
        return t('verdict.action.sell', { country: places.country(of.country) })
      case 'sendQr':
        return t(of.again === true ? 'verdict.action.sendQrAgain' : 'verdict.action.sendQr')
      case 'topUp':
      case 'activate':
      case 'ticket':
      case 'check':
      case 'refundAndReplace':
        return t(`verdict.action.${of.kind}`)
    }
  }

  function evidence({ field, value: from, at }: Evidence, writeTime?: WriteTime): string {
    const shown = from === null ? t('verdict.none') : value(from, writeTime)
    const text = at === null ? shown : t('verdict.at', { value: shown, time: (writeTime ?? format.moment)(at) })
    return `${t(`verdict.evidence.${field}`)} ${text}`
  }

  return {
    cause: (cause, writeTime) => t(`verdict.cause.${cause.headline}`, valuesOf(cause, writeTime)),
    short: (cause) => t(`verdict.short.${cause.headline}`, valuesOf(cause)),
    next: (cause) => t(`verdict.next.${cause.next}`, valuesOf(cause)),
    action,
    evidence,
    doubt: (doubt, cause) => t(`verdict.doubt.${doubt}`, valuesOf(cause)),
  }
}
