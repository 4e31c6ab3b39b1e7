/** What can be done with a customer, by keys: what no package allows says why. */
import { expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import type { ItemView } from '#shared/model/views.ts'
import { useFrameShortcuts } from '../../../../../renderer/app/useFrameShortcuts.ts'
import { useCustomerActions } from '../../../../../renderer/features/customer/useCustomerActions.ts'
import { useToast } from '../../../../../renderer/ui/useToast.ts'
import { mounted } from '../../support/mounted.ts'
import { customer, item } from '../../support/samples.ts'

const eligible = { possible: true, reasons: [], notes: [] }
const impossible = (...reasons: ItemView['refund']['reasons']): ItemView['refund'] => ({
  possible: false,
  reasons,
  notes: [],
})

/** Presses `f` on the page of a customer with these packages. Returns what was opened and what was said. */
function pressRefund(...items: readonly ItemView[]): { readonly opened: readonly string[]; readonly said: string[] } {
  const opened: string[] = []
  const toast = useToast()
  toast.take()
  const nothing = (): void => undefined
  mounted(
    defineComponent({
      setup() {
        useFrameShortcuts({ focusSearch: nothing, goTo: nothing })
        useCustomerActions({
          view: () => customer({ items: [...items] }),
          mayRefresh: () => true,
          topUp: nothing,
          refresh: nothing,
          note: nothing,
          ticket: nothing,
          correct: nothing,
          act: (kind, { uid }) => void opened.push(`${kind} ${uid}`),
        })
        return () => h('div')
      },
    }),
  )
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true, cancelable: true }))
  return { opened, said: toast.take().map(({ text }) => text) }
}

test('the key opens the dialog of the only package that allows it, and says nothing', () => {
  const possible = item({ refund: eligible })
  expect(pressRefund(possible, item({ refund: impossible('used') }))).toEqual({
    opened: [`refund ${possible.uid}`],
    said: [],
  })
})

test('where no package allows it, the key says the reasons of all, each once', () => {
  const items = [impossible('refunded', 'already_active'), impossible('used'), impossible('used')]
  expect(pressRefund(...items.map((refund) => item({ refund })))).toEqual({
    opened: [],
    said: ['Not possible: It has been refunded already. Data has been used; only unused packages are refunded.'],
  })
})

test('without a package the key does nothing', () => {
  expect(pressRefund()).toEqual({ opened: [], said: [] })
})
