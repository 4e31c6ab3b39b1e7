/** The dialog "Top up" warns of a package that does not work where the customer is. */
import { expect, test } from 'vitest'
import { emptyForm } from '../../../../../renderer/features/purchases/purchaseForm.ts'
import TopUpDialog from '../../../../../renderer/features/purchases/TopUpDialog.vue'
import { flush } from '../../support/deferred.ts'
import { mounted, read, text } from '../../support/mounted.ts'
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
  const shownText = await textIn('JP')
  expect(shownText).toContain(text('purchases.elsewhere.what', { package: 'Europe 3 GB', country: 'Japan' }))
  expect(shownText).toContain(text('purchases.elsewhere.todo'))
  expect(shownText).toContain(text('purchases.package.elsewhere', { country: 'Japan' }))
})

test('packages that no eSIM of the customer can use are named, so that nobody pays twice', async () => {
  const shown = async (...orphaned: readonly ReturnType<typeof item>[]): Promise<string> => {
    const purchase = purchaseOf()
    const wrapper = mounted(TopUpDialog, {
      ...{ purchase, rows: [europe], failed: false, set: null, last: null, country: null, orphaned },
    })
    purchase.open('top up', { ...emptyForm, who: 'existing', customer: { uid: customerUid, email: null } })
    await flush()
    return read(wrapper)
  }
  const asia = item({ name: 'Asia 1 GB' })
  expect(await shown(asia, asia, item({ name: 'Japan 3 GB' }))).toContain(
    text('purchases.orphaned.what', { packages: 'Asia 1 GB, Japan 3 GB' }),
  )
  expect(await shown()).not.toContain(text('purchases.orphaned.what', { packages: '' }))
})

test('a package of another country set is given to a sale to a new customer, with the reference', async () => {
  const preview = purchasePreview({ kind: 'top-up', customerUid, possible: false, reasons: ['other_country_set'] })
  const purchase = purchaseOf(() => Promise.resolve(preview))
  const wrapper = mounted(TopUpDialog, {
    ...{ purchase, rows: [europe], failed: false, set: null, last: null, country: null },
  })
  const form = { ...emptyForm, who: 'existing', customer: { uid: customerUid, email: null } } as const
  purchase.open('top up', { ...form, inventoryItemId: europe.id, reference: 'order 17' })
  await flush()
  await wrapper
    .findAll('button')
    .find((button) => read(button) === text('purchases.otherSet.new'))
    ?.trigger('click')
  expect(wrapper.emitted('sellNew')).toEqual([[europe, 'order 17']])
})

test('no warning is shown where it works, or where the country is not known', async () => {
  for (const country of ['PT', null]) expect(await textIn(country)).not.toContain(text('purchases.elsewhere.todo'))
})
