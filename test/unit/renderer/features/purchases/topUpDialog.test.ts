/** The dialog "Top up" says what a package is not good for. */
import { expect, test } from 'vitest'
import { InventoryItemId } from '#shared/wire/ids.ts'
import { emptyForm } from '../../../../../renderer/features/purchases/purchaseForm.ts'
import HowFields from '../../../../../renderer/features/purchases/HowFields.vue'
import PackageField from '../../../../../renderer/features/purchases/PackageField.vue'
import TopUpDialog from '../../../../../renderer/features/purchases/TopUpDialog.vue'
import { flush } from '../../support/deferred.ts'
import { mounted, read } from '../../support/mounted.ts'
import { purchaseOf } from '../../support/purchase.ts'
import { customerUid, inventoryItemId, inventoryRow, item, purchasePreview } from '../../support/samples.ts'

const europe = inventoryRow({ name: 'Europe 3 GB', id: inventoryItemId, countries: ['FR', 'PT'] })

/** Returns the text of the dialog for a customer in this country. */
async function textIn(country: string | null): Promise<string> {
  const purchase = purchaseOf(() => Promise.resolve(purchasePreview()))
  const wrapper = mounted(TopUpDialog, { purchase, rows: [europe], failed: false, set: null, last: null, country })
  const form = { ...emptyForm, who: 'existing', customer: { uid: customerUid, email: null } } as const
  purchase.open('top up', { ...form, inventoryItemId: europe.id })
  await flush()
  return read(wrapper)
}

test('a package that does not work where the customer is is sold with a warning', async () => {
  const text = await textIn('JP')
  expect(text).toContain("Europe 3 GB doesn't work in the country where the customer seems to be: Japan.")
  expect(text).toContain('Sell it only if the customer is travelling on.')
  expect(text).toContain("Doesn't work in the country where the customer seems to be: Japan")
})

test('a package that is for a later country waits for its first use there, unless the agent has chosen a start', async () => {
  const japan = inventoryRow({ name: 'Japan 1 GB', id: InventoryItemId.parse('japan-1'), countries: ['JP'] })
  const purchase = purchaseOf()
  const wrapper = mounted(TopUpDialog, {
    ...{ purchase, rows: [europe, japan], failed: false, set: null, last: null, country: 'JP' },
  })
  const form = { ...emptyForm, who: 'existing', customer: { uid: customerUid, email: null } } as const
  const choose = async ({ id }: typeof japan): Promise<unknown> => {
    wrapper.getComponent(PackageField).vm.$emit('update:modelValue', id)
    await flush()
    return [purchase.form.value.inventoryItemId, purchase.form.value.mode]
  }
  purchase.open('top up', form)
  await flush()
  expect(await choose(japan)).toEqual([japan.id, null])
  expect(await choose(europe)).toEqual([europe.id, 'FIRST_USE'])
  expect(await choose(japan)).toEqual([japan.id, null])
  expect(await choose(europe)).toEqual([europe.id, 'FIRST_USE'])
  wrapper.getComponent(HowFields).vm.$emit('change', { mode: 'NOW' })
  expect(await choose(europe)).toEqual([europe.id, 'NOW'])
})

test('a package that no eSIM of the customer can use is to be refunded, and not paid for twice', async () => {
  const shown = async (orphaned: ReturnType<typeof item> | null): Promise<string> => {
    const purchase = purchaseOf()
    const wrapper = mounted(TopUpDialog, {
      ...{ purchase, rows: [europe], failed: false, set: null, last: null, country: null, orphaned },
    })
    purchase.open('top up', { ...emptyForm, who: 'existing', customer: { uid: customerUid, email: null } })
    await flush()
    return read(wrapper)
  }
  expect(await shown(item({ name: 'Asia 1 GB' }))).toContain(
    "Asia 1 GB has not been used, and the customer's eSIM has failed.",
  )
  expect(await shown(null)).not.toContain('has not been used')
})

test('a package of another country set is given to a sale to a new customer', async () => {
  const preview = purchasePreview({ kind: 'top-up', customerUid, possible: false, reasons: ['other_country_set'] })
  const purchase = purchaseOf(() => Promise.resolve(preview))
  const wrapper = mounted(TopUpDialog, {
    ...{ purchase, rows: [europe], failed: false, set: null, last: null, country: null },
  })
  const form = { ...emptyForm, who: 'existing', customer: { uid: customerUid, email: null } } as const
  purchase.open('top up', { ...form, inventoryItemId: europe.id })
  await flush()
  await wrapper
    .findAll('button')
    .find((button) => read(button) === 'Sell it to a new customer')
    ?.trigger('click')
  expect(wrapper.emitted('sellNew')).toEqual([[europe]])
})

test('nothing is said where it works, or where the country is not known', async () => {
  expect(await textIn('PT')).not.toContain("doesn't work")
  expect(await textIn(null)).not.toContain("doesn't work")
})
