/** Shows a notification for each event that causes an alert, unless the agent has muted that kind of alert. */
import { onScopeDispose } from 'vue'
import { useI18n } from 'vue-i18n'
import { AlertKind, type EventRow } from '#shared/model/events.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'
import { useFormat } from '../../lib/useFormat.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { useToast } from '../../ui/useToast.ts'
import { useEventText } from './useEventText.ts'

/** Of more alerts at once only their number is shown. */
const maxShown = 2

type Emails = ReadonlyMap<CustomerUid, string | null>

/** As far as the local directory has them. Without an answer the customers are named by their uids. */
async function emailsOf(events: readonly EventRow[]): Promise<Emails> {
  const uids = [...new Set(events.flatMap(({ customerUid }) => customerUid ?? []))]
  if (uids.length === 0) return new Map()
  return await desk.customers
    .names({ uids, itemUids: [] })
    .then(({ customers }) => new Map(customers.map(({ uid, email }) => [uid, email])))
    .catch(() => new Map())
}

export function useEventAlerts(): void {
  const { t } = useI18n()
  const toast = useToast()
  const format = useFormat()
  const settings = useSettings()
  const text = useEventText()

  function show(event: EventRow, emails: Emails): void {
    if (event.alert === null) return
    const sentence = text.sentence(event)
    const uid = event.customerUid
    toast.show(uid === null ? sentence : t('events.toast', { sentence, customer: emails.get(uid) ?? uid }), {
      lasting: true,
    })
  }

  async function showAll(events: readonly EventRow[]): Promise<void> {
    const emails = await emailsOf(events)
    for (const event of events) show(event, emails)
  }

  onScopeDispose(
    onDeskEvent('events.changed', ({ arrived, alerts }) => {
      const muted = settings.settings?.mutedAlerts ?? []
      const shown = AlertKind.options.filter((kind) => !muted.includes(kind))
      const count = shown.reduce((sum, kind) => sum + (alerts[kind] ?? 0), 0)
      if (count > maxShown) toast.show(t('events.toastMany', { count: format.count(count) }), { lasting: true })
      else if (count > 0) void showAll(arrived.filter(({ alert }) => alert !== null && shown.includes(alert)))
    }),
  )
}
