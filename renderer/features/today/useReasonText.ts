/** What a reason means for one customer. */
import { useI18n } from 'vue-i18n'
import type { TodayReason, TodayRow } from '#shared/model/customer/today.ts'
import { readableSize, toMegabytes } from '#shared/model/package/size.ts'
import { useFormat } from '../../lib/useFormat.ts'

export function useReasonText(now: () => string) {
  const { t } = useI18n()
  const format = useFormat()
  const ago = (instant: string | null): string =>
    instant === null ? t('common.dash') : format.relative(instant, Date.parse(now()))

  function ofReason(reason: TodayReason, { customer }: TodayRow): string {
    const { nextExpiry, totalRemaining, lastSeen, soldAt } = customer
    switch (reason) {
      case 'ending':
        return t('today.says.ending', { when: ago(nextExpiry) })
      case 'failed': {
        const esim = customer.esims.find(({ state }) => state === 'error')
        return t('today.says.failed', { digits: esim?.iccid.slice(-4) ?? '' })
      }
      case 'low': {
        const left = totalRemaining === null ? null : toMegabytes(totalRemaining)
        return t('today.says.low', { size: left === null ? t('common.dash') : format.size(readableSize(left)) })
      }
      case 'notStarted':
        return t('today.says.notStarted', { ago: ago(lastSeen) })
      case 'notInstalled':
        return t('today.says.notInstalled', { ago: ago(soldAt) })
      default:
        return t(`today.says.${reason}`)
    }
  }

  return (row: TodayRow): string => {
    if (row.reasons.length > 0) return row.reasons.map((reason) => ofReason(reason, row)).join(' · ')
    const { lastSeen } = row.customer
    return lastSeen === null ? t('today.says.neverSeen') : t('today.says.seen', { ago: ago(lastSeen) })
  }
}
