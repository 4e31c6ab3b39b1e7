/** The field for the package of a top-up: its order, and what Enter takes. */
import { expect, test } from 'vitest'
import { CountrySetId } from '#shared/wire/ids.ts'
import PackageField from '../../../../../renderer/features/purchases/PackageField.vue'
import { mounted, text } from '../../support/mounted.ts'
import { inventoryRow, packageFor } from '../../support/samples.ts'

const sized = (gigabytes: number) =>
  inventoryRow({
    name: `Europe ${String(gigabytes)} GB`,
    size: { value: gigabytes, unit: 'GB' },
    sizeMb: gigabytes * 1024,
  })
const [three, five, thirteen] = [sized(3), sized(5), sized(13)]
const trial = inventoryRow({
  name: 'Europe Test 10 MB',
  size: { value: 10, unit: 'MB' },
  sizeMb: 10,
  validity: { value: 365, unit: 'days', unlimited: false },
  validityDays: 365,
  purchasePrice: { amount: '0.00', currency: 'USD' },
  stock: 20,
})
const japan = inventoryRow({
  name: 'Japan 1 GB',
  countrySet: CountrySetId.parse('JP'),
  coverage: 'country',
  countries: ['JP'],
  sizeMb: 1024,
})

function field(changes: Record<string, unknown> = {}) {
  const wrapper = mounted(PackageField, {
    modelValue: null,
    rows: [trial, five, thirteen, japan, three],
    set: { certainty: 'known', countrySet: three.countrySet },
    last: null,
    waiting: null,
    disabled: false,
    ...changes,
  })
  const input = wrapper.get('input')
  return {
    wrapper,
    input,
    names: () => wrapper.findAll('[role="option"] .name').map((name) => name.text()),
    groups: () => wrapper.findAll('.group').map((group) => group.text()),
    chosen: () => wrapper.emitted('update:modelValue') ?? [],
    press: (key: string) => input.trigger('keydown', { key }),
  }
}

test('test packages are at the end, under a heading of their own', () => {
  const { names, groups } = field()
  expect(names()).toEqual(['Europe 3 GB', 'Europe 5 GB', 'Europe 13 GB', 'Japan 1 GB', 'Europe Test 10 MB'])
  expect(groups()).toEqual([
    text('purchases.package.fits'),
    text('purchases.package.others'),
    text('purchases.package.tests'),
  ])
})

test('a package that is typed comes before others, also if it does not work where the customer is', async () => {
  const worldwide = inventoryRow({
    name: 'Worldwide 1 GB',
    coverage: 'worldwide',
    countries: ['JP', 'PT'],
    sizeMb: 1024,
  })
  const portugal = inventoryRow({
    name: 'Portugal 1 GB',
    countrySet: CountrySetId.parse('PT'),
    coverage: 'country',
    countries: ['PT'],
    sizeMb: 1024,
  })
  const set = { certainty: 'probably', countrySet: portugal.countrySet }
  const { input, names, press, chosen } = field({ rows: [portugal, worldwide], set, country: 'JP' })
  expect(names()).toEqual(['Worldwide 1 GB', 'Portugal 1 GB'])
  await input.setValue('Portugal')
  expect(names()).toEqual(['Portugal 1 GB', 'Worldwide 1 GB'])
  await press('Enter')
  expect(chosen()).toEqual([[portugal.id]])
})

test('the beginning of a country finds its own packages first, and then those of fewer countries', async () => {
  const rows = [
    packageFor('Asia 1 GB', 'ASIA', 'JP', 'KR', 'VN'),
    packageFor('Duo 1 GB', 'DUO', 'LA', 'VN'),
    packageFor('Traveller 1 GB', 'VN', 'VN'),
    packageFor('Vietnam 1 GB', 'VN', 'VN'),
  ]
  const { wrapper, input, names } = field({ rows, set: null, forNewCustomer: true })
  for (const typed of ['viet', 'Vietnam']) {
    await input.setValue(typed)
    expect(names()).toEqual(['Vietnam 1 GB', 'Traveller 1 GB', 'Duo 1 GB', 'Asia 1 GB'])
  }
  await input.setValue('')
  expect(names()).toEqual(['Asia 1 GB', 'Duo 1 GB', 'Traveller 1 GB', 'Vietnam 1 GB'])
  await wrapper.setProps({ worksIn: 'VN' })
  expect(names()).toEqual(['Traveller 1 GB', 'Vietnam 1 GB', 'Duo 1 GB', 'Asia 1 GB'])
})

test('a country finds its own packages first, whatever their names, and Enter takes the first of them', async () => {
  const tokyo = packageFor('Tokyo 1 GB', 'JP', 'JP')
  const rows = [
    packageFor('Asia with Japan 1 GB', 'ASIA', 'JP', 'KR', 'VN'),
    packageFor('Japan & Korea 1 GB', 'EAST', 'JP', 'KR'),
    japan,
    tokyo,
  ]
  const { input, names, press, chosen } = field({ rows, set: null, forNewCustomer: true })
  await input.setValue('japan')
  expect(names()).toEqual(['Japan 1 GB', 'Tokyo 1 GB', 'Japan & Korea 1 GB', 'Asia with Japan 1 GB'])
  expect(chosen()).toEqual([])
  await press('Enter')
  expect(chosen()).toEqual([[japan.id]])
  await input.setValue('japan & korea')
  expect(names()[0]).toBe('Japan & Korea 1 GB')
})

test('a size finds packages of that size alone, and Enter takes the closest one', async () => {
  const { input, names, press, chosen } = field()
  await input.setValue('Europe 3 GB')
  expect(names()).toEqual(['Europe 3 GB'])
  await input.setValue('europe')
  expect(names()[0]).toBe('Europe 3 GB')
  await input.setValue('5gb')
  await press('Enter')
  expect(chosen()).toEqual([[five.id]])
})

test('Enter takes a test package only after the arrow keys have moved to it', async () => {
  const { input, press, chosen, names } = field({ rows: [trial] })
  await press('Enter')
  await input.setValue('test')
  expect(names()).toEqual([trial.name])
  await press('Enter')
  expect(chosen()).toEqual([])
  await press('ArrowDown')
  await press('Enter')
  expect(chosen()).toEqual([[trial.id]])
})

test('the package that was sold last is first, and Enter leaves it chosen', async () => {
  const { names, groups, press, chosen, wrapper } = field({ last: thirteen.id, modelValue: thirteen.id })
  expect(names()[0]).toBe('Europe 13 GB')
  expect(groups()[0]).toBe(text('purchases.package.last'))
  await press('Enter')
  expect(chosen()).toEqual([[thirteen.id]])
  await wrapper.setProps({ modelValue: three.id })
  await press('Enter')
  expect(chosen().at(-1)).toEqual([three.id])
})

test('a package that is taken by Enter ends the filtering, and one that is clicked does not', async () => {
  const { wrapper, input, press, chosen } = field()
  await wrapper.findAll('[role="option"]')[1]?.trigger('mousedown')
  expect(chosen()).toEqual([[five.id]])
  expect(wrapper.emitted('entered')).toBeUndefined()
  await input.setValue('13')
  await press('Enter')
  expect(chosen().at(-1)).toEqual([thirteen.id])
  expect(wrapper.emitted('entered')).toHaveLength(1)
})

test('a package of several countries says that the named ones are among them', async () => {
  const { wrapper, input, names } = field({ rows: [five, japan], forNewCustomer: true, set: null })
  const facts = () => wrapper.findAll('[role="option"] .facts').map((line) => line.text())
  await input.setValue('france germany 5 GB')
  expect(names()).toEqual(['Europe 5 GB'])
  const place = text('customer.coverage.withCount', {
    place: text('places.set.EUROPE'),
    countries: text('customer.coverage.countries', { count: 3 }),
  })
  const size = `5 GB · ${text('customer.validityLength.days', { count: 30 })}`
  const named = text('inventory.coversNamed', { countries: 'France and Germany' })
  expect(facts()).toEqual([`${place} · ${named} · ${size}`])
  await input.setValue('europe')
  expect(facts()[0]).toBe(`${place} · ${size}`)
  await input.setValue('japan')
  expect(facts()).toHaveLength(1)
  expect(facts()[0]).not.toContain(text('inventory.coversNamed', { countries: '' }).trim())
})

test('the package that a continued form has chosen is in sight until something is typed, and rows keep their places', async () => {
  const { wrapper, input, names, groups } = field({ modelValue: thirteen.id, forNewCustomer: true, set: null })
  expect(names()[0]).toBe('Europe 13 GB')
  expect(groups()[0]).toBe(text('purchases.package.chosen'))
  await wrapper.setProps({ modelValue: five.id })
  expect(names()[0]).toBe('Europe 13 GB')
  await input.setValue('europe')
  expect(names()[0]).toBe('Europe 3 GB')
  expect(groups()).not.toContain(text('purchases.package.chosen'))
})

test('packages for another country say in which country all of them work', () => {
  const { wrapper } = field({ rows: [japan], set: null, forNewCustomer: true, worksIn: 'JP' })
  expect(wrapper.text()).toContain(text('purchases.package.worksIn', { country: 'Japan' }))
})

const sold = [
  packageFor('United Kingdom 3 GB', 'GB', 'GB'),
  packageFor('USA 3 GB', 'US', 'US'),
  packageFor('Netherlands 3 GB', 'NL', 'NL'),
  packageFor('South Korea 3 GB', 'KR', 'KR'),
  packageFor('Saint Lucia 3 GB', 'LC', 'LC'),
  packageFor('Bosnia 3 GB', 'BA', 'BA'),
  packageFor('Africa 3 GB', 'AFRICA', 'CI', 'KE'),
  packageFor('Balkans 3 GB', 'BALKANS', 'BA', 'MK'),
  packageFor(`${text('places.set.BALKANS')} and Asia 3 GB`, 'TRAVELLER', 'KR', 'MK'),
  packageFor('Atlantic 3 GB', 'ATLANTIC', 'CF', 'US'),
]

test.each([
  ['ireland', []],
  ['costa rica', []],
  ['north korea', []],
  ['central america 3 gb', []],
  ['north america', []],
  ['northern', []],
  ['uk', ['United Kingdom 3 GB']],
  ['uk 3gb', ['United Kingdom 3 GB']],
  ['usa', ['USA 3 GB', 'Atlantic 3 GB']],
  ['holland', ['Netherlands 3 GB']],
  ['south korea', ['South Korea 3 GB', `${text('places.set.BALKANS')} and Asia 3 GB`]],
  ['Bosnia and Herzegovina', ['Bosnia 3 GB', 'Balkans 3 GB']],
  ['st. lucia', ['Saint Lucia 3 GB']],
  ["cote d'ivoire", ['Africa 3 GB']],
  ["cote d'iv", ['Africa 3 GB']],
  ['holland uk', []],
  ['macedonia and bos', ['Balkans 3 GB']],
])('%j finds the packages that cover what it names: %j', async (typed, expected) => {
  const { input, names } = field({ rows: sold, set: null, forNewCustomer: true })
  await input.setValue(typed)
  expect(names()).toEqual(expected)
})
