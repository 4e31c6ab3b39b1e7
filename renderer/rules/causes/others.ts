/** Causes for what is not known yet, and those where nothing wrong is found. */
import { parseInstant } from '#shared/model/instant.ts'
import { maybeSeen } from '#shared/model/esim/esimState.ts'
import { isRounded, isUnused, leftOf, displayTotal } from '#shared/model/package/size.ts'
import type { EsimView } from '#shared/model/customer/views.ts'
import type { Finding } from '../cause.ts'
import { openAnswer } from '../outcomeAnswer.ts'
import { coverageDoubts, decidingItems } from '../coverage.ts'
import { covers } from '#shared/model/package/coverage.ts'
import { omissionDoubts, otherEsimDoubts, packagesOmitted } from '../doubts.ts'
import { recentMs, type Situation } from '../facts.ts'
import { lastSeen, seenAt } from '../seen.ts'
import { certainPlace, isCertain, whereabouts } from './places.ts'
import {
  agoValue,
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
  // A report of a country is newer than the network in the service's answer.
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

/** The customer named a country, and it is not known whether the packages work there. */
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

/** Milliseconds. An older report of a network says nothing about the present. */
const presentMs = 10 * 60_000

/** The countries in which the service shows an eSIM in use on a network now. */
const networksNow = ({ connectivity, installed, now }: Situation): ReadonlySet<string> =>
  new Set(
    connectivity
      .filter(({ iccid, connected, asOf }) => {
        const isNow = connected === true && now - (parseInstant(asOf) ?? -Infinity) <= presentMs
        return isNow && installed.some((esim) => esim.iccid === iccid)
      })
      .map(({ country }) => country),
  )

/** Another eSIM in use, which was never on a network: the customer may hold the phone in which it is. */
const otherNeverSeen = (situation: Situation): EsimView | undefined =>
  situation.installed.length < 2
    ? undefined
    : situation.installed.find((esim) => seenAt(situation, esim) === null && !maybeSeen(esim))

/** An eSIM that was on a network lately, and a package with data. */
function seenWithData(situation: Situation) {
  const seen = lastSeen(situation)
  const [first] = situation.usable
  return seen === null || first === undefined || situation.now - seen.time > recentMs ? null : { seen, first }
}

/** Milliseconds. Until then it is normal that nothing was used. */
const settlesMs = 60 * 60_000

/** No use is shown, although an eSIM was on a network a while after a package had started. */
export function noDataUsed(situation: Situation): Finding[] {
  const { usable, empty, expired, now } = situation
  const found = seenWithData(situation)
  if (found === null || !isSure(situation) || empty.length + expired.length > 0) return []
  const isAllLeft = usable.every(({ available, size }) => isUnused(available, size) && !isRounded(available, size))
  const starts = usable.map(({ activatedAt }) => parseInstant(activatedAt) ?? Infinity)
  const { seen, first } = found
  if (!isAllLeft || seen.time - Math.min(...starts) < settlesMs) return []
  const place = certainPlace(situation)
  const isThere = place !== null && usable.some(({ coverage }) => covers(coverage, place.country) === 'yes')
  return [
    {
      severity: 'warn',
      values: {
        ...place?.values,
        ago: agoValue(seen.esim.lastSeen ?? '', now),
        ...(place !== null && { country: countryValue(place.country) }),
      },
      evidence: [
        stateEvidence(seen.esim),
        seenEvidence(seen.esim),
        ...packageEvidence(first),
        ...(place?.evidence ?? []),
      ],
      doubts: [...(place?.doubts ?? []), ...(isThere ? coverageDoubts(usable) : []), ...otherEsimDoubts(situation)],
      ...(isThere && { next: 'waitingUseThere', answer: 'noDataUsedThere' }),
    },
  ]
}

/**
 * Nothing in the data explains it. That it works is only reported where the service shows an eSIM on a network now, in
 * a country that a package covers; otherwise the agent sees what is known, and asks.
 */
export function fine(situation: Situation): Finding[] {
  const { usable, now } = situation
  const found = seenWithData(situation)
  if (found === null) return []
  const { seen, first } = found
  const place = whereabouts(situation)
  const isReported = situation.country === null && place !== null
  const there =
    place !== null && isCertain(situation, place)
      ? usable.filter(({ coverage }) => covers(coverage, place.country) === 'yes')
      : []
  const isThere = place !== null && there.length > 0
  const isKnown = there.some(({ coverage }) => coverage.certainty === 'known')
  const unseen = otherNeverSeen(situation)
  const isProven =
    isThere && place.doubts.length === 0 && networksNow(situation).has(place.country) && unseen === undefined
  // Only data that can be used where the customer is counts as what is left.
  const counted = isThere ? there : usable
  const named = (isKnown ? there.find(({ coverage }) => coverage.certainty === 'known') : counted[0]) ?? first
  const left = displayTotal(counted.map(leftOf)) ?? leftOf(named)
  const isOk = isProven && isSure(situation)
  const noFault = unseen !== undefined ? 'noFaultWhichPhone' : place === null ? 'noFault' : 'noFaultSeen'
  // What was reported is confirmed, and what is not known is asked for.
  const advice: Pick<Finding, 'next' | 'answer'> = {
    ...(isReported && { next: 'fineConfirm', answer: 'fineConfirm' }),
    ...(isThere && { next: 'fineThere' }),
    // A customer who is on a network now is not asked for its country.
    ...(isOk && { answer: 'fineOnNetwork' }),
    // The reply claims that a package works there only if the service itself reports that.
    ...(isKnown && { answer: 'fineThere' }),
  }
  return [
    {
      severity: isOk ? 'ok' : 'info',
      headline: isOk ? (isKnown ? 'fine' : 'fineProbably') : noFault,
      values: {
        ...place?.values,
        left: sizeValue(left),
        package: packageValue(named),
        ago: agoValue(seen.esim.lastSeen ?? '', now),
        ...(unseen !== undefined && { iccid: textValue(unseen.iccid) }),
        ...(place !== null && { country: countryValue(place.country) }),
      },
      evidence: [
        stateEvidence(seen.esim),
        seenEvidence(seen.esim),
        ...(counted.length === 1 ? packageEvidence(named) : [evidence('remaining', sizeValue(left))]),
        ...(place?.evidence ?? []),
      ],
      doubts: [...(place?.doubts ?? []), ...(isThere ? coverageDoubts(there) : []), ...omissionDoubts(situation.view)],
      ...(unseen === undefined ? advice : { next: 'fineWhichPhone', answer: 'whichPhone' }),
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
