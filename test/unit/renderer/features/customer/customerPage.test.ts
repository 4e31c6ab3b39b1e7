/**
 * The page of one customer as a whole: when it reads the customer again by itself.
 *
 * @module-tag long
 */
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { defineComponent, h, nextTick } from 'vue'
import { EsimUid } from '#shared/wire/ids.ts'
import CustomerPage from '../../../../../renderer/features/customer/CustomerPage.vue'
import { refreshPace } from '../../../../../renderer/features/customer/useAutoRefresh.ts'
import { useOutcomes } from '../../../../../renderer/features/money/outcomes.ts'
import { useAwaitedPhones } from '../../../../../renderer/features/documents/awaitedPhones.store.ts'
import { usePurchaseMails } from '../../../../../renderer/features/documents/purchaseMails.store.ts'
import { useCall } from '../../../../../renderer/lib/call.store.ts'
import { usePendingNavigation } from '../../../../../renderer/lib/pendingNavigation.ts'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { at, recordRequests } from '../../support/deferred.ts'
import {
  connection,
  customer,
  customerUid,
  esim,
  inventoryRow,
  item,
  now,
  operation,
  preview,
  purchasePreview,
} from '../../support/samples.ts'

const possible = { possible: true, reasons: [], notes: [] }
const refundable = item({ refund: possible, activate: possible })
/** Milliseconds. By then all parts of the page are rendered, also in a window that paints nothing. */
const framesMs = 1000
const longest = refreshPace.everyMs * (1 + refreshPace.jitter)

let visibility: DocumentVisibilityState
let focused: boolean
beforeEach(() => {
  visibility = 'visible'
  focused = true
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  vi.spyOn(document, 'hasFocus').mockImplementation(() => focused)
})
afterEach(() => vi.useRealTimers())

test.each(['waiting', 'failed'] as const)(
  'what an operation did is shown while the customer is not there: the read is %s',
  async (answer) => {
    installBridge({
      'customers.get': answer === 'failed' ? refuse('unreachable') : () => new Promise(() => undefined),
      'connections.current': accept(connection),
      'operations.list': accept({ rows: [], total: 0 }),
      'events.watch': accept(null),
    })
    const wrapper = mounted(CustomerPage, { uid: customerUid })
    useOutcomes().add(customerUid, [operation({ kind: 'register', state: 'CONFIRMED' })])
    await flushPromises()
    expect(read(wrapper.get('[role="status"]'))).toContain(text('money.outcome.bought'))
  },
)

test('the page of a purchase shows its outcome, and reads nothing before that is painted', async () => {
  const asked: string[] = []
  const answer = (name: string, value: unknown) => (input: unknown) => {
    asked.push(`${name} ${JSON.stringify(input)}`)
    return accept(value)(input)
  }
  installBridge({
    'customers.get': answer('get', customer()),
    'connections.current': accept(connection),
    'operations.list': answer('list', { rows: [], total: 0 }),
    'events.watch': answer('watch', null),
    'inventory.list': answer('inventory', { rows: [], unreadable: [], fetchedAt: now }),
  })
  vi.useFakeTimers()
  const bought = operation({ kind: 'register', state: 'CONFIRMED' })
  const wrapper = mounted(
    defineComponent(() => {
      useOutcomes().add(customerUid, [bought])
      usePendingNavigation().set({ what: 'bought', customerUid, itemUid: bought.itemUid, esimUid: null })
      return () => h(CustomerPage, { uid: customerUid })
    }),
  )
  await flushPromises()
  expect([read(wrapper.get('[role="status"]')).includes(text('money.outcome.bought')), asked]).toEqual([true, []])
  await vi.advanceTimersByTimeAsync(framesMs)
  expect(asked.slice(0, 4)).toEqual([
    'get {"uid":"c-1","from":"directory"}',
    'get {"uid":"c-1","from":"service"}',
    'list {"customerUid":"c-1","limit":50}',
    'watch {"customerUid":"c-1"}',
  ])
})

async function page(more: Parameters<typeof installBridge>[0] = {}) {
  const answers = { emails: ['first@example.org'] }
  const fromService = vi.fn(() => accept(customer({ email: answers.emails.at(-1) ?? null, items: [refundable] }))(null))
  const { push } = installBridge({
    'customers.get': (input) =>
      JSON.stringify(input).includes('directory') ? refuse('not_found')(input) : fromService(),
    'connections.current': accept(connection),
    'operations.list': accept({ rows: [], total: 0 }),
    'operations.preview': accept(preview()),
    'events.watch': accept(null),
    ...more,
  })
  vi.useFakeTimers()
  const wrapper = mounted(CustomerPage, { uid: customerUid })
  const store = useConnection()
  store.take(connection)
  await flushPromises()
  const elapse = async (milliseconds: number): Promise<number> => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    await flushPromises()
    return fromService.mock.calls.length
  }
  const show = async (next: DocumentVisibilityState): Promise<void> => {
    visibility = next
    document.dispatchEvent(new Event('visibilitychange'))
    await nextTick()
  }
  const focus = async (next: boolean): Promise<void> => {
    focused = next
    window.dispatchEvent(new Event(next ? 'focus' : 'blur'))
    await nextTick()
  }
  return { wrapper, store, answers, elapse, show, focus, push }
}

test('while a phone is awaited the customer is read more often, for five minutes', async () => {
  const { elapse } = await page()
  const before = await elapse(0)
  useAwaitedPhones().begin({ customerUid, esimUid: esim().uid, iccid: esim().iccid, how: 'shown', seenBefore: 0 })
  const shortest = refreshPace.eagerMs * (1 - refreshPace.jitter)
  expect([await elapse(shortest - 1), await elapse(refreshPace.eagerMs * 2 * refreshPace.jitter + 1)]).toEqual([
    before,
    before + 1,
  ])
  await elapse(300_000)
  const later = await elapse(0)
  expect(await elapse(2 * longest)).toBeLessThanOrEqual(later + 3)
})

test('what changed at the service appears on an open page by itself, without a sign that the service is asked', async () => {
  const { wrapper, answers, elapse } = await page()
  expect(await elapse(0)).toBe(1)
  expect(read(wrapper.get('h1'))).toBe('first@example.org')
  const heading = wrapper.get('h1').element
  answers.emails.push('second@example.org')
  expect(await elapse(longest)).toBe(2)
  expect(read(wrapper.get('h1'))).toBe('second@example.org')
  expect(wrapper.get('h1').element).toBe(heading)
  expect(read(wrapper.get('header'))).toContain(
    text('customer.freshness.fresh', { age: text('customer.freshness.justNow') }),
  )
})

test('a hidden window asks nothing, and asks at once when it is shown after a while', async () => {
  const { elapse, show } = await page()
  await show('hidden')
  expect(await elapse(20 * longest)).toBe(1)
  await show('visible')
  expect(await elapse(0)).toBe(2)
})

test.each([
  [-3 * 24 * 3600_000, 'behind'],
  [3 * 24 * 3600_000, 'ahead'],
  [60_000, null],
] as const)('a clock of this computer that is %d ms from that of the service: %s', async (difference, side) => {
  const { wrapper, elapse } = await page({
    'customers.get': (input) =>
      JSON.stringify(input).includes('directory')
        ? refuse('not_found')(input)
        : accept(customer({ now: new Date(Date.now() - difference).toISOString() }))(null),
  })
  await elapse(framesMs)
  const notes = wrapper.findAll('[role="note"]').map(read)
  if (side === null) expect(notes.join()).not.toContain(text('customer.clock.todo'))
  else
    expect(notes).toContain(
      `${text(`customer.clock.${side}`, { difference: '3 days' })} ${text('customer.clock.todo')}`,
    )
})

test('a window behind another one asks nothing', async () => {
  const { elapse, focus } = await page()
  await focus(false)
  expect(await elapse(20 * longest)).toBe(1)
  await focus(true)
  expect(await elapse(0)).toBe(2)
})

test('nothing is asked while the service can’t be reached', async () => {
  const { store, elapse } = await page()
  store.take({ ...connection, health: 'offline' })
  await nextTick()
  expect(await elapse(20 * longest)).toBe(1)
  store.take(connection)
  await nextTick()
  expect(await elapse(0)).toBe(2)
})

test('no number changes while the dialog of a refund is open', async () => {
  const { wrapper, elapse } = await page()
  await elapse(framesMs)
  const refund = wrapper.findAll('button').find((button) => read(button) === text('customer.actions.refund'))
  await refund?.trigger('click')
  await vi.dynamicImportSettled()
  await flushPromises()
  const cancel = [...document.querySelectorAll('dialog button')].find(
    (button) => button.textContent.trim() === text('money.cancel'),
  )
  expect(await elapse(3 * longest)).toBe(1)
  cancel?.dispatchEvent(new Event('click'))
  await nextTick()
  expect(await elapse(0)).toBe(2)
})

test('who the customer is and the cause are painted first, and what is below them follows', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { wrapper, elapse } = await page()
  const there = (): boolean[] => ['h1', '.verdict', '.packages'].map((part) => wrapper.find(part).exists())
  expect(there()).toEqual([true, true, false])
  await elapse(framesMs)
  expect(there()).toEqual([true, true, true])
})

test('what stands for the rest of the page does not move when the head arrives, but is drawn below it', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  onTestFinished(() => void vi.unstubAllGlobals())
  const answer = recordRequests<unknown, unknown>()
  const { wrapper } = await page({ 'customers.get': answer.send })
  const rest = (): Element => wrapper.get('.skeleton[aria-hidden]').element
  const before = rest()
  at(answer.requests, 0).answer(await accept(customer({ items: [refundable] }))(null))
  await flushPromises()
  expect(wrapper.find('h1').exists()).toBe(true)
  expect(rest()).not.toBe(before)
})

test('the mail that follows a purchase has its place together with the outcome, before the customer is read', async () => {
  const never = () => new Promise<string>(() => undefined)
  installBridge({
    'customers.get': never,
    'connections.current': accept(connection),
    'operations.list': accept({ rows: [], total: 0 }),
    'events.watch': accept(null),
  })
  const wrapper = mounted(CustomerPage, { uid: customerUid })
  const bought = operation({ kind: 'register', state: 'CONFIRMED', esimUid: EsimUid.parse('e-1') })
  useOutcomes().add(customerUid, [bought])
  usePurchaseMails().request(bought, 'ada@example.org', 'en')
  await nextTick()
  expect(read(wrapper.get('.outcomes'))).toContain(text('money.outcome.bought'))
  expect(read(wrapper.get('.mails'))).toContain('ada@example.org')
})

test('a dialog that was opened for one customer is loaded for all', async () => {
  const topUp = async (): Promise<HTMLDialogElement | undefined> => {
    const { wrapper } = await page({
      'inventory.list': accept({ rows: [], unreadable: [], fetchedAt: now }),
      'operations.preview': accept(purchasePreview()),
    })
    await wrapper
      .findAll('button')
      .find((button) => read(button) === text('purchases.topUp.button'))
      ?.trigger('click')
    const dialog = [...wrapper.element.querySelectorAll('dialog')].find((each) => each.open)
    if (dialog === undefined) await vi.dynamicImportSettled()
    wrapper.unmount()
    vi.useRealTimers()
    return dialog
  }
  await topUp()
  expect(await topUp()).toBeDefined()
})

test('a key that is pressed before the rest of the page is painted finds the eSIMs and packages', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { wrapper } = await page()
  expect(wrapper.find('.packages').exists()).toBe(false)
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true }))
  await nextTick()
  expect(wrapper.find('.packages').exists()).toBe(true)
})

/** A page on which an activation has been submitted and not been answered yet. */
async function activating() {
  const { send, requests } = recordRequests<unknown, unknown>()
  const { wrapper, elapse, push } = await page({
    'operations.preview': accept(preview({ kind: 'activate' })),
    'operations.run': send,
  })
  await elapse(framesMs)
  const button = wrapper.findAll('button').find((each) => read(each) === text('customer.actions.activate'))
  await button?.trigger('click')
  await vi.dynamicImportSettled()
  await flushPromises()
  const dialog = [...document.querySelectorAll('dialog')].find((each) => each.open)
  dialog?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))
  await flushPromises()
  return { wrapper, push, run: at(requests, 0) }
}

test('while an activation is sent, the page has a place for its refusal', async () => {
  const { wrapper } = await activating()
  expect(wrapper.get('.outcomes').classes()).toContain('awaited')
})

test('the steps of an activation do not render the page behind its dialog, and its outcome does', async () => {
  const { wrapper, push, run } = await activating()
  const outcome = wrapper.get('.outcomes [role="status"]')
  for (const state of ['INTENT', 'SENDING'] as const)
    push('operation.changed', operation({ kind: 'activate', state, updatedAt: '2026-11-21T10:00:01.000Z' }))
  await flushPromises()
  expect(read(outcome)).toBe('')
  run.answer({ ok: true, value: operation({ kind: 'activate', updatedAt: '2026-11-21T10:00:01.000Z' }) })
  await flushPromises()
  expect(read(outcome)).toContain(`${text('money.outcome.activated')}: Europe 3 GB`)
})

test('what was reported of an activation is known to other pages when this one is left', async () => {
  const { wrapper, push } = await activating()
  push('operation.changed', operation({ kind: 'activate', state: 'SENDING' }))
  await flushPromises()
  expect(useOutcomes().of(customerUid)).toEqual([])
  wrapper.unmount()
  expect(useOutcomes().of(customerUid)).toMatchObject([{ state: 'SENDING' }])
})

test('an activation whose answer the window lost is shown as the journal reported it', async () => {
  const { wrapper, push, run } = await activating()
  push('operation.changed', operation({ kind: 'activate', state: 'SENDING' }))
  run.answer({ ok: false, error: { code: 'bridge_timeout', message: 'for engineers', details: {} } })
  await flushPromises()
  expect(read(wrapper.get('.outcomes [role="status"]'))).toContain(text('money.outcome.sendingActivate'))
})

test('the dialog of an activation receives the country of the customer', async () => {
  const { wrapper, elapse } = await page({ 'operations.preview': accept(preview({ kind: 'activate' })) })
  useCall().setFacts(customerUid, { country: 'JP' })
  await elapse(framesMs)
  const button = wrapper.findAll('button').find((each) => read(each) === text('customer.actions.activate'))
  await button?.trigger('click')
  await vi.dynamicImportSettled()
  await flushPromises()
  const dialog = [...document.querySelectorAll('dialog')].find((each) => each.open)
  expect(dialog?.textContent).toContain(
    text('purchases.elsewhere.probably', { package: 'Europe 3 GB', country: 'Japan' }),
  )
})

test('after an activation the page has one sentence to say, which depends on whether an eSIM is installed', async () => {
  const released = esim({ state: 'released', raw: 'RELEASED', lastSeen: null })
  const { wrapper } = await page({ 'customers.get': accept(customer({ esims: [released], items: [refundable] })) })
  useOutcomes().add(customerUid, [operation({ kind: 'activate', state: 'CONFIRMED' })])
  await flushPromises()
  expect(wrapper.findAll('.say .text').map(read)).toEqual([
    expect.stringMatching(/^We have started Europe 3 GB\. Your eSIM isn't installed at the moment:/),
  ])
  await wrapper.get('.outcomes .dismiss').trigger('click')
  expect(wrapper.findAll('.say .text').map(read)).toEqual([
    expect.stringMatching(/^Your current eSIM isn't installed on your phone\./),
  ])
})

test('a page that is left asks nothing any more', async () => {
  const { wrapper, elapse } = await page()
  wrapper.unmount()
  expect(await elapse(20 * longest)).toBe(1)
})

test('while a top-up is sent, its outcome has its place on the page already', async () => {
  const { send, requests } = recordRequests<unknown, unknown>()
  const { wrapper } = await page({
    'inventory.list': accept({ rows: [inventoryRow({ name: 'Europe 3 GB' })], unreadable: [], fetchedAt: now }),
    'operations.preview': accept(purchasePreview()),
    'operations.run': send,
  })
  const hasPlace = (): boolean => wrapper.get('.outcomes').classes().includes('any')
  await wrapper
    .findAll('button')
    .find((button) => read(button) === text('purchases.topUp.button'))
    ?.trigger('click')
  await vi.dynamicImportSettled()
  await flushPromises()
  await vi.advanceTimersByTimeAsync(1000)
  await flushPromises()
  expect(hasPlace()).toBe(false)
  const dialog = [...document.querySelectorAll('dialog')].find((each) => each.open)
  dialog?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))
  await flushPromises()
  expect(at(requests, 0)).toBeDefined()
  expect(hasPlace()).toBe(true)
  expect(wrapper.get('.outcomes').classes()).not.toContain('awaited')
})

test('the language that the agent chose for the verdict is also that of the reply about an outcome', async () => {
  const { wrapper } = await page()
  await wrapper.get('.say select').setValue('fr')
  await vi.dynamicImportSettled()
  useOutcomes().add(customerUid, [operation({ kind: 'refund', state: 'CONFIRMED' })])
  await flushPromises()
  const text = wrapper.get('.say .text')
  expect([text.attributes('lang'), read(text)]).toEqual(['fr', expect.stringMatching(/^Nous avons annulé Europe 3 GB/)])
})
