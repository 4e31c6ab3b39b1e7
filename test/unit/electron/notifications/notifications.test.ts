import { expect, test, vi } from 'vitest'
import type { DeskLanguage } from '#shared/language.ts'
import { DeskLanguage as Languages } from '#shared/language.ts'
import { events, type EventName, type Events } from '#shared/contract.ts'
import type { AlertKind } from '#shared/model/customer/events.ts'
import type { OperationState } from '#shared/model/operation/operation.ts'
import type { HostNotification } from '../../../../electron/host/index.ts'
import { createNotifications } from '../../../../electron/notifications/index.ts'
import { operation as operationRow } from '../../rules/cases.ts'

function createDesk({ muted = [], language = 'en' }: { muted?: AlertKind[]; language?: DeskLanguage } = {}) {
  const shown: HostNotification[] = []
  const sent: [EventName, unknown][] = []
  const emit = createNotifications({
    notify: (notification) => shown.push(notification),
    language: () => language,
    mutedAlerts: () => Promise.resolve(muted),
    emit: (event, payload) => sent.push([event, payload]),
  })
  return { shown, sent, emit }
}

const pushOf = (alerts: Events['events.changed']['alerts']): Events['events.changed'] => ({
  arrived: [],
  updated: [],
  reload: false,
  alerts,
  unread: 0,
})

test('alerts are counted in one notification, without those that the agent has muted', async () => {
  const { shown, sent, emit } = createDesk({ muted: ['threshold'] })
  emit('events.changed', pushOf({ lowData: 2, threshold: 5, activationFailed: 1 }))
  await vi.waitFor(() => expect(shown).toHaveLength(1))
  expect(shown[0]).toMatchObject({
    about: 'events',
    title: '3 new alerts',
    body: 'Little data left: 2 · Installation failed: 1',
  })
  expect(sent.map(([event]) => event)).toEqual(['events.changed'])
})

test('events without an alert that is enabled show nothing', async () => {
  const { shown, emit } = createDesk({ muted: ['lowData'] })
  emit('events.changed', pushOf({ lowData: 3 }))
  emit('events.changed', pushOf({}))
  emit('events.changed', pushOf({ activationRefused: 1 }))
  await vi.waitFor(() => expect(shown).toHaveLength(1))
  expect(shown[0]?.title).toBe('1 new alert')
})

test('a click requests the page that has more of it', async () => {
  const { shown, sent, emit } = createDesk()
  emit('events.changed', pushOf({ lowData: 1 }))
  emit('operation.changed', operationRow({ state: 'NEEDS_HUMAN' }))
  await vi.waitFor(() => expect(shown).toHaveLength(2))
  for (const { onClick } of shown) onClick()
  const requested = sent.filter(([event]) => event === 'page.requested').map(([, payload]) => payload)
  expect(requested).toEqual([{ page: 'operations' }, { page: 'events' }])
  for (const payload of requested) expect(events['page.requested'].safeParse(payload).success).toBe(true)
})

test('an operation is shown once while it needs a person, and again after it did not', () => {
  const { shown, emit } = createDesk()
  const change = (id: string, state: OperationState): void => emit('operation.changed', operationRow({ id, state }))
  change('01J00000000000000000000001', 'SENDING')
  change('01J00000000000000000000001', 'NEEDS_HUMAN')
  change('01J00000000000000000000001', 'NEEDS_HUMAN')
  change('01J00000000000000000000002', 'NEEDS_HUMAN')
  change('01J00000000000000000000001', 'CONFIRMED')
  change('01J00000000000000000000001', 'NEEDS_HUMAN')
  expect(shown.map(({ title }) => title)).toEqual([
    '1 operation needs you',
    '2 operations need you',
    '2 operations need you',
  ])
})

test.each(Languages.options)('a notification in %s names no customer and no package', async (language) => {
  const { shown, emit } = createDesk({ language })
  const row = operationRow({ state: 'NEEDS_HUMAN' })
  emit('operation.changed', row)
  emit('events.changed', pushOf({ lowData: 1, activationRefused: 2 }))
  await vi.waitFor(() => expect(shown).toHaveLength(2))
  const text = shown.map(({ title, body }) => `${title} ${body}`).join('\n')
  for (const value of Object.values(row))
    if (typeof value === 'string' && value.length > 6 && value !== 'NEEDS_HUMAN') expect(text).not.toContain(value)
  expect(text).not.toMatch(/undefined|NaN|\{/)
})
