/**
 * The dialog "Refund and replace": what it offers after each outcome of the refund, and what ends it.
 *
 * @module-tag long
 */
import { flushPromises, type DOMWrapper } from '@vue/test-utils'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { computed, defineComponent, h, shallowRef } from 'vue'
import type { CustomerView } from '#shared/model/customer/views.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import ReplaceDialog from '../../../../../renderer/features/customer/ReplaceDialog.vue'
import { useCustomerMoney } from '../../../../../renderer/features/customer/useCustomerMoney.ts'
import { useReplacement, type Replacement } from '../../../../../renderer/features/customer/useReplacement.ts'
import { useTopUp } from '../../../../../renderer/features/customer/useTopUp.ts'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { at, recordRequests } from '../../support/deferred.ts'
import {
  customer,
  customerUid,
  inventoryItemId,
  inventoryRow,
  item,
  itemUid,
  now,
  openSandbox,
  operation,
  preview,
  purchasePreview,
} from '../../support/samples.ts'

const row = inventoryRow({ id: inventoryItemId, name: 'Europe 3 GB' })
const before = customer({ items: [item({ uid: itemUid, name: 'Europe 3 GB' })] })
const shownRefunded = customer({ items: [item({ uid: itemUid, name: 'Europe 3 GB', phase: 'refunded' })] })
const named = { package: 'Europe 3 GB' }
const accepted = { kind: 'refund', state: 'CONFIRMED', answer: 'accepted', awaitsRead: true } as const

interface Preset {
  readonly refund?: Parameters<typeof preview>[0]
  readonly sells?: 'newEsim' | 'newRecord'
  /** The inventory was known when the verdict was made. */
  readonly isKnown?: boolean
  /** Each sale to a new customer asks for the country and the IP address. */
  readonly isAsked?: boolean
}

/** Opens the dialog on the page of a customer. */
async function opened({ refund = {}, sells = 'newEsim', isKnown = true, isAsked = false }: Preset = {}) {
  const previewed: string[] = []
  const prices = { amount: '4.50' }
  const runs = recordRequests<unknown, unknown>()
  const sold = () =>
    purchasePreview({
      kind: 'top-up-with-profile',
      customerUid,
      amount: { amount: prices.amount, currency: 'USD' },
    })
  const { push } = installBridge({
    'inventory.list': accept({ rows: [row], unreadable: [], fetchedAt: now }),
    'operations.list': accept({ rows: [], total: 0 }),
    'operations.rules': accept({
      userCountry: isAsked ? null : 'DE',
      userIp: isAsked ? null : '192.0.2.7',
      metatag: '{id}',
      dailyLimit: null,
      askAbove: '50',
    }),
    'operations.preview': (input) => {
      const kind = /"kind":"([\w-]+)"/.exec(JSON.stringify(input))?.[1] ?? ''
      previewed.push(kind)
      return accept(kind === 'refund' ? preview(refund) : sold())(null)
    },
    'operations.run': runs.send,
    'operations.check': accept(operation(accepted)),
  })
  const view = shallowRef<CustomerView | null>(before)
  const sellAlone = vi.fn()
  let replacement: Replacement | undefined
  const wrapper = mounted(
    defineComponent(() => {
      const money = useCustomerMoney({
        uid: () => customerUid,
        onDone: () => undefined,
        begin: () => undefined,
        pausesUpdates: () => false,
      })
      const topUp = useTopUp(
        () => view.value,
        () => null,
        money.bought,
      )
      const flow = (replacement = useReplacement(() => view.value, money, topUp))
      const shown = computed(() => flow.plan.value !== null)
      return () =>
        shown.value && view.value !== null
          ? h(ReplaceDialog, {
              replacement: flow,
              money: money.dialog,
              view: view.value,
              topUp,
              onSellAlone: sellAlone,
            })
          : null
    }),
  )
  const flow = replacement
  if (flow === undefined) throw new Error('Nothing was mounted')
  const settle = async (): Promise<void> => {
    await flushPromises()
    await vi.dynamicImportSettled()
    await flushPromises()
  }
  flow.open(
    {
      item: at(before.items, 0),
      action: {
        kind: 'refundAndReplace',
        itemUid,
        sells,
        country: null,
        inventoryItemId: isKnown ? inventoryItemId : null,
      },
      selling: sells === 'newEsim' ? null : { row, rows: [row], country: null, reference: '' },
    },
    customerUid,
  )
  await settle()
  const buttons = (): readonly DOMWrapper<HTMLButtonElement>[] =>
    wrapper.findAll<HTMLButtonElement>('button').filter(({ element }) => !element.disabled)
  const button = (key: string) => buttons().find((each) => read(each) === text(key))
  const press = async (key: string): Promise<void> => {
    await button(key)?.trigger('click')
    await settle()
  }
  /** The refund is sent, and the service answers so. */
  const refunded = async (answer: Partial<OperationRow>): Promise<OperationRow> => {
    const done = operation({ kind: 'refund', ...answer })
    await press('money.refund.button')
    at(runs.requests, 0).answer({ ok: true, value: done })
    await settle()
    return done
  }
  const isOpen = (): boolean => wrapper.find('dialog').exists()
  return { wrapper, view, flow, previewed, prices, runs, push, press, button, refunded, settle, sellAlone, isOpen }
}

const dialogText = (wrapper: { text: () => string }): string => wrapper.text().replace(/\s+/g, ' ')

test('it begins with the refund, whose reason fits and can be changed', async () => {
  const { wrapper, previewed, runs, press } = await opened()
  expect(read(wrapper.get('h2'))).toBe(text('customer.replace.title'))
  expect(previewed).toEqual(['refund'])
  expect(dialogText(wrapper)).toContain(text('money.refundReason.does_not_work'))
  await press('money.refund.button')
  expect(at(runs.requests, 0).input).toMatchObject({ refundReason: 'does_not_work' })
})

test('before the refund the dialog says what the sale to a new record will ask for', async () => {
  const needs = text('customer.replace.needs')
  expect(dialogText((await opened({ sells: 'newRecord', isAsked: true })).wrapper)).toContain(needs)
  expect(dialogText((await opened({ sells: 'newRecord' })).wrapper)).not.toContain(needs)
  expect(dialogText((await opened({ isAsked: true })).wrapper)).not.toContain(needs)
})

test('two presses send one refund', async () => {
  const { button, runs, settle } = await opened()
  const refund = button('money.refund.button')
  await Promise.all([refund?.trigger('click'), refund?.trigger('click')])
  await settle()
  expect(runs.requests).toHaveLength(1)
})

test('the sale waits for the read that shows the refund', async () => {
  const { wrapper, view, previewed, refunded, button, settle } = await opened()
  await refunded(accepted)
  expect(dialogText(wrapper)).toContain(text('customer.replace.next.reading'))
  expect(button('customer.replace.goOn')).toBeUndefined()
  expect(previewed).toEqual(['refund'])
  view.value = shownRefunded
  await settle()
  expect(previewed).toEqual(['refund', 'top-up-with-profile'])
  expect(dialogText(wrapper)).toContain(text('customer.replace.refund.seen', named))
  expect(button('purchases.stopHere')).toBeDefined()
  expect(button('purchases.press')).toBeDefined()
})

test.each([
  ['the item is gone', customer({ items: [] }), true],
  ['the item is gone from a list that is not whole', customer({ items: [], omittedItems: 1 }), false],
  ['a copy of this desk alone shows it', { ...shownRefunded, source: 'directory' as const }, false],
])('of a refund that was accepted, %s', async (_what, read_, isSold) => {
  const { view, previewed, refunded, settle } = await opened()
  await refunded(accepted)
  view.value = read_
  await settle()
  expect(previewed.includes('top-up-with-profile')).toBe(isSold)
})

test('the journal knows a read that the customer does not show', async () => {
  const { previewed, refunded } = await opened()
  await refunded({ ...accepted, awaitsRead: false })
  expect(previewed).toEqual(['refund', 'top-up-with-profile'])
})

describe.each([
  ['reads do not show it', { ...accepted, state: 'UNKNOWN' }],
  ['the reads have ended', { ...accepted, state: 'NEEDS_HUMAN' }],
  ['the first read has failed', { ...accepted, nextCheck: now }],
  ['this service shows none', { ...accepted, awaitsRead: false, isShown: false }],
  ['a person has recorded it', { ...accepted, awaitsRead: false, confirmedBy: 'person' }],
] as const)('where the service accepted the refund and %s', (_why, answer) => {
  test('the dialog says so, and the sale follows if the agent confirms it, once', async () => {
    const { wrapper, previewed, refunded, button, settle, press } = await opened()
    await refunded(answer)
    expect(dialogText(wrapper)).toContain(text('customer.replace.next.unseen'))
    expect(dialogText(wrapper)).toContain(text('customer.replace.refund.unseen', named))
    expect(previewed).toEqual(['refund'])
    const goOn = button('customer.replace.goOn')
    await Promise.all([goOn?.trigger('click'), goOn?.trigger('click')])
    await settle()
    expect(previewed).toEqual(['refund', 'top-up-with-profile'])
    expect(dialogText(wrapper)).toContain(text('customer.replace.refund.unseen', named))
    expect(wrapper.findAll('.steps .number').map(read)).toEqual(['1', '2'])
    await press('purchases.stopHere')
    expect(wrapper.find('dialog').exists()).toBe(false)
  })
})

describe.each([
  ['REJECTED', { state: 'REJECTED', reason: 'Not today' }, 'none'],
  ['NOT_SENT', { state: 'NOT_SENT' }, 'none'],
  ['UNKNOWN', { state: 'UNKNOWN' }, 'open'],
  ['NEEDS_HUMAN', { state: 'NEEDS_HUMAN' }, 'open'],
] as const)('after a refund that is %s', (_state, answer, kind) => {
  test('nothing is sold in its place, and the dialog says so', async () => {
    const { wrapper, previewed, refunded, button, press, isOpen } = await opened()
    await refunded({ confirmedBy: null, ...answer })
    expect(dialogText(wrapper)).toContain(text(`customer.replace.next.${kind}`))
    expect(dialogText(wrapper)).toContain(text(`customer.replace.refund.${kind}`, named))
    expect([button('customer.replace.goOn'), button('purchases.stopHere')]).toEqual([undefined, undefined])
    await press('money.close')
    expect([isOpen(), previewed]).toEqual([false, ['refund']])
  })
})

test('the sale alone is offered before a refund, and after one that was refused', async () => {
  const { refunded, button, press, sellAlone } = await opened()
  expect(button('customer.replace.sellAlone')).toBeDefined()
  await refunded({ state: 'REJECTED', confirmedBy: null, reason: 'The maximum of this month is reached.' })
  await press('customer.replace.sellAlone')
  expect(sellAlone).toHaveBeenCalledOnce()
})

test('the sale alone is not offered while it is not known whether the refund was done', async () => {
  const { refunded, button } = await opened()
  await refunded({ state: 'UNKNOWN', confirmedBy: null })
  expect(button('customer.replace.sellAlone')).toBeUndefined()
})

test('an outcome that becomes known later goes on by itself', async () => {
  const { previewed, refunded, push, settle } = await opened()
  const row = await refunded({ state: 'UNKNOWN', confirmedBy: null })
  push('operation.changed', { ...row, state: 'CONFIRMED', confirmedBy: 'state' })
  await settle()
  expect(previewed).toEqual(['refund', 'top-up-with-profile'])
})

test('what a colleague refunded meanwhile is shown, and the sale follows once a read shows it', async () => {
  const { wrapper, view, previewed, refunded, settle } = await opened()
  await refunded({ state: 'REJECTED', confirmedBy: null, answer: 'lost', reason: 'This item is already refunded.' })
  expect(previewed).toEqual(['refund'])
  view.value = shownRefunded
  await settle()
  expect(previewed).toEqual(['refund', 'top-up-with-profile'])
  expect(dialogText(wrapper)).toContain(text('customer.replace.refund.elsewhere', named))
})

test.each([
  ['impossible', ['used']],
  ['refunded', ['refunded']],
] as const)(
  'a package that can not be refunded is %s, and is sold without a refund in the ordinary way',
  async (key, reasons) => {
    const { wrapper, button, press, sellAlone, runs } = await opened({
      refund: { possible: false, reasons: [...reasons] },
    })
    expect(dialogText(wrapper)).toContain(text(`customer.replace.${key}`, named))
    expect(dialogText(wrapper)).toContain(text(`customer.reason.${reasons[0]}`))
    expect(button('money.refund.button')).toBeUndefined()
    await press('customer.replace.sellAlone')
    expect([sellAlone.mock.calls.length, runs.requests.length]).toEqual([1, 0])
  },
)

test('the sale reports that the credits have run out, and the refund stays', async () => {
  const { wrapper, refunded, runs, press, settle, isOpen } = await opened()
  await refunded({ ...accepted, awaitsRead: false })
  await press('purchases.press')
  const refused = operation({
    id: 'sale',
    kind: 'top-up-with-profile',
    state: 'REJECTED',
    confirmedBy: null,
    reason: 'Not enough credits',
  })
  at(runs.requests, 1).answer({ ok: true, value: refused })
  await settle()
  expect(dialogText(wrapper)).toContain('Not enough credits')
  expect(dialogText(wrapper)).toContain(text('customer.replace.refund.seen', named))
  await press('purchases.stopHere')
  expect([isOpen(), runs.requests.length]).toEqual([false, 2])
})

test('another price of the replacement is shown before it is bought', async () => {
  const { wrapper, prices, refunded, press, settle, button, runs } = await opened()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await refunded({ ...accepted, awaitsRead: false })
  prices.amount = '11.00'
  await vi.advanceTimersByTimeAsync(60_000)
  await settle()
  expect(dialogText(wrapper)).toContain('$11.00')
  expect(button('purchases.press')).toBeUndefined()
  await press('purchases.continue')
  await press('purchases.press')
  expect(runs.requests).toHaveLength(2)
})

test('the same package is chosen also if the inventory arrives after the verdict', async () => {
  const { previewed, refunded } = await opened({ isKnown: false })
  await refunded({ ...accepted, awaitsRead: false })
  await expect.poll(() => previewed).toEqual(['refund', 'top-up-with-profile'])
})

test('it ends with the sale', async () => {
  const { refunded, runs, press, settle, isOpen } = await opened()
  await refunded({ ...accepted, awaitsRead: false })
  await press('purchases.press')
  at(runs.requests, 1).answer({ ok: true, value: operation({ id: 'sale', kind: 'top-up-with-profile' }) })
  await settle()
  expect([isOpen(), runs.requests.length]).toEqual([false, 2])
})

test('for another country a new record of the same person is sold to', async () => {
  const { previewed, refunded, wrapper } = await opened({ sells: 'newRecord' })
  expect(dialogText(wrapper)).toContain(text('money.refundReason.wrong_package'))
  await refunded({ ...accepted, awaitsRead: false })
  await expect.poll(() => previewed).toEqual(['refund', 'register'])
  expect(dialogText(wrapper)).toContain(text('customer.replace.sell', { package: row.name }))
})

describe('nothing follows', () => {
  const other = customer({ uid: CustomerUid.parse('c-2') })

  test('on the page of another customer', async () => {
    const { view, refunded, previewed, isOpen, settle } = await opened()
    await refunded(accepted)
    view.value = other
    await settle()
    expect([isOpen(), previewed]).toEqual([false, ['refund']])
  })

  test('where another customer is shown while the refund is sent', async () => {
    const { view, press, runs, previewed, isOpen, settle } = await opened()
    await press('money.refund.button')
    view.value = other
    at(runs.requests, 0).answer({ ok: true, value: operation({ ...accepted, awaitsRead: false }) })
    await settle()
    expect([isOpen(), previewed]).toEqual([false, ['refund']])
  })

  test('on another connection', async () => {
    const { refunded, previewed, isOpen, settle } = await opened()
    await refunded(accepted)
    useConnection().take(openSandbox)
    await settle()
    expect([isOpen(), previewed]).toEqual([false, ['refund']])
  })

  test('where the agent cancels the refund', async () => {
    const { press, previewed, isOpen, runs } = await opened()
    await press('money.cancel')
    expect([isOpen(), previewed, runs.requests.length]).toEqual([false, ['refund'], 0])
  })
})
