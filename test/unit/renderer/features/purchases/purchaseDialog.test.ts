/**
 * The frame of a purchase dialog.
 *
 * @module-tag long
 */
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { defaultRules, type PurchaseEsim } from '#shared/model/operation/purchase.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import BuyDialog from '../../../../../renderer/features/purchases/BuyDialog.vue'
import PurchaseDialog from '../../../../../renderer/features/purchases/PurchaseDialog.vue'
import RecentSaleWarning from '../../../../../renderer/features/purchases/RecentSaleWarning.vue'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { emptyForm, type PurchaseForm } from '../../../../../renderer/features/purchases/purchaseForm.ts'
import { topDialog } from '../../../../../renderer/ui/openDialogs.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { flush } from '../../support/deferred.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { purchaseOf } from '../../support/purchase.ts'
import { customerUid, inventoryItemId, inventoryRow, purchasePreview, settings } from '../../support/samples.ts'

test('a toast that appears while it is open is shown inside it', async () => {
  const purchase = purchaseOf()
  const wrapper = mounted(PurchaseDialog, { purchase, title: text('purchases.buy.title'), row: null })
  expect(topDialog.value).toBeNull()
  purchase.open('buy', emptyForm)
  await flush()
  expect(topDialog.value).toBe(wrapper.get('dialog').element)
  purchase.close()
  await flush()
  expect(topDialog.value).toBeNull()
})

test('the typed IP address can be fixed for every sale without leaving the dialog, beside the rules as they are now', async () => {
  const purchase = purchaseOf()
  const set: unknown[] = []
  const rules = { ...defaultRules, dailyLimit: '99' }
  let refuses = true
  installBridge({
    'operations.rules': accept(rules),
    'operations.setRules': (input) => (
      set.push(input),
      refuses ? refuse('journal_unwritable')(input) : accept({ ...rules, userIp: '203.0.113.7' })(input)
    ),
  })
  const row = inventoryRow({ name: 'Europe 3 GB', id: inventoryItemId })
  const wrapper = mounted(PurchaseDialog, { purchase, title: text('purchases.buy.title'), row })
  const offer = () => wrapper.findAll('button').find((button) => read(button) === text('purchases.ip.alwaysButton'))
  purchase.open('buy', { ...emptyForm, inventoryItemId: row.id, country: 'DE', ip: '203.0.113' })
  await flushPromises()
  expect(offer()).toBeUndefined()
  purchase.write({ ip: '203.0.113.7' })
  await flushPromises()
  // What is offered may be the address of the one customer.
  expect(offer()?.classes()).toContain('quiet')
  expect(read(wrapper)).toContain(text('purchases.ip.always', { address: '203.0.113.7' }))
  expect(read(wrapper)).toContain(text('purchases.ip.always', { address: '203.0.113.7' }))
  await offer()?.trigger('click')
  await flushPromises()
  expect(wrapper.find('[data-code=journal_unwritable]').exists()).toBe(true)
  refuses = false
  await offer()?.trigger('click')
  await flushPromises()
  expect(wrapper.find('[data-code=journal_unwritable]').exists()).toBe(false)
  expect(set).toEqual([1, 2].map(() => ({ ...rules, userIp: '203.0.113.7' })))
  expect(document.activeElement).toBe(wrapper.get(`section[aria-label="${text('purchases.summary.label')}"]`).element)
})

test('a recent sale of the same package is shown with what has to be confirmed', async () => {
  const soldAt = new Date(Date.now() - 210_000).toISOString()
  const recentSale = { id: 'sale 1', operation: 'sale 1', soldAt, agent: 'Ann', reference: null }
  const preview = purchasePreview({}, { recentSale: { ...recentSale, confirmed: false } })
  const purchase = purchaseOf(() => Promise.resolve(preview))
  const row = inventoryRow({ name: 'Europe 3 GB', id: inventoryItemId })
  const wrapper = mounted(PurchaseDialog, { purchase, title: text('purchases.buy.title'), row })
  purchase.open('buy', { ...emptyForm, inventoryItemId: row.id, country: 'DE', ip: '203.0.113.7' })
  await flush()
  const buy = (): HTMLButtonElement => {
    const found = wrapper.findAll('button').find((button) => read(button) === text('purchases.press'))
    if (!(found?.element instanceof HTMLButtonElement)) throw new Error('There is no button Buy')
    return found.element
  }
  expect(wrapper.get('[role="alert"]').text()).toContain(
    text('purchases.recentSale.unconfirmed', { agent: 'Ann', time: '3 minutes ago' }),
  )
  expect(wrapper.get('footer [role="status"]').text()).toBe(text('purchases.footer.recentSale'))
  expect(buy().disabled).toBe(true)
  const submit = (): Promise<void> => wrapper.get('footer button').trigger('keydown', { key: 'Enter', ctrlKey: true })
  await submit()
  expect(purchase.state.value.name).toBe('ready')
  expect(document.activeElement).toBe(wrapper.get('[role="checkbox"]').element)
  await wrapper.get('[role="checkbox"]').trigger('click')
  expect(buy().disabled).toBe(false)
  expect(read(wrapper.get('footer [role="status"]'))).toBe(
    text('purchases.footer.buys', { package: 'Europe 3 GB', price: '$4.50' }),
  )
  await submit()
  expect(purchase.state.value.name).toBe('sending')
  // For a moment nothing changes in the dialog, and nothing in it can be changed.
  const box = wrapper.get('[role="checkbox"]')
  await box.trigger('click')
  purchase.write({ country: 'FR' })
  const buttons = (): readonly boolean[] =>
    wrapper.findAll('footer button').map((each) => each.attributes('disabled') !== undefined)
  expect([box.attributes('aria-checked'), purchase.form.value.country, purchase.locked.value]).toEqual([
    'true',
    'DE',
    false,
  ])
  expect(buttons()).toEqual([false, false])
  expect(read(wrapper.get('footer [role="status"]'))).toBe(
    text('purchases.footer.buys', { package: 'Europe 3 GB', price: '$4.50' }),
  )
  // What becomes disabled loses the focus, which stays in the dialog.
  wrapper.find<HTMLElement>('footer button').element.focus()
  await expect.poll(() => buttons()).toEqual([true, true])
  expect(document.activeElement).toBe(wrapper.get('footer [role="status"]').element)
  expect(purchase.locked.value).toBe(true)
})

test.each([
  [null, true, 20_400, text('purchases.recentSale.elsewhereFor', { time: '20 seconds ago', reference: 'order 12' })],
  [null, true, 210_000, text('purchases.recentSale.elsewhereFor', { time: '3 minutes ago', reference: 'order 12' })],
  ['jdoe', true, 30_000, text('purchases.recentSale.ownSold', { time: text('purchases.recentSale.justNow') })],
  ['jdoe', false, 210_000, text('purchases.recentSale.ownUnconfirmed', { time: '3 minutes ago' })],
  [
    'Ann',
    true,
    30_000,
    text('purchases.recentSale.sold', { agent: 'Ann', time: text('purchases.recentSale.justNow') }),
  ],
])(
  'of a recent sale by %s (confirmed: %s) the agent reads who sold it and when',
  async (agent, confirmed, ago, text) => {
    installBridge({ 'settings.get': accept(settings()) })
    const soldAt = new Date(Date.now() - ago).toISOString()
    const whose =
      agent === null
        ? { agent, operation: null, reference: 'order 12' }
        : { agent, operation: 'sale 1', reference: null }
    const sale = { id: 'sale 1', soldAt, ...whose, confirmed }
    const wrapper = mounted(RecentSaleWarning, { sale, acknowledged: false, disabled: false })
    await useSettings().load()
    await flush()
    expect(read(wrapper)).toContain(text)
    // The sale of another desk is no operation of this one.
    expect(wrapper.find('a').exists()).toBe(agent !== null)
  },
)

test('the summary breaks a long e-mail address before its @', async () => {
  const purchase = purchaseOf()
  const row = inventoryRow({ name: 'Europe 3 GB', id: inventoryItemId })
  const wrapper = mounted(PurchaseDialog, { purchase, title: text('purchases.buy.title'), row })
  purchase.open('buy', { ...emptyForm, inventoryItemId: row.id, email: 'a.long.address@travel.example' })
  await flush()
  const customer = wrapper.findAll('.summary dd')[0]
  expect(customer?.text()).toBe('a.long.address@travel.example')
  expect(customer?.html()).toMatch(/a\.long\.address<wbr>@travel\.example/)
})

test('the summary names a stock only where units are counted', async () => {
  const summary = async (stock: number): Promise<string> => {
    const row = inventoryRow({ name: 'Europe 3 GB', id: inventoryItemId, stock })
    return read((await openDialog({}, row)).wrapper.get('section dl'))
  }
  expect(await summary(0)).not.toContain(text('purchases.summary.stock'))
  expect(await summary(3)).toContain(
    `${text('purchases.summary.stock')}${text('inventory.stock.prepaid', { count: 3 })}`,
  )
})

const press = (wrapper: VueWrapper, name: string): Promise<void> | undefined =>
  wrapper
    .findAll('button')
    .find((button) => read(button) === name)
    ?.trigger('click')

/** Mounts the dialog of a package with this form. */
async function openDialog(
  form: Partial<PurchaseForm>,
  row = inventoryRow({ name: 'Europe 3 GB', id: inventoryItemId }),
  previewed = purchasePreview(),
) {
  const purchase = purchaseOf(() => Promise.resolve(previewed))
  const wrapper = mounted(BuyDialog, { purchase, row, rules: defaultRules })
  purchase.open('buy', { ...emptyForm, inventoryItemId: row.id, ...form })
  await flush()
  return { purchase, wrapper }
}

test('the footer names what has to be corrected and what is still missing, and leads to each of them', async () => {
  const { wrapper } = await openDialog({ ip: 'Austria' })
  expect(read(wrapper.get('footer [role="status"]'))).toBe(
    [
      text('purchases.footer.wrong', { fields: text('purchases.field.ip') }),
      text('purchases.footer.needed', { fields: text('purchases.field.country') }),
    ].join(' · '),
  )
  const names = wrapper.findAll('footer .jump')
  expect(names.map(read)).toEqual([text('purchases.field.ip'), text('purchases.field.country')])
  await names[1]?.trigger('click')
  expect(document.activeElement).toBe(wrapper.get('[data-field=country] input').element)
})

test('a start before the new eSIM is installed is announced with its length, and can be left to the first use', async () => {
  const { purchase, wrapper } = await openDialog({ mode: 'NOW' })
  const note = text('purchases.startsUninstalled.text', { length: text('customer.validityLength.days', { count: 30 }) })
  expect(read(wrapper)).toContain(note)
  await press(wrapper, text('purchases.startsUninstalled.later'))
  expect(purchase.form.value.mode).toBe('FIRST_USE')
  expect(read(wrapper)).not.toContain(note)
})

/** The dialog of a top-up after its preview, which has found this eSIM. */
const topUpOn = (esim: PurchaseEsim) =>
  openDialog(
    { who: 'existing', customer: { uid: customerUid, email: null } },
    undefined,
    purchasePreview({ kind: 'top-up', customerUid }, { esim }),
  )
test('a top-up that starts before the customer’s eSIM is installed says so', async () => {
  const { purchase, wrapper } = await topUpOn('notInstalled')
  const note = text('purchases.startsUninstalled.same', { length: text('customer.validityLength.days', { count: 30 }) })
  expect(read(wrapper)).toContain(note)
  await press(wrapper, text('purchases.startsUninstalled.later'))
  expect(purchase.form.value.mode).toBe('FIRST_USE')
  expect(read(wrapper)).not.toContain(note)
})

test('a top-up of an eSIM that has failed warns, and leads to a new eSIM', async () => {
  const { purchase, wrapper } = await topUpOn('failed')
  expect(read(wrapper)).toContain(text('purchases.esimFailed.what'))
  await press(wrapper, text('purchases.esimFailed.new'))
  expect(purchase.form.value.newEsim).toBe(true)
  expect(read(wrapper)).not.toContain(text('purchases.esimFailed.what'))
})

test.each(['installed', 'unknown'] as const)('an eSIM that is %s needs no note', async (esim) => {
  const { wrapper } = await topUpOn(esim)
  expect(wrapper.find('.note').exists()).toBe(false)
})

test('on the eSIM that a customer has, and without an end of the validity, a start at once needs no such note', async () => {
  const existing = await openDialog({ who: 'existing', customer: { uid: customerUid, email: null } })
  for (const key of ['text', 'same'])
    expect(read(existing.wrapper)).not.toContain(
      text(`purchases.startsUninstalled.${key}`, { length: text('customer.validityLength.days', { count: 30 }) }),
    )
  existing.purchase.write({ newEsim: true, mode: 'NOW' })
  await flush()
  expect(read(existing.wrapper)).toContain(
    text('purchases.startsUninstalled.text', { length: text('customer.validityLength.days', { count: 30 }) }),
  )
  const endless = inventoryRow({
    name: 'Endless',
    id: inventoryItemId,
    validity: { value: null, unit: null, unlimited: true },
  })
  expect((await openDialog({ mode: 'NOW' }, endless)).wrapper.find('.note').exists()).toBe(false)
})

test('what was spent today is announced while the form is incomplete, and then is a sum, if only of zero', async () => {
  const preview = purchasePreview({}, { spentToday: { amount: '0.00', currency: 'USD' }, dailyLimit: null })
  const purchase = purchaseOf(() => Promise.resolve(preview))
  const row = inventoryRow({ name: 'Europe 3 GB', id: inventoryItemId })
  const wrapper = mounted(PurchaseDialog, { purchase, title: text('purchases.buy.title'), row })
  purchase.open('buy', { ...emptyForm, inventoryItemId: row.id })
  await flush()
  const today = (): string => read(wrapper.get('dl')).split(text('purchases.summary.today')).at(-1) ?? ''
  expect(today()).toContain(text('purchases.summary.todayLater'))
  purchase.write({ country: 'DE', ip: '203.0.113.7' })
  await flush()
  await expect.poll(today).toContain(text('purchases.summary.noLimit', { spent: '$0.00' }))
})

const warning = text('purchases.otherSet.probably.what', { package: 'Europe 3 GB' })
const note = text('customer.reason.probably_other_country_set')

test('a package that is probably of another country set is a warning above the summary, and stays while it is checked', async () => {
  const { purchase, wrapper } = await openDialog(
    { who: 'existing', customer: { uid: customerUid, email: null } },
    undefined,
    purchasePreview({ kind: 'top-up', customerUid, notes: ['probably_other_country_set', 'credits_unknown'] }),
  )
  const effect = wrapper.get('section.effect')
  const isFirst = (): boolean => {
    const [first] = effect.element.children
    return first?.classList.contains('warning') === true && read({ element: first }).startsWith(warning)
  }
  expect(isFirst()).toBe(true)
  expect(read(effect)).not.toContain(note)
  purchase.write({ reference: 'order 17' })
  await wrapper.vm.$nextTick()
  expect(purchase.upToDate.value).toBe(false)
  expect(isFirst()).toBe(true)
  purchase.write({ who: 'new' })
  await wrapper.vm.$nextTick()
  expect(read(effect)).not.toContain(warning)
})

test.each([
  ['the customer of the form', { kind: 'top-up', customerUid } as const, warning],
  ['another customer', { kind: 'top-up', customerUid: CustomerUid.parse('c-2') } as const, note],
  ['no customer', {}, note],
])('a check of %s says once that it is probably of another country set', async (_who, changes, expected) => {
  const { wrapper } = await openDialog(
    { who: 'existing', customer: { uid: customerUid, email: null } },
    undefined,
    purchasePreview({ ...changes, notes: ['probably_other_country_set'] }),
  )
  const text = read(wrapper.get('section.effect'))
  expect([warning, note].filter((each) => text.includes(each))).toEqual([expected])
})

const offer = text('purchases.otherSet.new')

test.each<[string, Parameters<typeof purchasePreview>[0]]>([
  ['probably', { notes: ['probably_other_country_set'] }],
  ['certainly', { possible: false, reasons: ['other_country_set'] }],
  ['certainly, with another start,', { possible: false, reasons: ['mode_not_offered', 'other_country_set'] }],
])(
  'a package that is %s of another country set can be sold to a new customer with the same address',
  async (_certainty, found) => {
    const { purchase, wrapper } = await openDialog(
      { who: 'existing', customer: { uid: customerUid, email: 'ann@example.org' } },
      undefined,
      purchasePreview({ kind: 'top-up', customerUid, ...found }),
    )
    await press(wrapper, offer)
    await flush()
    expect(purchase.form.value).toMatchObject({ who: 'new', customer: null, email: 'ann@example.org' })
    // What the new customer still needs is typed next.
    expect(document.activeElement).toBe(wrapper.get('[data-field=country] input').element)
    expect(read(wrapper)).not.toContain(offer)
  },
)

test('what was typed for somebody else does not go to the new customer', async () => {
  const typed = { email: 'ann@example.org', country: 'DE', countryIsCarried: true, ip: '203.0.113.7' }
  const { purchase, wrapper } = await openDialog(
    { who: 'existing', customer: { uid: customerUid, email: null }, ...typed, reference: 'order 17' },
    undefined,
    purchasePreview({ kind: 'top-up', customerUid, notes: ['probably_other_country_set'] }),
  )
  await press(wrapper, offer)
  await flush()
  const empty = { email: '', country: null, countryIsCarried: false, ip: '' }
  expect(purchase.form.value).toMatchObject({ who: 'new', ...empty, reference: 'order 17' })
  expect(document.activeElement).toBe(wrapper.get('[data-field=email] input').element)
})

test('the focus stays in the dialog where the new customer needs nothing more', async () => {
  const purchase = purchaseOf(() =>
    Promise.resolve(purchasePreview({ kind: 'top-up', customerUid, notes: ['probably_other_country_set'] })),
  )
  const row = inventoryRow({ name: 'Europe 3 GB', id: inventoryItemId })
  const rules = { ...defaultRules, userCountry: 'DE', userIp: '203.0.113.7' }
  const wrapper = mounted(BuyDialog, { purchase, row, rules })
  const customer = { uid: customerUid, email: 'ann@example.org' }
  purchase.open('buy', { ...emptyForm, inventoryItemId: row.id, who: 'existing', customer })
  await flush()
  await press(wrapper, offer)
  await flush()
  expect(document.activeElement).toBe(wrapper.get('[data-field=email] input').element)
})

test.each<[string, Parameters<typeof purchasePreview>[0]]>([
  ['is of the customer’s own country set', {}],
  ['nobody can be sold', { possible: false, reasons: ['package_gone', 'other_country_set'] }],
  ['is not sold any more', { possible: false, reasons: ['package_inactive', 'other_country_set'] }],
])('a package that %s is not offered to a new customer', async (_what, found) => {
  const { wrapper } = await openDialog(
    { who: 'existing', customer: { uid: customerUid, email: null } },
    undefined,
    purchasePreview({ kind: 'top-up', customerUid, ...found }),
  )
  expect(read(wrapper)).not.toContain(offer)
})

test('a certain other country set is named once, above the summary, and nowhere as a reason', async () => {
  const { purchase, wrapper } = await openDialog(
    { who: 'existing', customer: { uid: customerUid, email: null } },
    undefined,
    purchasePreview({ kind: 'top-up', customerUid, possible: false, reasons: ['other_country_set'] }),
  )
  const effectText = (): string => read(wrapper.get('section.effect'))
  const certain = text('purchases.otherSet.known.what', { package: 'Europe 3 GB' })
  expect(effectText().startsWith(certain)).toBe(true)
  expect(effectText()).not.toContain(text('customer.reason.other_country_set'))
  expect(read(wrapper.get('footer'))).toContain(text('purchases.footer.notPossible'))
  purchase.write({ reference: 'order 17' })
  await wrapper.vm.$nextTick()
  expect(effectText().startsWith(certain)).toBe(true)
})

test('while the purchase is sent, and while it may have been, nothing begins another sale or empties the form', async () => {
  let answer: (thrown: unknown) => void = () => undefined
  const preview = purchasePreview({ kind: 'top-up', customerUid, notes: ['probably_other_country_set'] })
  const purchase = purchaseOf(() => Promise.resolve(preview), {
    isForAnybody: true,
    run: () => new Promise((_resolve, reject) => (answer = reject)),
  })
  const row = inventoryRow({ name: 'Europe 3 GB', id: inventoryItemId })
  const wrapper = mounted(PurchaseDialog, { purchase, title: 'Top up', row })
  const start = { ...emptyForm, who: 'existing', customer: { uid: customerUid, email: null } } as const
  purchase.open('top up', { ...start, inventoryItemId: row.id })
  purchase.write({ reference: 'order 17' })
  purchase.close()
  purchase.open('top up', { ...start, inventoryItemId: row.id })
  await flush()
  purchase.holds.kept.agree(true)
  await expect.poll(() => purchase.canBuy.value).toBe(true)
  purchase.send()
  const [sell, empty] = [text('purchases.otherSet.new'), text('purchases.kept.empty')]
  for (const name of [sell, empty]) await press(wrapper, name)
  answer(new DeskError('unexpected', 'the answer got lost'))
  await flush()
  expect(purchase.state.value).toMatchObject({ name: 'failed', sent: 'maybe' })
  const disabled = wrapper
    .findAll('button')
    .flatMap((each) => (each.attributes('disabled') === undefined ? [] : [read(each)]))
  expect(disabled).toEqual(expect.arrayContaining([sell, empty]))
  // The failure above says what to do, and nothing here waits for an outcome.
  expect(read(wrapper.get('footer'))).not.toContain(text('purchases.footer.held'))
  purchase.startOver()
  purchase.write({ reference: '' })
  expect([purchase.state.value.name, purchase.form.value.reference]).toEqual(['failed', 'order 17'])
  expect(wrapper.emitted('sellNew')).toBeUndefined()
})
