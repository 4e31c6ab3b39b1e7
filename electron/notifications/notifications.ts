/**
 * Notifications of the system for what an agent should not miss while another program is in front: alerts of events and
 * operations that need a person. They count and name no customer, because others may see the screen.
 */
import type { Emit, EventName, Events } from '#shared/contract.ts'
import type { DeskLanguage } from '#shared/language.ts'
import { AlertKind } from '#shared/model/customer/events.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { Host } from '../host/index.ts'
import { texts } from './text.ts'

interface NotificationsOptions {
  readonly notify: Host['notify']
  readonly language: () => DeskLanguage
  readonly mutedAlerts: () => Promise<readonly AlertKind[]>
  readonly emit: Emit
}

/** Returns an `emit` that also shows the notifications for what it emits. */
export function createNotifications({ notify, language, mutedAlerts, emit }: NotificationsOptions): Emit {
  const needingPerson = new Set<OperationRow['id']>()

  async function showAlerts({ alerts }: Events['events.changed']): Promise<void> {
    if (Object.keys(alerts).length === 0) return
    const muted = await mutedAlerts()
    const shown = AlertKind.options.flatMap((kind) => {
      const count = muted.includes(kind) ? 0 : (alerts[kind] ?? 0)
      return count === 0 ? [] : [{ kind, count }]
    })
    if (shown.length === 0) return
    const text = texts[language()]
    notify({
      about: 'events',
      title: text.alerts(shown.reduce((sum, { count }) => sum + count, 0)),
      body: shown.map(({ kind, count }) => `${text.alert[kind]}: ${String(count)}`).join(' · '),
      onClick: () => emit('page.requested', { page: 'events' }),
    })
  }

  function showOperation({ id, state }: OperationRow): void {
    if (state !== 'NEEDS_HUMAN') return void needingPerson.delete(id)
    if (needingPerson.has(id)) return
    needingPerson.add(id)
    const text = texts[language()]
    notify({
      about: 'operations',
      title: text.operations(needingPerson.size),
      body: text.operationsBody,
      onClick: () => emit('page.requested', { page: 'operations' }),
    })
  }

  return (event, payload) => {
    emit(event, payload)
    const emitted = { event, payload }
    if (isEvent('events.changed', emitted)) void showAlerts(emitted.payload).catch(() => undefined)
    if (isEvent('operation.changed', emitted)) showOperation(emitted.payload)
  }
}

/** Narrows the payload by the name, which TypeScript does not do for a generic pair. */
function isEvent<E extends EventName>(
  wanted: E,
  emitted: { readonly event: EventName; readonly payload: unknown },
): emitted is { readonly event: E; readonly payload: Events[E] } {
  return emitted.event === wanted
}
