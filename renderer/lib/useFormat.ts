/** The formatters of `format.ts` for the present locale of the window. */
import { useI18n, type Composer } from 'vue-i18n'
import { comparableSizes } from '#shared/model/package/size.ts'
import type { DataSize, Money, Validity } from '#shared/model/customer/views.ts'
import * as format from './format.ts'

interface Balance {
  readonly available: DataSize
  readonly size: DataSize
}

const wordsOf = (t: Composer['t']): format.SizeWords => ({
  unlimited: t('common.unlimited'),
  notKnown: t('common.notKnown'),
})

const formatsOf = ({ locale, t }: Composer) => ({
  size: (size: DataSize): string => format.formatSize(size, locale.value, wordsOf(t)),
  /** What is left of a package, and its size, for a sentence that states both: they have the same unit. */
  balance: (of: Balance): { readonly available: string; readonly size: string } => {
    const { available, size } = comparableSizes(of.available, of.size)
    return {
      available: format.formatSize(available, locale.value, wordsOf(t)),
      size: format.formatSize(size, locale.value, wordsOf(t)),
    }
  },
  number: (value: number): string => format.formatNumber(value, locale.value),
  count: (count: number): string => format.formatCount(count, locale.value),
  percent: (percent: number): string => format.formatPercent(percent, locale.value),
  money: (money: Money): string => format.formatMoney(money, locale.value),
  moved: (money: Money): string => format.formatMoved(money, locale.value),
  moment: (instant: string): string => format.formatMoment(instant, locale.value),
  time: (time: number): string => format.formatTime(time, locale.value),
  end: (instant: string): string => format.formatEnd(instant, locale.value),
  day: (instant: string): string => format.formatDay(instant, locale.value),
  secondsAgo: (instant: string, now: number): string => format.formatSecondsAgo(instant, now, locale.value),
  relative: (instant: string, now: number): string => format.formatRelative(instant, now, locale.value),
  /** The same with units as short as the language has them, for a column. */
  relativeShort: (instant: string, now: number): string =>
    format.formatRelative(instant, now, locale.value, { isShort: true }),
  validity: (validity: Validity): string => format.formatValidity(validity, locale.value, t('common.unlimited')),
})

/** Shared by all components with the same texts, because a list has hundreds of them. */
const known = new WeakMap<Composer, ReturnType<typeof formatsOf>>()

export function useFormat(): ReturnType<typeof formatsOf> {
  const texts = useI18n()
  const formats = known.get(texts)
  if (formats !== undefined) return formats
  const created = formatsOf(texts)
  known.set(texts, created)
  return created
}
