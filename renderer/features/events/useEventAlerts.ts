/** Shows a notification for each event that causes an alert, unless the agent has muted that kind of alert. */
import { onScopeDispose } from 'vue'
import { useI18n } from 'vue-i18n'
import { AlertKind } from '#shared/model/customer/events.ts'
import { onDeskEvent } from '../../lib/desk.ts'
import { useFormat } from '../../lib/useFormat.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { useToast } from '../../ui/useToast.ts'
import { useAlertToasts } from './useAlertToasts.ts'

/** Of more alerts at once only their number is shown. */
const maxShown = 2

export function useEventAlerts(): void {
  const { t } = useI18n()
  const toast = useToast()
  const format = useFormat()
  const settings = useSettings()
  const toasts = useAlertToasts()

  onScopeDispose(
    onDeskEvent('events.changed', ({ arrived, updated, reload, alerts }) => {
      if (reload) toasts.reload()
      else toasts.update(updated)
      const muted = settings.settings?.mutedAlerts ?? []
      const shown = AlertKind.options.filter((kind) => !muted.includes(kind))
      const count = shown.reduce((sum, kind) => sum + (alerts[kind] ?? 0), 0)
      if (count > maxShown) toast.show(t('events.toastMany', { count: format.count(count) }), { lasting: true })
      else if (count > 0) toasts.show(arrived.filter(({ alert }) => alert !== null && shown.includes(alert)))
    }),
  )
}
