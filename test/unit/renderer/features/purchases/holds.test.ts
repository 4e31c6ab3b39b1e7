/**
 * What has to be agreed to before a purchase that could be a mistake can be submitted.
 *
 * @module-tag long
 */
import { expect, test } from 'vitest'
import PurchaseDialog from '../../../../../renderer/features/purchases/PurchaseDialog.vue'
import { usePurchaseDrafts } from '../../../../../renderer/features/purchases/purchaseDrafts.ts'
import { emptyForm, type PurchaseForm } from '../../../../../renderer/features/purchases/purchaseForm.ts'
import { flush } from '../../support/deferred.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { purchaseOf } from '../../support/purchase.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { customerUid, inventoryItemId, inventoryRow, operation, purchasePreview } from '../../support/samples.ts'

const row = inventoryRow({ name: 'Europe 3 GB', id: inventoryItemId })
const start: PurchaseForm = { ...emptyForm, inventoryItemId, country: 'DE' }
const typed = { email: 'ada@example.org', ip: '203.0.113.7' }

async function dialog({ isForAnybody = true, preview = purchasePreview(), form = start } = {}) {
  const purchase = purchaseOf(() => Promise.resolve(preview), { isForAnybody })
  const drafts = usePurchaseDrafts()
  const wrapper = mounted(PurchaseDialog, { purchase, title: 'New sale', row })
  async function open(options?: { readonly continues: boolean }): Promise<void> {
    purchase.open('new sale', form, options)
    await flush()
  }
  async function reopen(options?: { readonly continues: boolean }): Promise<void> {
    purchase.close()
    await flush()
    await open(options)
  }
  const button = (name: string) => wrapper.findAll('button').find((each) => read(each) === name)
  const box = () => wrapper.find('[role="checkbox"]')
  await open()
  return { purchase, drafts, wrapper, reopen, button, box }
}

test('a form that was typed before is bought only for a caller whom the agent has confirmed', async () => {
  const { purchase, wrapper, reopen, box } = await dialog()
  purchase.write(typed)
  await expect.poll(() => purchase.canBuy.value).toBe(true)
  expect(box().exists()).toBe(false)
  await reopen()
  expect(read(wrapper)).toContain(text('purchases.kept.whatFor', { email: 'ada@example.org' }))
  expect(read(wrapper.get('footer'))).toContain(text('purchases.footer.kept'))
  expect(purchase.canBuy.value).toBe(false)
  purchase.send()
  expect(purchase.state.value.name).toBe('ready')
  await wrapper.get('dialog').trigger('keydown', { key: 'Enter', ctrlKey: true })
  expect(document.activeElement).toBe(box().element)
  await box().trigger('click')
  expect(purchase.canBuy.value).toBe(true)
  // It is still the same form, also with another name in it.
  purchase.write({ email: 'bob@example.org' })
  await flush()
  expect(read(wrapper)).toContain(text('purchases.kept.whatFor', { email: 'ada@example.org' }))
  await reopen()
  expect(read(wrapper)).toContain(text('purchases.kept.whatFor', { email: 'bob@example.org' }))
  expect(purchase.canBuy.value).toBe(false)
})

test('a form that was typed before can be emptied, and is then as new', async () => {
  const { purchase, wrapper, reopen, button, box } = await dialog()
  purchase.write({ ip: typed.ip })
  await reopen()
  expect(read(wrapper)).toContain(text('purchases.kept.what'))
  await button(text('purchases.kept.empty'))?.trigger('click')
  await flush()
  expect([purchase.form.value, box().exists()]).toEqual([start, false])
  expect(wrapper.emitted('opened')).not.toBeUndefined()
})

test.each([
  ['nothing was typed', {}, {}, undefined],
  ['only the package was chosen', { form: { ...start, inventoryItemId: null } }, { inventoryItemId }, undefined],
  ['it is for one person alone', { isForAnybody: false }, typed, undefined],
  ['the agent comes back from a setting', {}, typed, { continues: true }],
] as const)('a form is not asked about if %s', async (_why, options, changes, opening) => {
  const { purchase, reopen, box } = await dialog(options)
  purchase.write(changes)
  await reopen(opening)
  expect(box().exists()).toBe(false)
  purchase.write(typed)
  await expect.poll(() => purchase.canBuy.value).toBe(true)
})

test.each([
  ['the reference', { reference: 'A-17' }, ''],
  ['the country', { country: 'PT' }, ''],
  ['what is no country', { unknownCountry: 'Atlantis' }, ''],
  [
    'an existing customer',
    { who: 'existing', customer: { uid: customerUid, email: 'eve@example.org' } },
    'eve@example.org',
  ],
] as const)('a form is asked about if %s was filled in', async (_what, changes, name) => {
  const { purchase, wrapper, reopen } = await dialog()
  purchase.write({ ...changes, countryIsCarried: false })
  await reopen()
  expect(purchase.holds.open.value).toBe('kept')
  expect(read(wrapper)).toContain(
    name === '' ? text('purchases.kept.what') : text('purchases.kept.whatFor', { email: name }),
  )
})

test('what was asked and not agreed to stays asked when the agent comes back from a setting', async () => {
  const { purchase, reopen, box } = await dialog()
  purchase.write(typed)
  await reopen()
  expect(purchase.canBuy.value).toBe(false)
  await reopen({ continues: true })
  expect([purchase.holds.open.value, purchase.canBuy.value]).toEqual(['kept', false])
  await box().trigger('click')
  await reopen({ continues: true })
  expect(purchase.holds.open.value).toBeNull()
})

test('a form whose purchase was refused is asked about when it is opened again', async () => {
  const { purchase, drafts, reopen } = await dialog()
  const draft = { start, form: { ...start, ...typed }, mailAtOnce: null, mailLanguage: null }
  drafts.put('new sale', { ...draft, outcome: operation({ kind: 'register', state: 'REJECTED' }) })
  await reopen()
  expect(purchase.holds.open.value).toBe('kept')
  // While the outcome is not known, nothing can be sent, and nothing is asked.
  const unknown = operation({ kind: 'register', state: 'UNKNOWN' })
  drafts.put('new sale', { ...draft, outcome: unknown })
  await reopen()
  expect([purchase.locked.value, purchase.holds.open.value]).toEqual([true, null])
  purchase.updateOutcome({ ...unknown, state: 'NOT_APPLIED' })
  expect([purchase.locked.value, purchase.holds.open.value]).toEqual([false, 'kept'])
})

test('that a package is meant for a failed eSIM is agreed to for one customer', async () => {
  const preview = purchasePreview({ kind: 'top-up', customerUid }, { esim: 'failed' })
  const form = { ...start, who: 'existing' as const, customer: { uid: customerUid, email: null } }
  const { purchase, box } = await dialog({ preview, form })
  await box().trigger('click')
  expect(purchase.holds.open.value).toBeNull()
  purchase.write({ customer: { uid: CustomerUid.parse('c-2'), email: null } })
  expect(purchase.holds.open.value).toBe('failedEsim')
})

test('a package for an eSIM that has failed is bought only after it was confirmed', async () => {
  const preview = purchasePreview({ kind: 'top-up', customerUid }, { esim: 'failed' })
  const form = { ...start, who: 'existing' as const, customer: { uid: customerUid, email: null } }
  const { purchase, wrapper, box } = await dialog({ preview, form })
  expect(read(wrapper.get('footer'))).toContain(text('purchases.footer.failedEsim'))
  expect(purchase.canBuy.value).toBe(false)
  await box().trigger('click')
  expect(purchase.canBuy.value).toBe(true)
  // With a new eSIM there is nothing to agree to, and afterwards it has to be agreed to again.
  purchase.write({ newEsim: true })
  await expect.poll(() => purchase.canBuy.value).toBe(true)
  expect(box().exists()).toBe(false)
  purchase.write({ newEsim: false })
  await expect.poll(() => purchase.upToDate.value).toBe(true)
  expect([purchase.canBuy.value, box().attributes('aria-checked')]).toEqual([false, 'false'])
})

test('an operation that is not possible says so before it asks for anything', async () => {
  const preview = { ...purchasePreview(), possible: false }
  const { purchase, wrapper, reopen } = await dialog({ preview })
  purchase.write(typed)
  await reopen()
  expect(read(wrapper.get('footer'))).toContain(text('purchases.footer.notPossible'))
  for (const key of ['recentSale', 'kept', 'failedEsim'])
    expect(read(wrapper.get('footer'))).not.toContain(text(`purchases.footer.${key}`))
})
