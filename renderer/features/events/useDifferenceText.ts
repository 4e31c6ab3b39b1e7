/** The sentence of each difference between two reads. */
import { useI18n } from 'vue-i18n'
import { usedBetween, type Difference } from '#shared/model/customer/differences.ts'
import { inOneUnit } from '#shared/model/package/size.ts'
import { groupIccid } from '../../lib/format.ts'
import { useFormat } from '../../lib/useFormat.ts'

export function useDifferenceText(): (difference: Difference) => string {
  const { t } = useI18n()
  const format = useFormat()

  const esim = ({ iccid, before, after }: Extract<Difference, { kind: 'esim' }>): string => {
    const named = { iccid: groupIccid(iccid).join(' ') }
    if (after === null) return t('events.difference.esimGone', named)
    const is = t(`common.esimState.${after}`)
    if (before === null) return t('events.difference.esimNew', { ...named, after: is })
    return t('events.difference.esim', { ...named, before: t(`common.esimState.${before}`), after: is })
  }

  const item = ({ name, before, after }: Extract<Difference, { kind: 'package' }>): string => {
    const named = { name: name ?? t('customer.packages.unnamed') }
    if (after === null) return t('events.difference.packageGone', named)
    const is = t(`customer.phase.${after}`)
    if (before === null) return t('events.difference.packageNew', { ...named, after: is })
    return t('events.difference.package', { ...named, before: t(`customer.phase.${before}`), after: is })
  }

  const usage = ({ name, before, after }: Extract<Difference, { kind: 'usage' }>): string => {
    const amount = usedBetween(before, after) ?? before
    const [used = amount, left = after] = inOneUnit([amount, after], after.unit)
    return t('events.difference.usage', {
      used: format.size(used),
      left: format.size(left),
      name: name ?? t('customer.packages.unnamed'),
    })
  }

  return (difference) => {
    switch (difference.kind) {
      case 'email':
        return t('events.difference.email', {
          before: difference.before ?? t('events.difference.noEmail'),
          after: difference.after ?? t('events.difference.noEmail'),
        })
      case 'esim':
        return esim(difference)
      case 'package':
        return item(difference)
      case 'usage':
        return usage(difference)
    }
  }
}
