/** The fields of a proxy, and what the form shows when the proxy refuses. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import ConnectionDialog from '../../../../../renderer/features/connections/ConnectionDialog.vue'
import NewConnection from '../../../../../renderer/features/connections/NewConnection.vue'
import { installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { now } from '../../support/samples.ts'

type Page = ReturnType<typeof mounted>
const labels = (page: Page): string[] => page.findAll('label').map((label) => label.text())
function field(page: Page, label: string) {
  const found = page.findAll('label').find((one) => one.text() === label)
  return page.get<HTMLInputElement>(`[id="${found?.attributes('for') ?? ''}"]`)
}
async function type(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(values)) await field(page, label).setValue(text)
}
const typed = {
  [text('connections.fields.name')]: 'Acme',
  [text('connections.fields.address')]: 'https://api.example.com',
  [text('connections.fields.segment')]: 'service',
  [text('connections.fields.clientId')]: 'my-id',
  [text('connections.fields.clientSecret')]: 'my-secret',
  [text('connections.fields.proxy')]: 'http://proxy.example.com:3128',
}

test('user name and password are requested only if a proxy is typed', async () => {
  installBridge({})
  const page = mounted(NewConnection)
  expect(labels(page)).not.toContain(text('connections.fields.proxyPassword'))
  for (const [proxy, inputs] of [
    ['direct', false],
    ['http://proxy', true],
    ['proxy', false],
    ['https://proxy.example.com:3128', true],
  ] as const) {
    await field(page, text('connections.fields.proxy')).setValue(proxy)
    expect(labels(page).includes(text('connections.fields.proxyPassword'))).toBe(inputs)
  }
  await type(page, { [text('connections.fields.proxyPassword')]: 'proxy-secret-1' })
  expect(field(page, text('connections.fields.proxyPassword')).attributes('type')).toBe('password')
  expect(page.html()).not.toContain('proxy-secret-1')
})

test.each([
  ['proxy_refused', { status: 403, reason: '403 Forbidden' }, text('errors.proxyRefused', { reason: '403 Forbidden' })],
  ['proxy_refused', {}, text('errors.proxy_refused.what')],
  ['proxy_authentication', { status: 407 }, text('errors.proxy_authentication.what')],
  ['proxy_credentials_refused', {}, text('errors.proxy_credentials_refused.what')],
  ['proxy_unreachable', {}, text('errors.proxy_unreachable.what')],
])('%s %o is explained', async (code, details, text) => {
  installBridge({ 'connections.test': refuse(code, details) })
  const page = mounted(NewConnection)
  await type(page, typed)
  await page.get('form').trigger('submit')
  await flushPromises()
  expect(read(page.get('[role=alert]'))).toContain(text)
})

test('another proxy for a stored connection requires the secret again before anything is sent', async () => {
  const profile = {
    id: 'p-1',
    name: 'Acme',
    kind: 'service',
    address: 'https://api.example.com',
    segment: 'service',
    caFile: null,
    proxy: null,
    linkHost: null,
    secret: 'stored',
    createdAt: now,
    lastOpenedAt: null,
  }
  installBridge({ 'connections.update': () => Promise.reject(new Error('It was sent')) })
  const page = mounted(ConnectionDialog, { profile })
  await field(page, text('connections.fields.proxy')).setValue('http://proxy.example.com')
  await page.get('form').trigger('submit')
  await flushPromises()
  expect(page.findAll('[aria-invalid=true]')).toHaveLength(2)
  expect(read(page)).toContain(text('connections.problems.secretAgain'))
})
