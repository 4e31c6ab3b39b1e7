/**
 * Random answers: customers and packages of the inventory of which one to three fields are of another type, missing,
 * null or nested. Nothing is lost whose uid (and balance) came, what could not be read is named, and nothing is shown
 * that rests on a value that could not be read. The answers are read here a second time, without the desk's own rules.
 * ESIM_DESK_ANSWERS is the number of answers of each kind (`sizes.answers` by default), and ESIM_DESK_ANSWERS_SEED
 * repeats a run.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unreadableOf } from '#shared/model/customer/unreadableParts.ts'
import { inventoryRow, isTestPackage } from '#shared/model/package/inventoryRow.ts'
import { listFacts, timedFacts } from '#shared/model/customer/customerList.ts'
import { CustomerView, InventoryRow, type ItemView } from '#shared/model/customer/views.ts'
import type { CauseId } from '../../renderer/rules/cause.ts'
import { holdingsOf } from '#shared/model/package/holdings.ts'
import { verdictOf } from '../../renderer/rules/verdict.ts'
import { answerMessages, answerText } from '../../renderer/rules/answers.ts'
import { WireCustomerEntry, WireListedCustomer } from '#shared/wire/customer.ts'
import { WireInventoryItem } from '#shared/wire/inventory.ts'
import { at, now } from '../unit/shared/model/things.ts'
import { factsOf, viewOf } from '../unit/rules/cases.ts'
import { sizes } from './sizes.ts'

const answers = Number(process.env['ESIM_DESK_ANSWERS'] ?? sizes.answers)
const seed = Number(process.env['ESIM_DESK_ANSWERS_SEED'] ?? Date.now() % 2_147_483_647)
process.stdout.write(`random answers: ${String(answers)} of each kind, ESIM_DESK_ANSWERS_SEED=${String(seed)}\n`)

type Path = readonly (string | number)[]
type Fields = Record<string, unknown>
interface Change {
  readonly path: Path
  /** `undefined` removes the member. */
  readonly to: unknown
}

const english = await answerMessages('en')
const size = (sizeValue: number, sizeUnit = 'GB') => ({ sizeValue, sizeUnit })

const itemAt = (index: number, balance: Fields, more: Fields = {}): Fields => ({
  uid: `item-${String(index)}`,
  metatag: `order ${String(index)}`,
  salesChannel: 'Reseller API',
  purchasePrice: { sortIndex: 0, priceValue: 4.1, currencyCode: 'USD' },
  retailPrice: { priceValue: 9.5, currencyCode: 'USD' },
  salesDate: at(-20),
  status: 'Purchased',
  ...more,
  balance: {
    activatedAt: at(-10),
    expiresAt: at(20),
    activationMode: 'NOW',
    name: 'Europe 3 GB',
    size: size(3),
    availableBalance: size(3),
    validitySize: 30,
    validityUnit: 'days',
    validityUnlimited: false,
    ...balance,
  },
})

/** Packages in every phase. */
const balances: readonly Fields[] = [
  {},
  { availableBalance: size(1.5) },
  { availableBalance: size(0) },
  { availableBalance: size(0.05), size: size(50, 'MB') },
  { expiresAt: at(-1), availableBalance: size(1) },
  { expiresAt: at(-1), availableBalance: size(0) },
  { activatedAt: null, activationMode: 'FIRST_USE', expiresAt: at(80) },
  { activatedAt: null, activationMode: 'ON_DEMAND', expiresAt: at(80) },
  { size: size(-1), availableBalance: size(-1) },
]

const esimAt = (index: number, state: string, lastSeen: string | null): Fields => ({
  uid: `esim-${String(index)}`,
  iccid: `894801000000000001${String(index)}`,
  imsi: '234501077777777',
  activationCode: 'LPA:1$smdp.example$CODE',
  appleUniversalLink: 'https://links.example/?carddata=LPA:1$smdp.example$CODE',
  lastSeen,
  activatedAt: at(-9),
  state,
  active: true,
})

const customers = fc
  .record({
    balances: fc.array(fc.constantFrom(...balances), { maxLength: 3 }),
    status: fc.constantFrom('Purchased', 'Purchased', 'Refunded'),
    esims: fc.array(
      fc.tuple(fc.constantFrom('INSTALLED', 'RELEASED', 'DISABLED', 'ERROR'), fc.constantFrom(at(-1), null)),
      { maxLength: 2 },
    ),
  })
  .map((from): Fields => ({
    customer: { uid: 'customer-1', email: 'ann@example.com', profileUrl: 'https://portal.example/c' },
    totalAvailableBalance: size(4.5),
    activatedItems: from.balances.map((balance, index) =>
      itemAt(index, balance, index === 0 ? { status: from.status } : {}),
    ),
    relatedEsims: from.esims.map(([state, lastSeen], index) => esimAt(index, state, lastSeen)),
  }))

const inventoryItem: Fields = {
  id: 'package-1',
  productId: 'product-1',
  name: 'Europe 3 GB',
  sizeValue: 3,
  sizeUnit: 'GB',
  validitySize: 30,
  validityUnit: 'days',
  validityUnlimited: false,
  countrySet: 'EUROPE',
  includedCountries: ['DE', 'FR', 'PT'],
  active: true,
  packageType: 'standard',
  extendedDataPolicy: { type: 'standard', throttleSpeed: '64 KB/s', totalHighSpeedVolume: size(1) },
  prices: [
    { sortIndex: 0, priceValue: 4.1, currencyCode: 'USD' },
    { sortIndex: 1, priceValue: 3.9, currencyCode: 'EUR' },
  ],
  amount: 0,
  retailPrices: [{ priceValue: 9.5, currencyCode: 'USD' }],
}

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    'true',
    0,
    1,
    -1,
    12345,
    4.1,
    8_937_001_000_000_000_000,
    1e300,
    '',
    ' ',
    '3',
    '4.10',
    '1,5',
    '0',
    'much',
    'unlimited',
    '0001-01-01T00:00:00Z',
    '1781524800',
    [],
    {},
    [null],
    { value: 3 },
    { a: { b: { c: [1, { d: 2 }] } } },
    JSON.parse('{"__proto__": {"sizeValue": 3}, "constructor": 1}'),
  ),
  fc.constantFrom('x', '7').map((one) => one.repeat(5000)),
  fc.jsonValue(),
)

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The paths of all members, at every depth. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]): Path[] => {
    const inside = [...path, Array.isArray(value) ? Number(name) : name]
    return [inside, ...pathsOf(member, inside)]
  })
}

const at_ = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, name) ? Reflect.get(found, name) : undefined,
    value,
  )

/** As JSON that has arrived. */
function changed(base: Fields, changes: readonly Change[]): Fields {
  const copy: unknown = JSON.parse(JSON.stringify(base))
  for (const { path, to } of changes) {
    const parent = at_(copy, path.slice(0, -1))
    const name = path.at(-1)
    if (typeof parent === 'object' && parent !== null && name !== undefined)
      Reflect.set(parent, name, structuredClone(to))
  }
  const arrived: unknown = JSON.parse(JSON.stringify(copy))
  return isFields(arrived) ? arrived : {}
}

const changesOf = (base: Fields, except: (path: Path) => boolean): fc.Arbitrary<Change[]> =>
  fc.array(fc.record({ path: fc.constantFrom(...pathsOf(base).filter((path) => !except(path))), to: odd }), {
    minLength: 1,
    maxLength: 3,
  })

const maxId = 200
/** A uid that the desk can use: text that fits a path, or a number that has kept its digits. */
const isUid = (value: unknown): boolean =>
  typeof value === 'string'
    ? value !== '' && value.length <= maxId && value !== '.' && value !== '..' && value.isWellFormed()
    : typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER

const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : null
}
const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\s*-?(0|[1-9]\d*)(\.\d+)?\s*$/.test(value) && value.length < 16
    ? Number(value)
    : null
}
const megabytesOf = (value: unknown): number | null => {
  const [amount, unit] = [
    numberOf(at_(value, ['sizeValue'])),
    textOf(at_(value, ['sizeUnit']))
      ?.trim()
      .toUpperCase(),
  ]
  const each = { MB: 1, GB: 1024 }[unit ?? '']
  return amount === null || each === undefined ? null : amount * each
}
/** An instant that somebody sent, readable or not. */
const isInstantThere = (value: unknown): boolean =>
  !isNothing(value) && !/^0+$|^-\d+$|^00|^19[0-6]|^1970/.test(textOf(value) ?? 'x')
const timeOf = (value: unknown): number | null => {
  const text = textOf(value) ?? ''
  const time = /^\d{10}$/.test(text) ? Number(text) * 1000 : Date.parse(text)
  return Number.isNaN(time) || time < Date.UTC(1971, 0, 1) ? null : time
}

/** What could be read by its uid. What is shown of it carries a doubt where there is more. */
interface Truth {
  readonly items: readonly Fields[]
  readonly esims: readonly Fields[]
  /** The list is empty or was not sent. */
  readonly hasNoItem: boolean
  readonly hasNoEsim: boolean
}

const balanceOf = (item: Fields): unknown => item['balance']
const isUsedUp = (item: Fields): boolean =>
  megabytesOf(at_(balanceOf(item), ['availableBalance'])) === 0 &&
  (megabytesOf(at_(balanceOf(item), ['size'])) ?? 0) > 0
const hasEnded = (item: Fields): boolean => (timeOf(at_(balanceOf(item), ['expiresAt'])) ?? Infinity) <= now
const isInstalled = (esim: Fields): boolean => esim['state'] === 'INSTALLED' && esim['active'] !== false

/** What has to be true of the answer where the desk says this. */
const holds: Readonly<Partial<Record<CauseId, (truth: Truth) => boolean>>> = {
  nothingSold: ({ hasNoItem }) => hasNoItem,
  noEsim: ({ hasNoEsim }) => hasNoEsim,
  esimsReplaced: ({ esims }) => esims.every(({ active }) => active === false || active === 'false' || active === 0),
  esimError: ({ esims }) => esims.some(({ state }) => state === 'ERROR'),
  refunded: ({ items }) => items.some(({ status }) => status === 'Refunded'),
  usedUp: ({ items }) => items.some(isUsedUp),
  expired: ({ items }) => items.some(hasEnded),
  expiredWithData: ({ items }) =>
    items.some(
      (item) => hasEnded(item) && (numberOf(at_(balanceOf(item), ['availableBalance', 'sizeValue'])) ?? 0) > 0,
    ),
  notInstalled: ({ esims }) => esims.some(({ state }) => state === 'RELEASED'),
  removed: ({ esims }) => esims.some(({ state, lastSeen }) => state === 'RELEASED' && !isNothing(lastSeen)),
  disabled: ({ esims }) => esims.some(({ state }) => state === 'DISABLED'),
  esimStateMissing: ({ esims }) => esims.some(({ state }) => isNothing(state)),
  neverSeen: ({ esims }) => esims.filter(isInstalled).every(({ lastSeen }) => !isInstantThere(lastSeen)),
  waitingActivation: ({ items }) => items.some((item) => at_(balanceOf(item), ['activationMode']) === 'ON_DEMAND'),
  otherWaitingActivation: ({ items }) => items.some((item) => at_(balanceOf(item), ['activationMode']) === 'ON_DEMAND'),
  lowData: ({ items }) =>
    items.some((item) => {
      const left = megabytesOf(at_(balanceOf(item), ['availableBalance']))
      return left !== null && left > 0 && left <= 110
    }),
}

/** What the desk says of one package against what arrived. */
function checkItem(view: ItemView, item: Fields): void {
  const balance = balanceOf(item)
  const [left, whole] = [at_(balance, ['availableBalance']), at_(balance, ['size'])]
  expect(view.available.value).toBeGreaterThanOrEqual(0)
  expect(view.size.value).toBeGreaterThanOrEqual(0)
  if (view.phase === 'empty') expect(isUsedUp(item)).toBe(true)
  if (view.phase === 'refunded') expect(item['status']).toBe('Refunded')
  if (view.phase === 'active' || view.phase === 'expired')
    expect(timeOf(at_(balance, ['activatedAt'])) ?? numberOf(at_(balance, ['activatedAt']))).not.toBeNull()
  if (view.phase === 'waiting_use' || view.phase === 'waiting_activation')
    expect(isInstantThere(at_(balance, ['activatedAt']))).toBe(false)
  const { reasons, notes } = view.refund
  if (reasons.includes('used'))
    expect(numberOf(at_(left, ['sizeValue'])) !== null && numberOf(at_(whole, ['sizeValue'])) !== null).toBe(true)
  if (reasons.includes('not_bought_with_credits')) expect(numberOf(at_(item, ['purchasePrice', 'priceValue']))).toBe(0)
  if (reasons.length === 0 && (megabytesOf(left) === null || megabytesOf(whole) === null))
    expect(notes.includes('usage_unknown') || left !== undefined).toBe(true)
  if (view.activate.reasons.includes('already_active')) expect(isInstantThere(at_(balance, ['activatedAt']))).toBe(true)
  if (view.purchasePrice === null && item['purchasePrice'] != null)
    expect(view.unreadable?.some((field) => field.startsWith('purchasePrice'))).toBe(true)
}

const isNamed = (field: Path, names: readonly string[]): boolean =>
  names.some((name) =>
    name
      .split('.')
      .every((part, index) => field.length <= index || part === String(field[index]) || /^\d+$/.test(part)),
  )

const isSame = (value: unknown, kept: unknown): boolean =>
  JSON.stringify(kept) === JSON.stringify(value) ||
  String(kept) === String(value).slice(0, 1000) ||
  Number(kept) === Number(value) ||
  String(kept) === String(value).trim().toLowerCase() ||
  (typeof kept === 'boolean' && Number(kept) === value)

/** Whether a value is in what was read, or named as one that could not be read. */
function isAccountedFor(arrived: unknown, read: unknown, field: Path, names: readonly string[]): boolean {
  if (at_(arrived, field) == null || isNamed(field, names)) return true
  const inList = field.findIndex((part) => typeof part === 'number')
  if (inList === -1) {
    const value = at_(arrived, field)
    // Elements that are nothing say nothing.
    const whole = Array.isArray(value) ? value.filter((one) => one != null) : value
    return isFields(value) || isSame(whole, at_(read, field))
  }
  // Elements that are nothing move the others.
  const [from, to] = [at_(arrived, field.slice(0, inList)), at_(read, field.slice(0, inList))]
  return Array.isArray(from) && Array.isArray(to) && from.filter((one) => one != null).length === to.length
}

function checkCustomer(arrived: Fields, changes: readonly Change[]): void {
  const read = WireCustomerEntry.parse(arrived)
  expect(WireListedCustomer.parse(arrived)).toEqual(read)
  const again: unknown = JSON.parse(JSON.stringify(read))
  expect(JSON.parse(JSON.stringify(WireCustomerEntry.parse(again)))).toEqual(again)

  const items: unknown = arrived['activatedItems']
  const esims: unknown = arrived['relatedEsims']
  const [listedItems, listedEsims] = [Array.isArray(items) ? items : [], Array.isArray(esims) ? esims : []]
  const kept = listedItems.filter((item) => isFields(item) && isUid(item['uid']) && isFields(item['balance']))
  expect(read.activatedItems.map(({ uid }) => String(uid))).toEqual(kept.map(({ uid }) => String(uid)))
  const keptEsims = listedEsims.filter((esim) => isFields(esim) && isUid(esim['uid']))
  expect(read.relatedEsims.map(({ uid }) => String(uid))).toEqual(keptEsims.map(({ uid }) => String(uid)))
  expect((read.unreadableParts ?? []).filter(({ part }) => part === 'package' || part === 'esim')).toHaveLength(
    listedItems.length - kept.length + listedEsims.length - keptEsims.length,
  )

  for (const { path } of changes) {
    const [list, index, ...field] = path
    if (field.length === 0) continue
    const at = (list === 'activatedItems' ? kept : keptEsims).indexOf(at_(arrived, [list ?? '', index ?? 0]))
    const one =
      list === 'activatedItems' ? read.activatedItems[at] : list === 'relatedEsims' ? read.relatedEsims[at] : undefined
    if (one === undefined) continue
    const names = (one.unreadableFields ?? []).map(({ field: name }) => name)
    expect(
      isAccountedFor(at_(arrived, [list ?? '', index ?? 0]), one, field, names),
      `${path.join('.')} ${names.join()}`,
    ).toBe(true)
  }

  const view = viewOf(read)
  expect(CustomerView.parse(view)).toEqual(JSON.parse(JSON.stringify(view)))
  for (const item of view.items) {
    const from = kept.find(({ uid }) => String(uid) === item.uid)
    if (from !== undefined && kept.filter(({ uid }) => String(uid) === item.uid).length === 1) checkItem(item, from)
  }
  expect(JSON.stringify(unreadableOf(read))).not.toMatch(/smdp|CODE/)

  const truth: Truth = {
    items: kept,
    esims: keptEsims,
    hasNoItem: listedItems.length === 0 && (items == null || Array.isArray(items)),
    hasNoEsim: listedEsims.length === 0 && (esims == null || Array.isArray(esims)),
  }
  const facts = { ...factsOf([], []), view }
  for (const cause of verdictOf(facts)) {
    expect(holds[cause.id]?.(truth) ?? true, cause.id).toBe(true)
    expect(answerText(cause, english)).not.toMatch(
      /\{(?:package|left|day|time|country|operation)\}|-[\d.,]+\s[KMGT]?B\b/,
    )
    if (cause.severity === 'ok') expect(view.unreadable).toEqual([])
  }
  const { usable, waiting } = holdingsOf(view, now)
  for (const held of [usable, waiting]) expect(held?.value ?? 0).toBeGreaterThanOrEqual(0)
  const { instants, flags } = listFacts(read)
  if (timedFacts(instants, flags.waiting, now).isEmpty) expect(truth.items.some(isUsedUp)).toBe(true)
  if (flags.neverInstalled) expect(truth.esims.some(({ lastSeen }) => !isInstantThere(lastSeen))).toBe(true)
}

const isOfCustomerUid = (path: Path): boolean => path[0] === 'customer' && (path.length === 1 || path[1] === 'uid')

test('of random customers nothing is lost whose uid and balance came, and nothing false is shown', () => {
  const cases = customers.chain((base) =>
    changesOf(base, isOfCustomerUid).map((changes) => [changed(base, changes), changes] as const),
  )
  fc.assert(
    fc.property(cases, ([arrived, changes]) => {
      checkCustomer(arrived, changes)
    }),
    { numRuns: answers, seed },
  )
})

test('of random packages of the inventory nothing is lost whose id came, and nothing false is shown', () => {
  fc.assert(
    fc.property(
      changesOf(inventoryItem, ([name]) => name === 'id'),
      (changes) => {
        const arrived = changed(inventoryItem, changes)
        const item = WireInventoryItem.parse(arrived)
        const row = inventoryRow(item)
        expect(InventoryRow.parse(row)).toEqual(JSON.parse(JSON.stringify(row)))
        const names = (row.unreadable ?? []).map(({ field }) => field)
        for (const { path } of changes)
          expect(isAccountedFor(arrived, item, path, names), `${path.join('.')} ${names.join()}`).toBe(true)
        expect(row.size.value).toBeGreaterThanOrEqual(0)
        if (row.coverage !== 'unknown') expect(textOf(arrived['countrySet'])).toBe(String(row.countrySet))
        if (row.purchasePrice?.currency === 'USD' && !names.some((name) => name.startsWith('prices')))
          expect(Number(row.purchasePrice.amount).toPrecision(12)).toBe(
            numberOf(at_(arrived, ['prices', 0, 'priceValue']))?.toPrecision(12),
          )
        expect(isTestPackage(row)).toBe(false)
      },
    ),
    { numRuns: answers, seed },
  )
})
