/**
 * Shows an alert with the customer whom it is about. An event can arrive before it is known whose eSIM it names, and
 * before the local directory has read the customer's address. The alert then waits a moment, so that a screen reader
 * reads both as one message. After that it is shown without them, and completed silently once they are known.
 */
import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { EventRow } from '#shared/model/customer/events.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'
import { useToast, type ToastDetail } from '../../ui/useToast.ts'
import { useEventText } from './useEventText.ts'

/** Milliseconds that an alert waits for its customer. */
export const maxWaitMs = 1000
/** Alerts that can still be completed. Of more, the oldest ones stay as they are. */
const maxOpen = 10
/** The newest events that are read where a push doesn't name those that have changed. */
const maxReread = 100

interface Alert {
  event: EventRow
  readonly customer: ShallowRef<ToastDetail>
  /** It waits for its customer, and is not shown yet. */
  timer: ReturnType<typeof setTimeout> | undefined
}

type Emails = ReadonlyMap<CustomerUid, string | null>

interface AlertToasts {
  readonly show: (events: readonly EventRow[]) => void
  /** Completes the alerts of these events, which have changed. */
  readonly update: (events: readonly EventRow[]) => void
  /** Reads the events of the alerts that can still be completed, because any of them may have changed. */
  readonly reload: () => void
}

/** Returns `null` if the directory can't be read. Customers who are not in it yet are missing. */
async function emailsOf(alerts: readonly Alert[]): Promise<Emails | null> {
  const uids = [...new Set(alerts.flatMap(({ event }) => event.customerUid ?? []))]
  return await desk.customers
    .names({ uids, itemUids: [] })
    .then(({ customers }) => new Map(customers.map(({ uid, email }) => [uid, email])))
    .catch(() => null)
}

/** The alerts that can still be completed. Each is shown once: when it is finished, or after it has waited. */
function useOpenAlerts(show: (event: EventRow, detail: ToastDetail | ShallowRef<ToastDetail>) => void) {
  /** By the ids of their events. */
  const open = new Map<EventRow['id'], Alert>()

  function showOnce(alert: Alert, detail: ToastDetail | ShallowRef<ToastDetail>): void {
    clearTimeout(alert.timer)
    alert.timer = undefined
    show(alert.event, detail)
  }

  function finish(alert: Alert): void {
    open.delete(alert.event.id)
    if (alert.timer !== undefined) showOnce(alert, alert.customer.value)
  }

  function add(event: EventRow, customer: ToastDetail): Alert {
    const earlier = open.get(event.id)
    if (earlier !== undefined) finish(earlier)
    const timer = setTimeout(() => showOnce(alert, alert.customer), maxWaitMs)
    const alert: Alert = { event, customer: shallowRef(customer), timer }
    open.set(event.id, alert)
    const [oldest] = open.values()
    if (open.size > maxOpen && oldest !== undefined) finish(oldest)
    return alert
  }

  onScopeDispose(() => {
    for (const { timer } of open.values()) clearTimeout(timer)
    open.clear()
  })
  return { open, add, finish }
}

export function useAlertToasts(): AlertToasts {
  const { t } = useI18n()
  const toast = useToast()
  const sentence = useEventText()
  const { open, add, finish } = useOpenAlerts((event, detail) => toast.show(sentence(event), { detail }))

  const customerText = ({ customerUid: uid }: EventRow, email: string | null): ToastDetail =>
    uid === null
      ? { text: t('events.unknownCustomer') }
      : { text: t('events.alertCustomer', { customer: email ?? uid }), to: `/customers/${encodeURIComponent(uid)}` }

  /** Completes those whose customers are known. */
  async function complete(alerts: readonly Alert[]): Promise<void> {
    const known = alerts.filter(({ event }) => event.customerUid !== null)
    if (known.length === 0) return
    const emails = await emailsOf(known)
    for (const alert of known) {
      const { id, customerUid } = alert.event
      if (open.get(id) !== alert || customerUid === null) continue
      alert.customer.value = customerText(alert.event, emails?.get(customerUid) ?? null)
      if (emails === null || emails.has(customerUid)) finish(alert)
    }
  }

  function update(events: readonly EventRow[]): void {
    const changed = events.flatMap((event) => {
      const alert = open.get(event.id)
      if (alert === undefined || event.customerUid === null) return []
      alert.event = event
      return [alert]
    })
    void complete(changed)
  }

  async function reread(): Promise<void> {
    const kinds = [...new Set([...open.values()].map(({ event }) => event.kind))]
    if (kinds.length > 0) update((await desk.events.list({ kinds, limit: maxReread })).rows)
  }

  onScopeDispose(
    onDeskEvent('customer.changed', ({ uid }) => {
      void complete([...open.values()].filter(({ event }) => event.customerUid === uid))
    }),
  )

  return {
    show(events) {
      // The customer of an event that names neither a customer nor an eSIM can't be found.
      const named = events.filter(({ customerUid, iccid }) => customerUid !== null || iccid !== null)
      for (const event of events) if (!named.includes(event)) toast.show(sentence(event), { lasting: true })
      void complete(named.map((event) => add(event, customerText(event, null))))
    },
    update,
    reload: () => void reread().catch(() => undefined),
  }
}
