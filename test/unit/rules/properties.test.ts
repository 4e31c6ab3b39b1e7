/**
 * Random customers: no cause may contradict what the service sent. The rules are read here a second time, from the
 * wire, without the desk's own rules, and for services that spell the same facts differently.
 *
 * @module-tag long
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cause, CauseId } from '../../../renderer/rules/cause.ts'
import { verdictOf } from '../../../renderer/rules/verdict.ts'
import type { AnswerMessages } from '../../../renderer/rules/answerMessages.ts'
import { answerMessages, answerText } from '../../../renderer/rules/answers.ts'
import { sheetLanguages } from '#shared/sheet/language.ts'
import { at, day, now } from '../shared/model/things.ts'
import { Iccid } from '#shared/wire/ids.ts'
import { connected, factsOf, inventory, operation } from './cases.ts'

interface Wording {
  readonly installed: readonly string[]
  readonly noDate: readonly (string | null | undefined)[]
  readonly refunded: readonly string[]
  readonly date: (days: number) => string
  readonly units: readonly string[]
  readonly modes: readonly string[]
}

const wordings: Readonly<Record<string, Wording>> = {
  'the service of the interface': {
    installed: ['INSTALLED', 'INSTALLED/ENABLED'],
    noDate: [null],
    refunded: ['Refunded'],
    date: at,
    units: ['MB', 'GB'],
    modes: ['NOW', 'FIRST_USE', 'ON_DEMAND'],
  },
  'a service with other wordings': {
    installed: ['installed', 'ENABLED', 'Installed / Enabled'],
    noDate: ['', undefined, null],
    refunded: ['REFUNDED', 'refunded '],
    date: (days) => at(days).replace(/\.\d+Z$/, days > 0 ? '.12345Z' : 'Z'),
    units: ['mb', 'GB', 'TB', 'parsecs'],
    modes: ['first_use', 'on_demand', 'LATER', ''],
  },
}

interface RawItem {
  readonly uid: string
  readonly status?: string
  readonly salesDate?: string | null | undefined
  readonly balance: {
    readonly activatedAt?: string | null | undefined
    readonly expiresAt?: string | null | undefined
    readonly activationMode: string
    readonly name: string | null
    readonly size: { readonly sizeValue: number; readonly sizeUnit: string }
    readonly availableBalance: { readonly sizeValue: number; readonly sizeUnit: string }
    readonly validitySize: number
    readonly validityUnit: string
  }
}
interface RawEsim {
  readonly uid: string
  readonly iccid: string
  readonly state: string | null
  readonly active: boolean | null
  readonly lastSeen?: string | null | undefined
}

const days = fc.double({ min: -40, max: 40, noNaN: true })
/** Around a day from now, at which something changes. */
const nearDays = fc.double({ min: -0.5, max: 2, noNaN: true })

function itemsWith(wording: Wording): fc.Arbitrary<RawItem[]> {
  const date = (odds: number, around = days) =>
    fc.oneof(
      { weight: odds, arbitrary: around.map(wording.date) },
      { weight: 2, arbitrary: fc.constantFrom(...wording.noDate) },
      { weight: 1, arbitrary: fc.constantFrom('yesterday', '2026-13-45T00:00:00Z') },
    )
  const one = fc.record({
    status: fc.option(fc.constantFrom(...wording.refunded, 'Purchased'), { nil: 'Activated', freq: 3 }),
    salesDate: date(6),
    activatedAt: date(5),
    expiresAt: date(8, fc.oneof(days, nearDays)),
    activationMode: fc.constantFrom(...wording.modes),
    name: fc.constantFrom('Europe 3 GB', 'Portugal 3 GB', 'Unknown', null),
    size: fc.record({ sizeValue: fc.constantFrom(0.05, 3, 500), sizeUnit: fc.constantFrom(...wording.units) }),
    // Otherwise nothing was used.
    left: fc.option(
      fc.record({
        sizeValue: fc.constantFrom(0, 0, 0.01, 0.08, 1.5, 3, 70, -1),
        sizeUnit: fc.constantFrom(...wording.units),
      }),
    ),
  })
  /** Nothing about it is odd: it was started days ago, and nothing of it was used. */
  const untouched = fc.record({
    status: fc.constant('Activated'),
    salesDate: fc.constant(wording.date(-5)),
    activatedAt: fc.constant(wording.date(-4)),
    expiresAt: fc.constantFrom(wording.date(1), wording.date(20)),
    activationMode: fc.constantFrom(...wording.modes),
    name: fc.constantFrom('Europe 3 GB', 'Portugal 3 GB'),
    size: fc.constant({ sizeValue: 3, sizeUnit: 'GB' }),
    left: fc.constant(null),
  })
  const each = fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: untouched })
  return fc.array(each, { maxLength: 4 }).map((items) =>
    items.map(({ status, salesDate, left, ...balance }, index) => ({
      uid: `item-${String(index)}`,
      status,
      salesDate,
      balance: { ...balance, availableBalance: left ?? balance.size, validitySize: 30, validityUnit: 'days' },
    })),
  )
}

const firstIccid = '8948010000000000010'

function esimsWith(wording: Wording): fc.Arbitrary<RawEsim[]> {
  const one = fc.record({
    state: fc.constantFrom(...wording.installed, ...wording.installed, 'RELEASED', 'DISABLED', 'ERROR', 'ASLEEP', null),
    active: fc.constantFrom(true, true, true, false, null),
    lastSeen: fc.oneof(days.map(wording.date), fc.constantFrom(...wording.noDate)),
  })
  /** It is in use, and was on a network lately. */
  const recent = fc.record({
    state: fc.constantFrom(...wording.installed),
    active: fc.constant(true),
    lastSeen: fc.double({ min: -4, max: 0, noNaN: true }).map(wording.date),
  })
  const each = fc.oneof({ weight: 2, arbitrary: one }, { weight: 1, arbitrary: recent })
  return fc.array(each, { maxLength: 3 }).map((esims) =>
    esims.map((esim, index) => ({
      uid: `esim-${String(index)}`,
      iccid: `${firstIccid.slice(0, -1)}${String(index)}`,
      ...esim,
    })),
  )
}

const isFilled = (text: string | null | undefined): text is string => typeof text === 'string' && text.trim() !== ''
const timeOf = (text: string | null | undefined): number => (isFilled(text) ? Date.parse(text) : Number.NaN)

/** What an item is, read from the words of the interface alone (2.7, 3.2, 3.3). */
type Reading = 'usable' | 'firstUse' | 'onDemand' | 'over' | 'empty' | 'refunded' | 'unreadable'
function readItem({ status, balance }: RawItem): Reading {
  if (status?.trim().toLowerCase() === 'refunded') return 'refunded'
  const { sizeValue, sizeUnit } = balance.availableBalance
  const hasData = sizeValue > 0
  // Nothing, or less than nothing, is an amount only of a volume in a known unit.
  const isKnown = hasData || (sizeValue === 0 && [sizeUnit, balance.size.sizeUnit].every((unit) => isUnit(unit)))
  if (!isFilled(balance.activatedAt)) {
    if (!hasData && isKnown) return 'empty'
    if (/^first_use$/i.test(balance.activationMode)) return 'firstUse'
    return /^on_demand$/i.test(balance.activationMode) ? 'onDemand' : 'unreadable'
  }
  if (Number.isNaN(timeOf(balance.activatedAt))) return 'unreadable'
  if (isFilled(balance.expiresAt)) {
    const end = timeOf(balance.expiresAt)
    if (Number.isNaN(end)) return 'unreadable'
    if (end <= now) return 'over'
  }
  if (!isKnown) return 'unreadable'
  return hasData ? 'usable' : 'empty'
}

const isUnit = (unit: string): boolean => /^(mb|gb|tb)$/i.test(unit)
const isInstalled = ({ state }: RawEsim): boolean => /^(installed|enabled|installed\s*\/\s*enabled)$/i.test(state ?? '')
const unitMb: Readonly<Record<string, number>> = { MB: 1, GB: 1024, TB: 1024 * 1024 }

/** Whether all that is in use ends within a day, nothing else has data, and no order is open. */
function endsWithinADay({ of, isOrdered }: Truth): boolean {
  const ends = of('usable').map(({ balance }) => timeOf(balance.expiresAt))
  const others = (['firstUse', 'onDemand', 'unreadable'] as const).flatMap((reading) => of(reading))
  return ends.length > 0 && others.length === 0 && !isOrdered && ends.every((end) => end - now <= day)
}

/**
 * What the service says of a network of the first eSIM, unless that is not in use any more, or a package was started by
 * its use since.
 */
function networkOf({ of, esims: [first], network }: Truth): RawNetwork | null {
  const isOlder = of('usable').some(
    ({ balance }) => !/^(now|on_demand)$/i.test(balance.activationMode) && timeOf(balance.activatedAt) > now,
  )
  return first === undefined || first.active === false || isOlder ? null : network
}

/** The country where the customer certainly is: as the customer named it, or that of the present network. */
function certainCountry(truth: Truth): string | null {
  const network = networkOf(truth)
  return truth.country ?? (network?.connected === true ? network.country : null)
}

/** When the last package in use ends of which nobody can say that it doesn't work where the customer is. */
function lastEndThere(truth: Truth): number {
  const place = certainCountry(truth)
  const there = truth
    .of('usable')
    .filter(({ balance }) => place === null || worksIn[balance.name ?? '']?.includes(place) !== false)
  return Math.max(...there.map(({ balance }) => timeOf(balance.expiresAt)))
}

interface Truth {
  readonly of: (reading: Reading) => readonly RawItem[]
  readonly esims: readonly RawEsim[]
  /** What the service says of the connection of the first eSIM, or `null`. */
  readonly network: RawNetwork | null
  readonly country: string | null
  /** A purchase or an activation has no outcome yet. */
  readonly isOrdered: boolean
}

interface RawNetwork {
  readonly country: string
  readonly connected: boolean | null
}
const networks: fc.Arbitrary<RawNetwork | null> = fc.option(
  fc.record({ country: fc.constantFrom('PT', 'FR', 'JP'), connected: fc.constantFrom(true, true, false, null) }),
)

/** Whether an eSIM in use is on a network now, in a country that a package with data covers, and nothing says else. */
function isOnlineThere({ of, esims, network, country }: Truth): boolean {
  const [first, ...others] = esims
  if (network?.connected !== true || first === undefined || !isInUse(first)) return false
  if (country !== null && country !== network.country) return false
  return (
    others.filter(isInUse).every(({ lastSeen }) => isFilled(lastSeen)) &&
    of('usable').some(({ balance }) => worksIn[balance.name ?? '']?.includes(network.country))
  )
}

const megabytes = ({ sizeValue, sizeUnit }: RawItem['balance']['size']): number =>
  sizeValue * (unitMb[sizeUnit.toUpperCase()] ?? Number.NaN)

const wasUsed = ({ availableBalance, size }: RawItem['balance']): boolean =>
  megabytes(availableBalance) < megabytes(size)

/** Whether an eSIM is not in use any more, or data was used and no present eSIM was on a network. */
const wasReplaced = ({ of, esims }: Truth): boolean =>
  esims.some(({ active }) => active === false) ||
  (esims.every(({ lastSeen }) => !isFilled(lastSeen)) &&
    [...of('usable'), ...of('empty'), ...of('over')].some(({ balance }) => wasUsed(balance)))

const noData: readonly CauseId[] = ['usedUp', 'expired', 'expiredWithData', 'refunded', 'nothingSold']
const needsInstalled: readonly CauseId[] = [
  'neverSeen',
  'fine',
  'notSeenLately',
  'waitingUseSeen',
  'waitingUseUnseen',
  'waitingUse',
]
const aboutEsims: readonly CauseId[] = [
  'noEsim',
  'esimsReplaced',
  'esimError',
  'disabled',
  'removed',
  'notInstalled',
  'soldJustNow',
  'esimUnknown',
  'esimStateMissing',
  'neverSeen',
  'otherEsimError',
  'otherEsimNotInstalled',
]
/** The countries of the packages of `cases.ts`, by name. */
const worksIn: Readonly<Record<string, readonly string[]>> = {
  'Europe 3 GB': ['DE', 'FR', 'PT'],
  'Portugal 3 GB': ['PT'],
}

/**
 * For each cause what has to be true of the customer. A cause that is not listed claims nothing that could be wrong.
 */
const isNeverInstalled = ({ esims }: Truth): boolean =>
  esims.some(({ state, lastSeen }) => state === 'RELEASED' && !isFilled(lastSeen))

const holds: Readonly<Partial<Record<CauseId, (truth: Truth) => boolean>>> = {
  usedUp: ({ of }) => of('empty').length > 0,
  expired: ({ of }) => of('over').some(({ balance }) => balance.availableBalance.sizeValue <= 0),
  expiredWithData: ({ of }) => of('over').some(({ balance }) => balance.availableBalance.sizeValue > 0),
  refunded: ({ of }) => of('refunded').length > 0 && of('empty').length + of('over').length === 0,
  packageUnknown: ({ of }) => of('unreadable').length > 0 && of('usable').length === 0,
  otherPackageUnknown: ({ of }) => of('unreadable').length > 0 && of('usable').length > 0,
  noEsim: ({ esims }) => esims.length === 0,
  esimsReplaced: ({ esims }) => esims.length > 0 && esims.every(({ active }) => active === false),
  esimError: ({ esims }) => esims.every(({ state, active }) => state === 'ERROR' || active === false),
  disabled: ({ esims }) => esims.some(({ state }) => state === 'DISABLED') && !esims.some(isInUse),
  removed: ({ esims }) => esims.some(({ state, lastSeen }) => state === 'RELEASED' && isFilled(lastSeen)),
  notInstalled: isNeverInstalled,
  soldJustNow: isNeverInstalled,
  neverSeen: ({ esims }) => esims.filter(isInUse).every(({ lastSeen }) => !isFilled(lastSeen)),
  fine: ({ of, esims, network }) =>
    of('usable').length > 0 &&
    (network !== null || esims.filter(isInUse).some(({ lastSeen }) => now - timeOf(lastSeen) <= 3 * day)),
  noDataUsed: ({ of, esims }) =>
    of('usable').every(({ balance: { size, availableBalance } }) => availableBalance.sizeValue === size.sizeValue) &&
    of('empty').length + of('over').length === 0 &&
    esims.some(isInUse),
  notSeenLately: ({ esims }) => !esims.filter(isInUse).some(({ lastSeen }) => now - timeOf(lastSeen) < 3 * day),
  waitingActivation: ({ of }) => of('onDemand').length > 0 && of('usable').length + of('firstUse').length === 0,
  waitingUseSeen: ({ of }) => of('firstUse').length > 0 && of('usable').length === 0,
  waitingUseUnseen: ({ of }) => of('firstUse').length > 0 && of('usable').length === 0,
  endsSoon: (truth) => lastEndThere(truth) - now <= day && !truth.isOrdered,
  lowData: ({ of }) => of('usable').reduce((sum, { balance }) => sum + megabytes(balance.availableBalance), 0) <= 100,
  wrongCountry: ({ of, country, network }) => {
    const place = country ?? network?.country ?? ''
    return [...of('usable'), ...of('firstUse'), ...of('onDemand')].every(
      ({ balance }) => worksIn[balance.name ?? '']?.includes(place) === false,
    )
  },
}
const isInUse = (esim: RawEsim): boolean => isInstalled(esim) && esim.active !== false

/** A package is only given back if nothing of it was used, and for another country only if that is certain. */
function isReplaceable({ id, action }: Cause, truth: Truth): boolean {
  if (action?.kind !== 'refundAndReplace') return true
  const left = (['usable', 'firstUse', 'onDemand'] as const).flatMap((reading) => truth.of(reading))
  const balance = left.find(({ uid }) => uid === action.itemUid)?.balance
  if (balance === undefined || wasUsed(balance)) return false
  if (truth.of('unreadable').length > 0) return false
  const [place, network] = [certainCountry(truth), networkOf(truth)]
  return id !== 'wrongCountry' || (place !== null && (network === null || network.country === place))
}

function contradiction(cause: Cause, truth: Truth): string | null {
  const { id, severity, headline, answer, doubts } = cause
  const { of, esims } = truth
  if (severity === 'ok' && !isOnlineThere(truth)) return 'green although nothing proves it'
  // Every coverage of these customers is inferred from a name.
  if (['fine', 'wrongCountry', 'wrongCountryAll'].includes(headline)) return `${headline} as a fact`
  if (['fineThere', 'startsThere'].includes(answer)) return `${answer} is promised`
  if (!isReplaceable(cause, truth)) return 'a package is given back that may be needed'
  if (headline === 'replaced' && !wasReplaced(truth)) return 'replaced although nothing shows it'
  if (severity === 'danger' && doubts.includes('networkElsewhere')) return 'red although the network says else'
  if (aboutEsims.includes(id) && isAllRefunded(of)) return `${id} although everything was refunded`
  if (holds[id]?.(truth) === false) return `${id} is not true`
  if (noData.includes(id) && of('usable').length + of('firstUse').length + of('onDemand').length > 0)
    return `${id} although there is data`
  if (noData.includes(id) && of('unreadable').length > 0) return `${id} although a package can't be read`
  if (needsInstalled.includes(id) && !esims.some(isInUse)) return `${id} although nothing is installed`
  if (severity === 'ok' && esims.some(({ state, active }) => state === 'ERROR' && active !== false))
    return 'green although an eSIM failed'
  if (
    severity === 'ok' &&
    esims.some(({ state, active }) => (state === 'ASLEEP' || state === null) && active !== false)
  )
    return 'green although a state is unknown'
  return null
}

const isAllRefunded = (of: Truth['of']): boolean =>
  of('refunded').length > 0 &&
  (['usable', 'firstUse', 'onDemand', 'unreadable', 'empty', 'over'] as const).every((other) => of(other).length === 0)

/** Whether one of several eSIMs in use was never on a network, as far as the service says. */
function isAnotherNeverSeen({ esims, network }: Truth): boolean {
  const inUse = esims.filter(isInUse)
  const [first] = esims
  return inUse.length > 1 && inUse.some((esim) => !isFilled(esim.lastSeen) && (esim !== first || network === null))
}

/** What must not be missing. */
function omission([main, ...others]: ReturnType<typeof verdictOf>, truth: Truth): string | null {
  const ids = [main, ...others].map(({ id }) => id)
  const { of, esims } = truth
  const has = (...wanted: readonly CauseId[]): boolean => wanted.some((id) => ids.includes(id))
  const current = esims.filter(({ active }) => active !== false)
  // Where everything was refunded, no eSIM keeps the customer offline.
  const needsEsim = current.length > 0 && !isAllRefunded(of)
  if (needsEsim && current.every(({ state }) => state === 'ERROR') && !has('esimError')) return 'esimError'
  if (needsEsim && current.every(({ state }) => state === 'RELEASED') && !has('notInstalled', 'soldJustNow', 'removed'))
    return 'notInstalled'
  if (endsWithinADay(truth) && !has('endsSoon')) return 'endsSoon'
  if (main.id === 'fine' && isAnotherNeverSeen(truth) && main.headline !== 'noFaultWhichPhone') return 'which phone'
  const left = (['usable', 'firstUse', 'onDemand', 'unreadable'] as const).flatMap((reading) => of(reading))
  return left.length === 0 && !has(...noData) ? 'no data' : null
}

const languages: readonly AnswerMessages[] = await Promise.all(sheetLanguages.map(answerMessages))

function check(
  items: readonly RawItem[],
  esims: readonly RawEsim[],
  country: string | null,
  isUnconfirmed: boolean,
  network: RawNetwork | null,
): void {
  const kind = items.length % 2 === 0 ? 'refund' : 'top-up'
  const connectivity = network === null ? [] : [connected({ ...network, iccid: Iccid.parse(firstIccid) })]
  const facts = factsOf(items, esims, { country, connectivity, operations: isUnconfirmed ? [operation({ kind })] : [] })
  const causes = verdictOf(facts)
  const truth: Truth = {
    of: (reading) => items.filter((item) => readItem(item) === reading),
    esims,
    network,
    country,
    isOrdered: isUnconfirmed && kind === 'top-up',
  }
  expect(causes.map((cause) => contradiction(cause, truth)).filter((found) => found !== null)).toEqual([])
  const ids = causes.map(({ id }) => id)
  expect(omission(causes, truth)).toBeNull()
  expect(ids[0] === 'unconfirmed').toBe(isUnconfirmed)
  expect(ids[0]).not.toBe('endsSoon')
  expect(new Set(causes.map(({ key }) => key)).size).toBe(causes.length)
  for (const { id, values } of causes)
    if (id === 'endsSoon') {
      const end = values['day']?.type === 'day' ? timeOf(values['day'].at) : Number.NaN
      expect(truth.of('usable').map(({ balance }) => timeOf(balance.expiresAt))).toContain(end)
      expect(end).toBeGreaterThanOrEqual(lastEndThere(truth))
    }
  const rawStates = new Set(esims.map(({ state }) => state))
  for (const { evidence } of causes)
    for (const { field, value } of evidence)
      if (field === 'esimState') expect(rawStates).toContain(value?.type === 'text' ? value.text : null)
  for (const cause of causes)
    for (const messages of languages) expect(answerText(cause, messages)).not.toMatch(/[{}]|undefined|Invalid/)
}

describe.each(Object.entries(wordings))('with %s', (_name, wording) => {
  test('no cause contradicts the data of 5,000 random customers, and none is missing', () => {
    fc.assert(
      fc.property(
        itemsWith(wording),
        esimsWith(wording),
        fc.constantFrom(null, null, 'JP', 'PT', 'FR'),
        fc.boolean(),
        networks,
        check,
      ),
      { numRuns: 5000 },
    )
  })
})

test('the random customers reach the causes that the data of the service can show', () => {
  const reached = new Set<CauseId>()
  for (const wording of Object.values(wordings))
    for (const [items, esims, country] of fc.sample(
      fc.tuple(itemsWith(wording), esimsWith(wording), fc.constantFrom(null, 'JP', 'PT')),
      { numRuns: 6000, seed: 7 },
    ))
      for (const { id } of verdictOf(factsOf(items, esims, { country }))) reached.add(id)
  expect([...Object.keys(holds)].filter((id) => !reached.has(id as CauseId))).toEqual([])
  expect(inventory.length).toBeGreaterThan(0)
})
