/** The strips of the phones that are awaited, on their customer's page. */
import { flushPromises } from '@vue/test-utils'
import { beforeEach, expect, test } from 'vitest'
import { defineComponent, h, nextTick, ref, shallowRef } from 'vue'
import type { CustomerView, EsimView } from '#shared/model/customer/views.ts'
import { CustomerUid, EsimUid, Iccid } from '#shared/wire/ids.ts'
import AwaitedPhones from '../../../../../renderer/features/documents/AwaitedPhones.vue'
import EsimDocuments from '../../../../../renderer/features/documents/EsimDocuments.vue'
import { useAwaitedPhones } from '../../../../../renderer/features/documents/awaitedPhones.store.ts'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { chooseCommand, mounted, read, text } from '../../support/mounted.ts'
import { connection, customer, customerUid, esim, settings } from '../../support/samples.ts'

const released: Partial<EsimView> = { state: 'released', raw: 'RELEASED', lastSeen: null }
const esimUid = esim().uid
const digits = `…${esim().iccid.slice(-6)}`
const stage = (name: string): string => text(`documents.awaited.stage.${name}`, { esim: digits })

let view = shallowRef<CustomerView>(customer())
let readAt = ref(0)
let fresh = ref(true)
let isOpen = ref(true)
let bridge: ReturnType<typeof installBridge>

beforeEach(() => {
  view = shallowRef(customer({ esims: [esim(released)] }))
  readAt = ref(Date.now() - 1000)
  fresh = ref(true)
  isOpen = ref(true)
})

/** The strips of a customer's page. */
function page(answers: Parameters<typeof installBridge>[0] = {}) {
  bridge = installBridge({ 'events.list': accept({ rows: [], total: 0 }), ...answers })
  const wrapper = mounted(
    defineComponent(() => () => {
      if (!isOpen.value) return null
      return h(AwaitedPhones, { view: view.value, readAt: readAt.value, fresh: fresh.value, connectivity: [] })
    }),
  )
  const store = useAwaitedPhones()
  const begin = async (uid = esimUid, iccid = esim().iccid): Promise<void> => {
    store.begin({ customerUid, esimUid: uid, iccid, how: 'shown', seenBefore: 0 })
    await nextTick()
  }
  const shows = async (changes: Partial<EsimView>): Promise<void> => {
    view.value = customer({ esims: [esim({ ...released, ...changes })] })
    readAt.value = Date.now() + 1
    await nextTick()
  }
  const strip = (): { readonly text: string; readonly tone: string } => {
    const found = wrapper.get('.strip')
    return { text: read(found), tone: found.classes().at(-1) ?? '' }
  }
  return { wrapper, store, begin, shows, strip }
}

function report(profileState: string, iccid = esim().iccid, more: Readonly<Record<string, unknown>> = {}): void {
  const row = {
    id: profileState,
    at: new Date(Date.now() + 1).toISOString(),
    kind: 'esimStatus',
    customerUid,
    iccid,
    itemUid: null,
    details: { profileState },
    repeats: 0,
    isRead: false,
    alert: null,
  }
  bridge.push('events.changed', { arrived: [row], updated: [], reload: false, alerts: {}, unread: 1, ...more })
}

test('a strip waits for the phone, and is green once a read shows the eSIM as installed, with what that rests on', async () => {
  const { begin, shows, strip } = page()
  await begin()
  expect(strip()).toEqual({ text: expect.stringContaining(stage('waiting')), tone: 'neutral' })
  report('INSTALLED')
  await nextTick()
  expect(strip()).toEqual({ text: expect.stringContaining(stage('reported')), tone: 'info' })
  await shows({ state: 'installed' })
  expect(strip()).toEqual({ text: expect.stringContaining(stage('installed')), tone: 'ok' })
  expect(strip().text).toMatch(/the service's event \d.* · read \d/)
  expect(strip().text).toContain(text('documents.awaited.next.installed'))
})

test('it stays green only while the page shows what the service answered', async () => {
  const { begin, shows, strip } = page()
  await begin()
  await shows({ state: 'installed' })
  fresh.value = false
  await nextTick()
  expect(strip().tone).toBe('info')
  fresh.value = true
  await shows({ state: 'disabled' })
  expect(strip()).toEqual({ text: expect.stringContaining(stage('disabled')), tone: 'warn' })
})

test('a saved copy says nothing of it', async () => {
  const { begin, strip } = page()
  await begin()
  view.value = customer({ source: 'directory', esims: [esim({ state: 'installed' })] })
  readAt.value = Date.now() + 1
  await nextTick()
  expect(strip().text).toContain(stage('waiting'))
})

test('a reported failure is red and has what to say, and that of another eSIM changes nothing', async () => {
  const { begin, strip } = page()
  await begin()
  report('ERROR', Iccid.parse('8948010000099999999'))
  await nextTick()
  expect(strip().text).toContain(stage('waiting'))
  report('ERROR')
  await nextTick()
  expect(strip()).toEqual({ text: expect.stringContaining(text('documents.awaited.next.failed')), tone: 'danger' })
})

test('of a failure that was read, what to say is left to the verdict', async () => {
  const { begin, shows, strip } = page()
  await begin()
  await shows({ state: 'error' })
  expect(strip()).toEqual({ text: expect.not.stringContaining(text('documents.awaited.next.failed')), tone: 'danger' })
})

test('a network that can not be read is not reported as none', async () => {
  const { begin, shows, strip } = page()
  await begin()
  await shows({ state: 'installed', unreadable: ['lastSeen'] })
  expect(strip().text).not.toContain(text('documents.awaited.next.installed'))
})

test('several eSIMs wait at once, each in a strip that can be dismissed', async () => {
  const { wrapper, begin } = page()
  const other = esim({ ...released, uid: EsimUid.parse('e-2'), iccid: Iccid.parse('8948010000055555555') })
  view.value = customer({ esims: [esim(released), other] })
  await begin()
  await begin(other.uid, other.iccid)
  expect(wrapper.findAll('.strip')).toHaveLength(2)
  await wrapper.get('.strip button').trigger('click')
  expect(wrapper.findAll('.strip').map((strip) => read(strip).includes(digits))).toEqual([true])
})

test('what happens while the page is closed is known when it is opened again, and what has ended is not shown twice', async () => {
  const { wrapper, begin, shows, strip } = page()
  await begin()
  isOpen.value = false
  await nextTick()
  report('INSTALLED')
  isOpen.value = true
  await nextTick()
  expect(strip().text).toContain(stage('reported'))
  await shows({ state: 'installed', lastSeen: new Date(Date.now() + 1).toISOString() })
  expect(strip().text).toContain(stage('network'))
  isOpen.value = false
  await nextTick()
  isOpen.value = true
  await nextTick()
  expect(wrapper.find('.strip').exists()).toBe(false)
})

test('of more events than a push has, those of the eSIM are read', async () => {
  const at = new Date(Date.now() + 60_000).toISOString()
  const details = { profileState: 'ERROR' }
  const row = { id: '1', at, kind: 'esimStatus', customerUid, iccid: esim().iccid, itemUid: null, details }
  const rows = [{ ...row, repeats: 0, isRead: false, alert: null }]
  const { begin, strip } = page({ 'events.list': accept({ rows, total: 1 }) })
  await begin()
  report('INSTALLED', esim().iccid, { arrived: [], reload: true })
  await flushPromises()
  expect(strip().text).toContain(stage('failed'))
})

test('another customer has no strip, and another connection has none either', async () => {
  const { store, begin } = page()
  await begin()
  expect(store.of(CustomerUid.parse('c-2'))).toEqual([])
  useConnection().take(connection)
  expect(store.of(customerUid)).toEqual([])
})

test.each([
  ['can be installed', released, 1],
  ['is installed', { state: 'installed' }, 0],
  ['was replaced', { ...released, active: false }, 0],
] as const)('a phone is awaited after a copy of the code of an eSIM that %s', async (_what, changes, count) => {
  installBridge({
    'settings.get': accept(settings()),
    'events.list': accept({ rows: [], total: 0 }),
    'installation.copy': accept(null),
    'installation.sheet': () => new Promise(() => undefined),
  })
  const wrapper = mounted(EsimDocuments, { customer: customer(), esim: esim({ ...changes, codeState: 'usable' }) })
  await useSettings().load()
  await chooseCommand(wrapper, text('documents.copyWhat', { what: text('documents.what.code') }))
  await flushPromises()
  expect(useAwaitedPhones().of(customerUid)).toHaveLength(count)
})
