/**
 * The situations of customers that a support agent encounters. Each seeded customer has one of them; the weight is its
 * frequency. The first customers of every sandbox cover the whole table, so that a small sandbox contains every
 * situation.
 */
import type { PackageTrait } from './inventory.ts'
import type { ActivationMode, EsimState, InstallationError, Payment } from './records.ts'

type ItemPhase = 'fresh' | 'part' | 'low' | 'empty' | 'expired' | 'waiting'
export type ItemPlan = {
  readonly phase: ItemPhase
  readonly mode?: ActivationMode
  readonly payment?: Payment
  readonly trait?: PackageTrait
  /** Whether the item was sold before 6 December 2024 (interface 3.3). */
  readonly old?: true
}
export type EsimPlan = {
  readonly state: EsimState
  readonly seen?: 'now' | 'lately' | 'long ago'
  readonly replaced?: true
  /** The number of installations so far. */
  readonly installations?: number
  readonly error?: InstallationError
}
export type Archetype = {
  readonly name: string
  readonly weight: number
  /** `wide` restricts the customer to worldwide and regional sets. */
  readonly sets: 'any' | 'wide'
  readonly items: readonly ItemPlan[]
  readonly esims: readonly EsimPlan[]
}

const installed: EsimPlan = { state: 'INSTALLED', seen: 'now' }
const released: EsimPlan = { state: 'RELEASED' }
const waitingFirstUse: ItemPlan = { phase: 'waiting', mode: 'FIRST_USE' }
const waitingOnDemand: ItemPlan = { phase: 'waiting', mode: 'ON_DEMAND' }

export const archetypes: readonly Archetype[] = [
  { name: 'travelling', weight: 300, sets: 'any', items: [{ phase: 'part' }], esims: [installed] },
  {
    name: 'travellingSinceFirstUse',
    weight: 120,
    sets: 'any',
    items: [{ phase: 'part', mode: 'FIRST_USE' }],
    esims: [installed],
  },
  { name: 'justBought', weight: 60, sets: 'any', items: [{ phase: 'fresh' }], esims: [released] },
  { name: 'installedNotUsed', weight: 30, sets: 'any', items: [{ phase: 'fresh' }], esims: [{ state: 'INSTALLED' }] },
  { name: 'beforeTheTrip', weight: 90, sets: 'any', items: [waitingFirstUse], esims: [released] },
  {
    name: 'installedAtHome',
    weight: 40,
    sets: 'any',
    items: [waitingFirstUse],
    esims: [{ state: 'INSTALLED', seen: 'lately' }],
  },
  { name: 'onDemand', weight: 45, sets: 'wide', items: [waitingOnDemand], esims: [released] },
  {
    name: 'stacked',
    weight: 30,
    sets: 'wide',
    items: [{ phase: 'part' }, waitingOnDemand, waitingOnDemand],
    esims: [installed],
  },
  {
    name: 'expired',
    weight: 90,
    sets: 'any',
    items: [{ phase: 'expired' }],
    esims: [{ state: 'INSTALLED', seen: 'long ago' }],
  },
  { name: 'renewed', weight: 60, sets: 'any', items: [{ phase: 'expired' }, { phase: 'part' }], esims: [installed] },
  {
    name: 'toppedUp',
    weight: 50,
    sets: 'any',
    items: [{ phase: 'part' }, { phase: 'fresh' }, waitingFirstUse],
    esims: [installed],
  },
  {
    name: 'usedUp',
    weight: 35,
    sets: 'any',
    items: [{ phase: 'empty' }],
    esims: [{ state: 'INSTALLED', seen: 'lately' }],
  },
  { name: 'nearlyUsedUp', weight: 30, sets: 'any', items: [{ phase: 'low' }], esims: [installed] },
  {
    name: 'disabled',
    weight: 30,
    sets: 'any',
    items: [{ phase: 'part' }],
    esims: [{ state: 'DISABLED', seen: 'lately' }],
  },
  { name: 'installationFailed', weight: 14, sets: 'any', items: [{ phase: 'fresh' }], esims: [{ state: 'ERROR' }] },
  {
    name: 'removedFromDevice',
    weight: 14,
    sets: 'any',
    items: [{ phase: 'part' }],
    esims: [{ state: 'RELEASED', seen: 'lately' }],
  },
  {
    name: 'replaced',
    weight: 12,
    sets: 'any',
    items: [{ phase: 'part' }],
    esims: [{ state: 'INSTALLED', seen: 'long ago', replaced: true }, released],
  },
  {
    name: 'family',
    weight: 12,
    sets: 'wide',
    items: [{ phase: 'part' }, { phase: 'fresh' }, waitingOnDemand],
    esims: [installed, released],
  },
  {
    name: 'regular',
    weight: 10,
    sets: 'any',
    items: [
      { phase: 'expired' },
      { phase: 'expired' },
      { phase: 'empty' },
      { phase: 'expired' },
      { phase: 'part' },
      waitingFirstUse,
    ],
    esims: [{ state: 'INSTALLED', seen: 'long ago', replaced: true }, installed],
  },
  { name: 'noEnd', weight: 14, sets: 'any', items: [{ phase: 'part', trait: 'unlimited' }], esims: [installed] },
  { name: 'terabyte', weight: 8, sets: 'any', items: [{ phase: 'part', trait: 'huge' }], esims: [installed] },
  { name: 'dayPass', weight: 14, sets: 'any', items: [{ phase: 'part', trait: 'daily' }], esims: [installed] },
  { name: 'tiny', weight: 14, sets: 'any', items: [{ phase: 'fresh', trait: 'tiny' }], esims: [released] },
  {
    name: 'testPackage',
    weight: 8,
    sets: 'any',
    items: [{ phase: 'fresh', trait: 'test', payment: 'free' }],
    esims: [released],
  },
  { name: 'fromStock', weight: 16, sets: 'any', items: [{ phase: 'fresh', payment: 'stock' }], esims: [released] },
  {
    name: 'boughtLongAgo',
    weight: 8,
    sets: 'any',
    items: [{ phase: 'fresh', trait: 'years', old: true }],
    esims: [{ state: 'INSTALLED', seen: 'long ago' }],
  },
  { name: 'manyYears', weight: 8, sets: 'any', items: [{ phase: 'part', trait: 'years' }], esims: [installed] },
  { name: 'empty', weight: 3, sets: 'any', items: [], esims: [released] },
]

type Alternative = Pick<Archetype, 'name' | 'esims'>

/**
 * Other profiles for customers of some archetypes, whose items stay the same: a profile that can't be installed again,
 * and the errors of an app.
 */
const alternatives: Readonly<Record<string, Alternative>> = {
  removedFromDevice: {
    name: 'installedFiveTimes',
    esims: [{ state: 'RELEASED', seen: 'lately', installations: 5 }],
  },
  justBought: { name: 'installationForbidden', esims: [{ state: 'RELEASED', error: 'forbidden' }] },
  tiny: { name: 'verificationFailed', esims: [{ state: 'RELEASED', error: 'unverified' }] },
  fromStock: { name: 'otherDevice', esims: [{ state: 'RELEASED', error: 'otherDevice' }] },
}
const alternativeEvery = 4
const withAlternative = new Map(archetypes.map((one) => [one, { ...one, ...alternatives[one.name] }] as const))

const total = archetypes.reduce((sum, one) => sum + one.weight, 0)
/** Has one slot for each unit of weight, so that a choice is a single look-up. */
const slots: readonly Archetype[] = archetypes.flatMap((one) => Array.from({ length: one.weight }, () => one))

/**
 * The number of customers at the beginning of the list that go through the archetypes in turn, the second time with the
 * alternatives.
 */
const showcase = archetypes.length * 2

export function archetypeOf(index: number, bits: number): Archetype {
  const found = index < showcase ? archetypes[index % archetypes.length] : slots[bits % total]
  if (found === undefined) throw new RangeError('no archetype')
  const isAlternative =
    index < showcase ? index >= archetypes.length : Math.floor(bits / total) % alternativeEvery === 0
  return (isAlternative ? withAlternative.get(found) : undefined) ?? found
}
