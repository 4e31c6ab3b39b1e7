/** Causes that depend on where the customer is (interface 2.5, 3.2, 6.5). */
import type { Connectivity } from '#shared/model/esim/connectivity.ts'
import { maybeSeen } from '#shared/model/esim/esimState.ts'
import { parseInstant } from '#shared/model/instant.ts'
import type { ItemView } from '#shared/model/customer/views.ts'
import type { Doubt, Evidence, Finding } from '../cause.ts'
import { coverageDoubts, decidingItems, isOutside, itemsLeft, packageFor, recordFor, twoLetters } from '../coverage.ts'
import { covers } from '#shared/model/package/coverage.ts'
import { packagesOmitted } from '../doubts.ts'
import { recentMs, type Situation, type Visit } from '../facts.ts'
import { refundable } from '../replacement.ts'
import { lastSeen, networkInstant, seenAt } from '../seen.ts'
import {
  countryValue,
  dayValue,
  evidence,
  packageEvidence,
  packagesValue,
  packageValue,
  seenEvidence,
  textValue,
} from '../values.ts'

interface Whereabouts {
  readonly country: string
  readonly evidence: readonly [Evidence, ...Evidence[]]
  readonly doubts: readonly Doubt[]
  /** Values of the sentences about the doubts. */
  readonly values: Finding['values']
}

/**
 * What the customer named counts before what was reported. A report of another country speaks against it, because a
 * customer may be wrong, or have named where they are going.
 */
export function whereabouts(situation: Situation): Whereabouts | null {
  const { country } = situation
  const latest = latestReport(situation)
  const reported = latest === null ? null : evidence(latest.field, countryValue(latest.country), latest.at)
  if (country !== null) {
    const typed = evidence('typedCountry', countryValue(country))
    if (latest === null || reported === null) return { country, evidence: [typed], doubts: [], values: {} }
    if (latest.country === country) return { country, evidence: [typed, reported], doubts: [], values: {} }
    const doubt: Doubt = latest.doubts.length === 0 ? 'networkElsewhere' : 'reportElsewhere'
    return {
      country,
      evidence: [typed, reported],
      doubts: [doubt],
      values: { reported: countryValue(latest.country) },
    }
  }
  if (latest === null || reported === null) return null
  return { country: latest.country, evidence: [reported], doubts: latest.doubts, values: {} }
}

/**
 * An event of a replaced profile says nothing, nor does one of days ago, or from before a package in use was started
 * by its use, which it can only have been where it works. A purchase or an agent starts a package wherever the customer
 * is.
 */
function latestReport({ visits, connectivity, esims, usable, now }: Situation): Report | null {
  const current = new Set<string>(esims.map(({ iccid }) => iccid))
  const started = usable
    .filter(({ mode }) => !['NOW', 'ON_DEMAND'].includes(mode?.trim().toUpperCase() ?? ''))
    .flatMap(({ activatedAt }) => parseInstant(activatedAt) ?? [])
  const since = Math.max(now - recentMs, ...started)
  const networks = connectivity.flatMap(reportOf)
  const events = visits.map((visit): Report => ({
    ...visit,
    time: parseInstant(visit.at) ?? 0,
    field: 'visited',
    doubts: ['reportedByEvent'],
  }))
  // The sort is stable, so the service's own word counts before an event of the same time.
  const [latest] = [...networks, ...events]
    .filter(({ time }) => time >= since)
    .filter((report) => (report.iccid === null || current.has(report.iccid)) && twoLetters.test(report.country))
    .toSorted((one, other) => other.time - one.time)
  return latest ?? null
}

interface Report extends Visit {
  readonly time: number
  readonly field: 'connectivity' | 'visited'
  readonly doubts: readonly Doubt[]
}

/** A network without a time, on which the eSIM may be no longer, says nothing about the present. */
function reportOf(network: Connectivity): readonly Report[] {
  const { iccid, connected, country } = network
  const at = networkInstant(network)
  const time = parseInstant(at)
  if (at === null || time === null) return []
  return [{ iccid, country, at, time, field: 'connectivity', doubts: connected === true ? [] : ['lastNetwork'] }]
}

/** Neither an event nor the last network proves where the customer is. */
export const isCertain = ({ country }: Situation, { doubts }: Whereabouts): boolean =>
  country !== null || doubts.length === 0

/** Where the customer certainly is, or `null`. */
export function certainPlace(situation: Situation): Whereabouts | null {
  const place = whereabouts(situation)
  return place !== null && isCertain(situation, place) ? place : null
}

/** The source of the customer's country: `network` is the one on which an eSIM is now. */
export type CountrySource = 'customer' | 'network' | 'lastNetwork' | 'event'

export function sourceOf({ country }: Situation, { evidence: [first], doubts }: Whereabouts): CountrySource {
  if (country !== null) return 'customer'
  if (first.field === 'visited') return 'event'
  return doubts.includes('lastNetwork') ? 'lastNetwork' : 'network'
}

/** Those that work where the customer is, as far as is known, come first. */
export const fittingFirst = (items: readonly ItemView[], place: Whereabouts | null): readonly ItemView[] => {
  const rank = ({ coverage }: ItemView): number => Number(isOutside(coverage, place?.country ?? null))
  return items.toSorted((one, other) => rank(one) - rank(other))
}

export function wrongCountry(situation: Situation): Finding[] {
  const place = whereabouts(situation)
  const [first, ...others] = decidingItems(situation)
  if (place === null || first === undefined) return []
  const items = [first, ...others] as const
  if (!items.every(({ coverage }) => isOutside(coverage, place.country))) return []
  // A package that is not listed, or can't be read, may be for this country.
  const unknown = [...packagesOmitted(situation.view), ...unreadableDoubts(situation)]
  const isAll = others.length > 0 && itemsLeft(situation).length > 0 && unknown.length === 0
  // Otherwise one is named: the last one that has ended explains what the customer sees.
  const named = isAll ? items : ([first] as const)
  const probably = coverageDoubts(items)
  const found = {
    evidence: [...place.evidence, ...coverageOf(named)],
    ...(isAll && { headline: 'wrongCountryAll' as const }),
    doubts: [...place.doubts, ...probably, ...unknown],
    ...remedy(situation, place, named),
  }
  if (!isCertain(situation, place)) return [asQuestion(found)]
  // The customer may have named where they are going.
  if (place.doubts.includes('networkElsewhere'))
    return [{ ...asQuestion(found), headline: 'wrongCountryNetwork', ...atNetwork(found) }]
  const severity = unknown.length > 0 ? 'warn' : 'danger'
  const headline = isAll ? 'wrongCountryAllProbably' : 'wrongCountryProbably'
  return [{ ...found, severity, ...(probably.length > 0 && { headline }) }]
}

const unreadableDoubts = ({ unreadable, hiddenPackages }: Situation): readonly Doubt[] =>
  unreadable.length + hiddenPackages.length > 0 ? ['otherPackageUnknown'] : []

/** The question to a customer whose phone is in another country than the one that they named. */
const atNetwork = ({ answer }: Pick<Finding, 'answer'>): Pick<Finding, 'answer'> =>
  answer === 'wrongCountryRecord' ? {} : { answer: 'wrongCountryNetwork' }

/** The same as a question: where the customer is was reported and may not be so. */
const asQuestion = (found: Omit<Finding, 'severity'>): Finding => ({
  ...found,
  severity: 'warn',
  headline: found.headline === 'wrongCountryAll' ? 'wrongCountryAllAsk' : 'wrongCountryAsk',
  answer: found.answer === 'wrongCountryRecord' ? 'wrongCountryRecordConfirm' : 'wrongCountryConfirm',
})

export const coverageEvidence = ({ coverage }: ItemView): Evidence =>
  evidence('coverage', coverage.countrySet === null ? null : { type: 'place', countrySet: coverage.countrySet })

/** The different coverages of the packages, in the order of the packages. */
const coverageOf = (items: readonly ItemView[]): readonly Evidence[] => [
  ...new Map(items.map((item) => [item.coverage.countrySet, coverageEvidence(item)])).values(),
]

/** Another record of the same person comes first, because its eSIM is there already. */
function remedy(
  situation: Situation,
  place: Whereabouts,
  items: readonly [ItemView, ...ItemView[]],
): Pick<Finding, 'values' | 'next' | 'answer' | 'action'> {
  const { view, inventory } = situation
  const { country } = place
  const values = { ...place.values, package: packagesValue(items), country: countryValue(country) }
  const found = recordFor(view.samePerson, inventory ?? [], country)
  if (found !== null) {
    const { record, countrySet, isUsable } = found
    return {
      values: { ...values, place: { type: 'place', countrySet } },
      next: isUsable ? 'wrongCountryRecord' : 'wrongCountryRecordOver',
      ...(isUsable && { answer: 'wrongCountryRecord' }),
      action: { kind: 'openCustomer', uid: record.uid, countrySet },
    }
  }
  const row = packageFor(inventory ?? [], country, items[0])
  if (inventory === null) return { values, next: 'wrongCountryLook', action: null }
  if (row === null) return { values, action: null }
  const selling = {
    values: { ...values, fitting: textValue(row.name) },
    next: 'wrongCountryPackage',
    answer: 'wrongCountryNewEsim',
    action: { kind: 'sell', country, inventoryItemId: row.id },
  } as const
  // A customer who may be where the package works may still need it.
  const unused = place.doubts.length > 0 ? null : refundable(situation, itemsLeft(situation))
  if (unused === null) return selling
  return {
    ...selling,
    values: { ...selling.values, unused: packageValue(unused) },
    next: 'wrongCountryReplace',
    action: {
      kind: 'refundAndReplace',
      itemUid: unused.uid,
      sells: 'newRecord',
      country,
      inventoryItemId: row.id,
    },
  }
}

/** The first package that is going to start by itself, while none is active. */
function waiting(situation: Situation): ItemView | null {
  const { usable, waitingUse, installed } = situation
  const [first] = fittingFirst(waitingUse, whereabouts(situation))
  return first === undefined || usable.length > 0 || installed.length === 0 ? null : first
}

type Seen = 'sinceSale' | 'notSinceSale' | 'unknown'

/** An eSIM that is not listed may have been on a network since the sale. */
function seenSince(situation: Situation, { salesDate }: ItemView): Seen {
  const { installed, visits } = situation
  const mayBeSeen = situation.hasHiddenEsims || installed.some((esim) => esim.lastSeen === null && maybeSeen(esim))
  const sold = parseInstant(salesDate)
  const seen = installed.flatMap((esim) => seenAt(situation, esim) ?? [])
  if (sold === null || (seen.length === 0 && visits.length > 0)) return 'unknown'
  if (seen.some((time) => time > sold)) return 'sinceSale'
  return mayBeSeen || visits.some(({ at }) => (parseInstant(at) ?? 0) > sold) ? 'unknown' : 'notSinceSale'
}

const confirmed = { next: 'waitingUseConfirm', answer: 'elsewhereConfirm' } as const

/**
 * Why a package has not started although the eSIM was on a network: where it works, the settings of the phone may be
 * the reason, and elsewhere it can't start. What was reported is confirmed, and what is not known is asked for.
 */
function whyNotStarted(
  situation: Situation,
  { coverage }: ItemView,
  place: Whereabouts | null,
): Pick<Finding, 'next' | 'answer'> {
  if (place === null) return {}
  const isKnown = isCertain(situation, place)
  switch (covers(coverage, place.country)) {
    case 'yes':
      if (!isKnown) return { next: 'waitingUseThereConfirm', answer: 'startsConfirm' }
      // The reply claims that a package works there only if the service itself reports that.
      return { next: 'waitingUseThere', answer: coverage.certainty === 'known' ? 'startsThere' : 'startsByItself' }
    case 'no':
      return isKnown ? { next: 'waitingUseElsewhere', answer: 'startsByItself' } : confirmed
    case 'unknown':
      return situation.country === null ? confirmed : { next: 'coverageUnknown', answer: 'whichCountry' }
  }
}

function waitingFinding(situation: Situation, wanted: Seen, severity: Finding['severity']): Finding[] {
  const item = waiting(situation)
  if (item === null || seenSince(situation, item) !== wanted) return []
  const place = wanted === 'sinceSale' ? whereabouts(situation) : null
  return [
    {
      severity,
      values: {
        ...place?.values,
        package: packageValue(item),
        ...(place !== null && { country: countryValue(place.country) }),
      },
      evidence: [
        ...[lastSeen(situation)?.esim ?? situation.installed[0]].flatMap((esim) => (esim ? seenEvidence(esim) : [])),
        evidence('sold', dayValue(item.salesDate)),
        coverageEvidence(item),
        ...packageEvidence(item).slice(1),
        ...(place?.evidence ?? []),
      ],
      doubts: [
        ...(place?.doubts ?? []),
        ...(wanted === 'sinceSale' ? coverageDoubts([item]) : []),
        ...packagesOmitted(situation.view),
      ],
      ...whyNotStarted(situation, item, place),
    },
  ]
}

export const waitingUseSeen = (situation: Situation): Finding[] => waitingFinding(situation, 'sinceSale', 'warn')
export const waitingUseUnseen = (situation: Situation): Finding[] => waitingFinding(situation, 'notSinceSale', 'info')
export const waitingUse = (situation: Situation): Finding[] => waitingFinding(situation, 'unknown', 'info')
