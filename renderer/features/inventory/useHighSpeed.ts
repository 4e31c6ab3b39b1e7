/** Describes what happens after the high-speed volume of a package is used up (interface 2.2, extendedDataPolicy). */
import { useI18n } from 'vue-i18n'
import type { InventoryRow } from '#shared/model/customer/views.ts'
import { useFormat } from '../../lib/useFormat.ts'

export function useHighSpeed() {
  const { t } = useI18n()
  const format = useFormat()

  function short({ highSpeed }: InventoryRow): string {
    if (highSpeed === null) return t('inventory.highSpeed.none')
    const throttle = highSpeed.throttle ?? t('inventory.highSpeed.unknownThrottle')
    return highSpeed.volume === null
      ? t('inventory.highSpeed.throttleOnly', { throttle })
      : t('inventory.highSpeed.short', { volume: format.size(highSpeed.volume), throttle })
  }

  function full(row: InventoryRow): string {
    const interval = row.highSpeed?.interval ?? null
    const resetAt = row.highSpeed?.resetAt ?? null
    const resetTexts = [
      ...(interval === null ? [] : [t('inventory.highSpeed.perInterval', { interval })]),
      ...(resetAt === null ? [] : [t('inventory.highSpeed.resetAt', { time: resetAt })]),
    ]
    return [short(row), ...resetTexts].join('. ')
  }

  return { short, full }
}
