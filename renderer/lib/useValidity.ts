/** Formats lengths of validity and the remaining time as text. */
import { useI18n } from 'vue-i18n'
import { remainingTime } from '#shared/model/package/validity.ts'
import type { Validity } from '#shared/model/customer/views.ts'
import { readInstant } from './format.ts'

const formatUnit = (count: number, unit: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

/** `12 days`, or `2 days, 5 hours` where hours matter; `null` if it is over or not an instant. */
function formatSpan(until: string, now: string, locale: string): string | null {
  const [end, start] = [readInstant(until), readInstant(now)]
  if (end === null || start === null || end <= start) return null
  const parts = remainingTime(end - start).map(({ count, unit }) => formatUnit(count, unit, locale))
  return new Intl.ListFormat(locale, { type: 'unit', style: 'long' }).format(parts)
}

const known = ['days', 'weeks', 'months', 'years', 'hours'] as const

export function useValidity() {
  const { t, n, locale } = useI18n()

  function length(validity: Validity): string {
    if (validity.unlimited) return t('customer.validityLength.unlimited')
    if (validity.value === null) return t('customer.validityLength.unknown')
    const unit = (validity.unit ?? '').toLowerCase()
    const plural = known.find((each) => each === unit || each === `${unit}s`)
    if (plural === undefined || !Number.isInteger(validity.value)) {
      return t('customer.validityLength.other', { count: n(validity.value), unit: validity.unit ?? '' }).trim()
    }
    return t(`customer.validityLength.${plural}`, validity.value)
  }

  return { length, span: (until: string, now: string): string | null => formatSpan(until, now, locale.value) }
}
