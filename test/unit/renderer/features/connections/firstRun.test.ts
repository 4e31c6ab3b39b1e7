import { PiniaColada } from '@pinia/colada'
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, test } from 'vitest'
import { defaultDocuments } from '#shared/model/documents.ts'
import NewConnection from '../../../../../renderer/features/connections/NewConnection.vue'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { text } from '../../support/mounted.ts'

const profile = {
  id: 'p-1',
  name: 'Acme',
  kind: 'service',
  address: 'https://api.example.com',
  segment: 'service',
  caFile: null,
  proxy: null,
  linkHost: null,
  secret: 'session',
  createdAt: '2026-01-01T00:00:00Z',
  lastOpenedAt: null,
}
const current = {
  profile,
  health: 'online',
  problem: null,
  directoryStorage: 'memory',
  openedAt: '2026-11-21T10:00:00Z',
}
const typed = {
  [text('connections.fields.name')]: 'Acme',
  [text('connections.fields.address')]: 'https://api.example.com',
  [text('connections.fields.segment')]: 'service',
  [text('connections.fields.clientId')]: 'my-id',
  [text('connections.fields.clientSecret')]: 'my-secret',
}

function renderPage(): VueWrapper {
  return mount(NewConnection, {
    global: { plugins: [createPinia(), PiniaColada, createDeskI18n()] },
    attachTo: document.body,
  })
}

function field(page: VueWrapper, label: string) {
  const found = page.findAll('label').find((one) => one.text() === label)
  return page.get<HTMLInputElement>(`[id="${found?.attributes('for') ?? ''}"]`)
}

async function type(page: VueWrapper): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await field(page, label).setValue(text)
}

const button = (page: VueWrapper, text: string) => page.findAll('button').find((one) => one.text() === text)

test('a failure keeps what was typed, including the secret, and says what to do', async () => {
  installBridge({ 'connections.test': refuse('credentials_rejected', { status: 403 }) })
  const page = renderPage()
  await type(page)
  await page.get('form').trigger('submit')
  await flushPromises()
  expect(page.get('[role=alert]').text()).toContain(text('errors.credentials_rejected.what'))
  for (const [label, text] of Object.entries(typed)) expect(field(page, label).element.value).toBe(text)
  expect(page.html()).not.toContain('my-secret')
  page.unmount()
})

test('connecting tests, stores and opens in this order, and stores nothing if the test fails', async () => {
  const calls: string[] = []
  const stored = (name: string, value: unknown) => (): Promise<unknown> => (calls.push(name), accept(value)(null))
  installBridge({
    'connections.test': stored('test', { took: 12, packages: 3, keychain: 'session' }),
    'connections.add': stored('add', profile),
    'connections.open': stored('open', current),
  })
  const page = renderPage()
  await type(page)
  await page.get('form').trigger('submit')
  await flushPromises()
  expect(calls).toEqual(['test', 'add', 'open'])
  expect(useConnection().current?.profile.id).toBe('p-1')
  page.unmount()
})

test('a successful test shows the number of packages, and connecting does not repeat it', async () => {
  const calls: string[] = []
  const stored = (name: string, value: unknown) => (): Promise<unknown> => (calls.push(name), accept(value)(null))
  installBridge({
    'connections.test': stored('test', { took: 12, packages: 3, keychain: 'session' }),
    'connections.add': stored('add', profile),
    'connections.open': stored('open', current),
  })
  const page = renderPage()
  await type(page)
  await button(page, text('connections.test'))?.trigger('click')
  await flushPromises()
  expect(page.get('[role=status]').text()).toContain(text('connections.passed', { packages: '3', took: '12' }, 3))
  await page.get('form').trigger('submit')
  await flushPromises()
  expect(calls).toEqual(['test', 'add', 'open'])
  page.unmount()
})

test('an empty form is not sent, and each field says what is missing', async () => {
  installBridge({ 'connections.test': () => Promise.reject(new Error('It was sent')) })
  const page = renderPage()
  await page.get('form').trigger('submit')
  await flushPromises()
  expect(page.findAll('[aria-invalid=true]')).toHaveLength(5)
  expect(page.find('[role=alert]').exists()).toBe(false)
  page.unmount()
})

test('without a keychain the form says that secrets are stored for this session only', async () => {
  installBridge({
    'settings.get': accept({
      theme: 'system',
      language: 'system',
      systemLanguage: 'en',
      agentName: '',
      osUser: 'ada',
      keychain: 'session',
      version: '1',
      host: 'chromium',
      documents: defaultDocuments,
      mail: null,
    }),
  })
  const page = renderPage()
  await useSettings().load()
  await flushPromises()
  expect(page.text()).toContain(text('connections.keychain.session'))
  page.unmount()
})
