/** What can be done with a customer, by keys: what no package allows says why. */
import { describe, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import type { ItemView } from '#shared/model/customer/views.ts'
import { ItemUid } from '#shared/wire/ids.ts'
import { useFrameShortcuts } from '../../../../../renderer/app/useFrameShortcuts.ts'
import { useCustomerActions } from '../../../../../renderer/features/customer/useCustomerActions.ts'
import { usePageActionList, type PageAction } from '../../../../../renderer/lib/pageActions.ts'
import { useToast } from '../../../../../renderer/ui/useToast.ts'
import { mounted, text } from '../../support/mounted.ts'
import { customer, item } from '../../support/samples.ts'

const eligible = { possible: true, reasons: [], notes: [] }
const impossible = (...reasons: ItemView['refund']['reasons']): ItemView['refund'] => ({
  possible: false,
  reasons,
  notes: [],
})

/** Mounts the actions of a customer with these packages. Returns what they open. */
function mountActions(...items: readonly ItemView[]): readonly string[] {
  const opened: string[] = []
  const nothing = (): void => undefined
  mounted(
    defineComponent({
      setup() {
        useFrameShortcuts({ focusSearch: nothing, goTo: nothing, goBack: nothing })
        useCustomerActions({
          view: () => customer({ items: [...items] }),
          mayRefresh: () => true,
          topUp: nothing,
          refresh: nothing,
          writeNote: nothing,
          copyTicket: nothing,
          correctEmail: nothing,
          act: (kind, { uid }) => void opened.push(`${kind} ${uid}`),
          onNoRefund: ({ uid }) => void opened.push(`no refund of ${uid}`),
        })
        return () => h('div')
      },
    }),
  )
  return opened
}

/** Presses `f` on the page of a customer with these packages. Returns what was opened and the toasts. */
function pressRefund(...items: readonly ItemView[]): { readonly opened: readonly string[]; readonly toasts: string[] } {
  const toast = useToast()
  toast.take()
  const opened = mountActions(...items)
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true, cancelable: true }))
  return { opened, toasts: toast.take().map(({ text }) => text) }
}

/** How the refunds of a customer with these packages are described where one of them is chosen. */
function detailsOf(...items: readonly ItemView[]): readonly (string | undefined)[] {
  mountActions(...items)
  return usePageActionList()
    .actions.filter(({ id }) => id.startsWith('refund '))
    .map(({ detail }) => detail)
}

test('the key opens the dialog of the only package that allows it, and says nothing', () => {
  const possible = item({ refund: eligible })
  expect(pressRefund(possible, item({ refund: impossible('used') }))).toEqual({
    opened: [`refund ${possible.uid}`],
    toasts: [],
  })
})

test('where no package allows it, the key says the reasons of all, each once', () => {
  const items = [impossible('refunded', 'already_active'), impossible('used'), impossible('used', 'refunded')]
  expect(pressRefund(...items.map((refund) => item({ refund })))).toEqual({
    opened: ['no refund of i-1'],
    toasts: [
      text('customer.actions.notPossible', {
        reasons: `${text('customer.reason.refunded')} ${text('customer.reason.used')}`,
      }),
    ],
  })
})

describe('where no refund is possible, the package that is suggested is', () => {
  const sold = (uid: string, day: number, changes: Partial<ItemView> = {}) =>
    item({
      uid: ItemUid.parse(uid),
      salesDate: `2026-11-0${String(day)}T10:00:00.000Z`,
      refund: impossible('used'),
      ...changes,
    })
  const refunded = sold('i-4', 9, { phase: 'refunded' })
  const several = [sold('i-1', 3), sold('i-2', 5), sold('i-3', 4)]
  test.each([
    ['the one that was sold last', several, 'i-2'],
    ['none that was given back', [...several, refunded], 'i-2'],
    ['the only one', [refunded], 'i-4'],
  ])('%s', (_which, items, uid) => expect(pressRefund(...items).opened).toEqual([`no refund of ${uid}`]))
})

test('of one or two packages the key says which has which reason', () => {
  const used = item({ name: 'Japan 3 GB', refund: impossible('used') })
  const refunded = item({ name: 'Europe 5 GB', refund: impossible('refunded') })
  expect(pressRefund(used, refunded).toasts).toEqual([
    text('customer.actions.notPossible', {
      reasons: [
        text('customer.actions.reasonsOf', { package: 'Japan 3 GB', reasons: text('customer.reason.used') }),
        text('customer.actions.reasonsOf', { package: 'Europe 5 GB', reasons: text('customer.reason.refunded') }),
      ].join(' '),
    }),
  ])
})

test('without a package the key does nothing', () => {
  expect(pressRefund()).toEqual({ opened: [], toasts: [] })
})

test('packages of the same name are distinguished by what is known of them; in the palette a name of its own stands alone', () => {
  const at = (salesDate: string, metatag: string) =>
    item({
      uid: ItemUid.parse(metatag),
      name: 'Europe 20 GB',
      refund: eligible,
      salesDate,
      metatag,
      phase: 'waiting_activation',
    })
  const alike = [at('2026-11-23T10:00:00Z', 'WEB-1'), at('2026-11-17T10:00:00Z', 'WEB-2')]
  const details = detailsOf(...alike, item({ name: 'Japan 3 GB', refund: eligible }))
  expect(new Set(details).size).toBe(3)
  expect(details[0]).toMatch(/^Europe 20 GB · .*Nov 23, 2026, .* · WEB-1 · /)
  expect(details[0]?.endsWith(` · ${text('customer.phase.waiting_activation')}`)).toBe(true)
  expect(details[1]).toContain('WEB-2')
  expect(details[2]).toBe('Japan 3 GB')
})

describe('where one of several packages is chosen', () => {
  function choices(...items: readonly ItemView[]): readonly (PageAction['choice'] | undefined)[] {
    mountActions(...items)
    return usePageActionList()
      .actions.filter(({ id }) => id.startsWith('refund '))
      .map(({ choice }) => choice)
  }
  const sold = (uid: string, changes: Partial<ItemView> = {}) =>
    item({
      uid: ItemUid.parse(uid),
      name: 'Europe 20 GB',
      refund: eligible,
      salesDate: '2026-11-23T10:07:31Z',
      purchasePrice: { amount: '12.00', currency: 'USD' },
      metatag: null,
      useOrder: 1,
      ...changes,
    })

  test('each shows its number on the page, the minute of its sale, what is left and its price, whatever its name', () => {
    const all = choices(sold('i-1'), sold('i-2', { useOrder: 2 }), sold('i-3', { name: 'Japan 3 GB' }))
    expect(all.map((choice) => choice?.name)).toEqual(['Europe 20 GB', 'Europe 20 GB', 'Japan 3 GB'])
    for (const [index, choice] of all.entries()) {
      const [number, sold, left] = choice?.facts.split(' · ') ?? []
      expect([number, left]).toEqual([
        text('customer.actions.number', { order: index === 1 ? 2 : 1 }),
        text('customer.packages.ofSize', { available: '1.5 GB', size: '3 GB' }),
      ])
      expect(sold).toMatch(/ Nov 23, 2026, \d+:07/)
      expect(choice?.facts).toContain(' · $12.00 · ')
    }
    expect(all[0]?.facts).not.toBe(all[1]?.facts)
  })

  test('two of which the same is known differ by the end of their uid', () => {
    const all = choices(sold('item-000001', { useOrder: null }), sold('item-000002', { useOrder: null }))
    expect(all.map((choice) => choice?.facts.slice(-7))).toEqual(['…000001', '…000002'])
  })
})
