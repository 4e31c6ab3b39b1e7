/** What is not known yet, and what is said where nothing is wrong. */
import { parseInstant } from '#shared/model/instant.ts'
import { leftOf, toldTotal } from '#shared/model/package/size.ts'
import type { Finding } from '../cause.ts'
import { openAnswer } from '../outcomeAnswer.ts'
import { coverageDoubts, decidingItems } from '../coverage.ts'
import { covers } from '#shared/model/package/coverage.ts'
import { omissionDoubts, otherEsimDoubts, packagesOmitted } from '../doubts.ts'
import { recentMs, type Situation } from '../facts.ts'
import { lastSeen } from '../seen.ts'
import { isCertain, whereabouts } from './places.ts'
import {
  countryValue,
  dayValue,
  evidence,
  packageEvidence,
  packageValue,
  seenEvidence,
  sizeValue,
  stateEvidence,
  textValue,
} from '../values.ts'

export const unconfirmed = ({ unconfirmed: operations }: Situation): Finding[] =>
  operations.map(({ id, kind, state, packageName, createdAt, current }) => ({
    key: id,
    severity: 'warn',
    values: { operation: { type: 'operation', kind }, package: packageValue({ name: packageName }) },
    evidence: [evidence('operation', textValue(state), createdAt)],
    answer: openAnswer(kind),
    action: current ? { kind: 'check', operationId: id } : null,
  }))

export function notSeenLately(situation: Situation): Finding[] {
  const { usable, visits, now } = situation
  const seen = lastSeen(situation)
  if (seen === null || usable.length === 0 || now - seen.time <= recentMs) return []
  // A report of a country is newer than what the service says about the network.
  if (visits.some(({ at }) => now - (parseInstant(at) ?? 0) <= recentMs)) return []
  const day = dayValue(seen.esim.lastSeen)
  return [
    {
      severity: 'info',
      values: { ...(day !== null && { day }) },
      evidence: [stateEvidence(seen.esim), seenEvidence(seen.esim)],
      doubts: otherEsimDoubts(situation),
    },
  ]
}

/** The customer named a country, and nothing says whether the packages work there. */
export function coverageUnknown(situation: Situation): Finding[] {
  const { country } = situation
  const place = whereabouts(situation)
  const items = decidingItems(situation)
  const [first] = items
  if (country === null || place === null || first === undefined) return []
  const answers = items.map(({ coverage }) => covers(coverage, country))
  if (answers.includes('yes') || !answers.includes('unknown')) return []
  return [
    {
      severity: 'info',
      values: { ...place.values, package: packageValue(first), country: countryValue(country) },
      evidence: [...place.evidence, evidence('coverage', null)],
      doubts: [...place.doubts, ...packagesOmitted(situation.view)],
    },
  ]
}

/**
 * A saved copy may be outdated, and an eSIM or a package that is not in order, or is not listed, may be the one that
 * the customer means.
 */
const isSure = ({ view, esims, unreadable }: Situation): boolean =>
  view.source === 'service' &&
  view.unreadable.length === 0 &&
  view.omittedItems === 0 &&
  view.omittedEsims === 0 &&
  unreadable.length === 0 &&
  esims.every(({ state }) => state !== 'error' && state !== 'unknown')

/** An eSIM that was on a network lately, and a package with data. */
export function fine(situation: Situation): Finding[] {
  const { usable, now } = situation
  const seen = lastSeen(situation)
  const [first] = usable
  if (seen === null || first === undefined || now - seen.time > recentMs) return []
  const place = whereabouts(situation)
  const isReported = situation.country === null && place !== null
  const there =
    place !== null && isCertain(situation, place)
      ? usable.filter(({ coverage }) => covers(coverage, place.country) === 'yes')
      : []
  const isDisputed = situation.country !== null && (place?.doubts ?? []).length > 0
  const isThere = place !== null && there.length > 0
  // Only data that can be used where the customer is may be told as what is left.
  const told = isThere ? there : usable
  const named = told[0] ?? first
  const left = toldTotal(told.map(leftOf)) ?? leftOf(named)
  return [
    {
      severity: isSure(situation) && !isDisputed ? 'ok' : 'info',
      values: {
        ...place?.values,
        left: sizeValue(left),
        package: packageValue(named),
        ...(place !== null && { country: countryValue(place.country) }),
      },
      evidence: [
        stateEvidence(seen.esim),
        seenEvidence(seen.esim),
        ...(told.length === 1 ? packageEvidence(named) : [evidence('remaining', sizeValue(left))]),
        ...(place?.evidence ?? []),
      ],
      doubts: [...(place?.doubts ?? []), ...(isThere ? coverageDoubts(there) : []), ...omissionDoubts(situation.view)],
      // What was reported is confirmed, and what is not known is asked for.
      ...(isReported && { next: 'fineConfirm', answer: 'fineConfirm' }),
      ...(isThere && { next: 'fineThere' }),
      // The customer is told that a package works there only if the service itself says so.
      ...(there.some(({ coverage }) => coverage.certainty === 'known') && { answer: 'fineThere' }),
    },
  ]
}

export const unclear = ({ esims }: Situation): Finding[] => [
  {
    severity: 'info',
    values: {},
    evidence: esims.slice(0, 1).flatMap((esim) => [stateEvidence(esim), seenEvidence(esim)]),
    action: { kind: 'ticket', question: 'general', esimUid: null, itemUid: null },
  },
]
