/** Purchases from the inventory and for another country: what a draft that was left continues with. */
import { createPinia, setActivePinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { useRegistering, type Registering } from '../../../../../renderer/features/purchases/useRegistering.ts'
import { installBridge } from '../../support/bridge.ts'
import { mounted } from '../../support/mounted.ts'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { inventoryRow, settings } from '../../support/samples.ts'
import { CustomerUid } from '#shared/wire/ids.ts'

const [japan, asia, europe] = [
  inventoryRow({ name: 'Japan 3 GB' }),
  inventoryRow({ name: 'Asia 3 GB' }),
  inventoryRow({ name: 'Europe 3 GB' }),
]

/** Each of `all` shares the drafts with the others. */
function allRegistering(all: readonly Parameters<typeof useRegistering>[0][]): readonly Registering[] {
  setActivePinia(createPinia())
  installBridge({})
  const made: Registering[] = []
  const wrapper = mounted(
    defineComponent({
      setup() {
        made.push(...all.map((options) => useRegistering(options)))
        return () => h('p')
      },
    }),
    {},
  )
  onTestFinished(() => wrapper.unmount())
  return made
}

function registering(): Registering {
  const [only] = allRegistering([{}])
  if (only === undefined) throw new Error('Nothing was made')
  return only
}

test('a package that was chosen for another country is not bought under the name of the one in the inventory', () => {
  const { open, purchase } = registering()
  open(japan, { others: [japan, asia] })
  purchase.write({ inventoryItemId: asia.id, ip: '203.0.113.7' })
  purchase.cancel()
  open(japan)
  expect(purchase.form.value.inventoryItemId).toBe(japan.id)
  purchase.cancel()
  open(japan, { others: [japan, europe] })
  expect(purchase.form.value.inventoryItemId).toBe(japan.id)
})

test('the draft of the same offer continues with what was chosen', () => {
  const { open, purchase } = registering()
  open(japan, { others: [japan, asia] })
  purchase.write({ inventoryItemId: asia.id, ip: '203.0.113.7' })
  purchase.close()
  open(japan, { others: [asia, japan] })
  expect(purchase.form.value).toMatchObject({ inventoryItemId: asia.id, ip: '203.0.113.7' })
})

test.each([
  ['in the inventory', {}, 'kept'],
  ['for one person', { person: () => CustomerUid.parse('c-ann') }, null],
] as const)('a form %s that was left with an address asks again as it should', (_where, options, expected) => {
  const [one] = allRegistering([options])
  one?.open(japan)
  one?.purchase.write({ email: 'ann@example.org' })
  expect(one?.purchase.holds.open.value).toBeNull()
  one?.purchase.close()
  one?.open(japan)
  expect(one?.purchase.form.value.email).toBe('ann@example.org')
  expect(one?.purchase.holds.open.value).toBe(expected)
})

test('what was typed for one customer without an address does not appear in the sale to another one', () => {
  const options = (uid: string) => ({ requestMail: () => undefined, person: () => CustomerUid.parse(uid) })
  const [ann, bob] = allRegistering([options('c-ann'), options('c-bob')])
  if (ann === undefined || bob === undefined) throw new Error('Nothing was made')
  useSettings().settings = settings({ lastSale: { country: null, mailAtOnce: false } })
  const type = (): void => {
    ann.open(japan, { others: [japan, asia] })
    ann.purchase.write({ email: 'ann@example.org' })
    if (ann.purchase.mail !== null) ann.purchase.mail.isWanted.value = true
  }
  const shown = ({ purchase }: Registering) => [purchase.form.value.email, purchase.mail?.isWanted.value]
  type()
  ann.purchase.close()
  bob.open(japan, { others: [japan, asia] })
  expect(shown(bob)).toEqual(['', false])
  ann.open(japan, { others: [japan, asia] })
  expect(shown(ann)).toEqual(['ann@example.org', true])
  ann.purchase.cancel()
  ann.open(japan, { others: [japan, asia] })
  expect(shown(ann)).toEqual(['', false])
})

test('an order without an outcome is the same on each record of a person with an address', () => {
  const options = (uid: string) => ({ person: () => CustomerUid.parse(uid) })
  const [first, second] = allRegistering([options('c-1'), options('c-2')])
  if (first === undefined || second === undefined) throw new Error('Nothing was made')
  first.open(japan, { email: 'ann@example.org', others: [japan, asia] })
  first.purchase.write({ reference: 'order 17' })
  first.purchase.close()
  second.open(japan, { email: 'ann@example.org', others: [asia, japan] })
  expect(second.purchase.form.value.reference).toBe('order 17')
})

test.each([
  ['was left', 'DE', {}, { country: 'FR', countryIsCarried: true }],
  ['was chosen again', 'DE', { country: 'DE', countryIsCarried: false }, null],
  ['was changed', 'DE', { country: 'JP', countryIsCarried: false }, null],
  ['was chosen where there was none', null, { country: 'JP', countryIsCarried: false }, null],
] as const)(
  'after another sale, a draft in which the country of the last one %s says rightly whose it is',
  (_what, before, written, expected) => {
    const { open, purchase } = registering()
    const lastCountry = (country: string | null): void =>
      void (useSettings().settings = settings({ lastSale: { country, mailAtOnce: false } }))
    lastCountry(before)
    open(japan)
    expect(purchase.form.value).toMatchObject({ country: before, countryIsCarried: before !== null })
    purchase.write({ ...written, reference: 'order 17' })
    purchase.close()
    lastCountry('FR')
    open(japan)
    expect(purchase.form.value).toMatchObject(expected ?? written)
  },
)

test('a sale to a new customer begins with the country of the last new sale, and one to a known customer with none', () => {
  const { open, purchase } = registering()
  useSettings().settings = settings({ lastSale: { country: 'DE', mailAtOnce: false } })
  open(japan, { email: 'ann@example.org', others: [japan, asia] })
  expect(purchase.form.value).toMatchObject({ email: 'ann@example.org', country: null, inventoryItemId: japan.id })
  purchase.close()
  open(asia)
  expect(purchase.form.value).toMatchObject({ email: '', country: 'DE', inventoryItemId: asia.id })
})

test('the same package is the same order, whether it is one to choose from or the only one', () => {
  const { open, purchase } = registering()
  open(japan, { others: [japan] })
  purchase.write({ ip: '203.0.113.7' })
  purchase.close()
  open(japan)
  expect(purchase.form.value.ip).toBe('203.0.113.7')
})

test('a sale begins with the reference that was typed before, unless another one was typed for it', () => {
  const { open, purchase } = registering()
  open(japan, { reference: 'order 17' })
  expect(purchase.form.value.reference).toBe('order 17')
  purchase.write({ reference: 'order 18' })
  purchase.close()
  open(japan, { reference: 'order 19' })
  expect(purchase.form.value.reference).toBe('order 18')
})
