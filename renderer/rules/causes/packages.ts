/** Causes that the packages show (interface 2.7, 3.2, 3.4). */
import {
  hasVolume,
  isEmpty,
  isKnown,
  isRunningLow,
  leftOf,
  lowDataThreshold,
  readableSize,
  toMegabytes,
  displayTotal,
} from '#shared/model/package/size.ts'
import { customerEsims, maxInstallations, wasRemoved } from '#shared/model/esim/esimState.ts'
import { parseInstant } from '#shared/model/instant.ts'
import type { ItemView } from '#shared/model/customer/views.ts'
import type { AnswerId, CauseAction, CauseValue, Doubt, Evidence, Finding } from '../cause.ts'
import { coverageDoubts, isOutside, packageFor, usableRecordFor } from '../coverage.ts'
import { packagesOmitted } from '../doubts.ts'
import type { Situation } from '../facts.ts'
import { certainPlace, coverageEvidence, fittingFirst, isCertain, whereabouts } from './places.ts'
import {
  countryValue,
  countValue,
  dayValue,
  evidence,
  packageEvidence,
  packageValue,
  seenEvidence,
  sizeValue,
  stateEvidence,
  textValue,
  timeValue,
  utcValue,
} from '../values.ts'

const topUp: CauseAction = { kind: 'topUp' }

/** Whether the customer certainly has no package that waits: one that can't be read may. */
const nothingWaits = ({ waitingUse, waitingActivation, unreadable, hiddenPackages }: Situation): boolean =>
  [waitingUse, waitingActivation, unreadable, hiddenPackages].every((items) => items.length === 0)

/** Whether the customer certainly has no package that is active or waits. */
const nothingLeft = (situation: Situation): boolean => situation.usable.length === 0 && nothingWaits(situation)

/** What contradicts that nothing is left. */
function doubtsOf({ view }: Situation): readonly Doubt[] {
  const hasRemaining = view.totalRemaining !== null && !isEmpty(view.totalRemaining)
  return [...packagesOmitted(view), ...(hasRemaining ? (['totalDiffers'] as const) : [])]
}

/** The sentences for the customer where another package doesn't work at once. */
interface LaterAnswers {
  /** The eSIM has to be installed first. */
  readonly notInstalled: AnswerId
  /** It may have to be installed or switched on first. */
  readonly notOn: AnswerId
}

/** Another package works at once only on an eSIM that is installed, and on none that has failed or was replaced. */
function sellingOn(situation: Situation, answers: LaterAnswers): Partial<Finding> {
  const { view, esims, installed, hasHiddenEsims } = situation
  if (installed.length > 0) return {}
  const kind = customerEsims(view.esims, view.unreadable, view.omittedEsims)
  const hasNone = esims.length === 0 && !hasHiddenEsims
  if (hasNone || kind === 'failed')
    return { next: 'topUpNoEsim', answer: hasNone ? 'weAsk' : 'esimError', action: null }
  if (kind !== 'notInstalled') return { next: 'topUpNotOn', answer: answers.notOn }
  const released = esims.filter(({ state }) => state === 'released')
  const [esim] = released
  // One that was installed before may not be installed again: a package is sold once it is.
  return esim !== undefined && released.every(wasRemoved)
    ? { next: 'topUpRemoved', answer: answers.notInstalled, action: { kind: 'sendQr', esimUid: esim.uid } }
    : { next: 'topUpNotInstalled', answer: answers.notInstalled }
}

/** What the sentences about selling name besides. */
const sellingValues = ({ next }: Partial<Finding>): Readonly<Record<string, CauseValue>> =>
  next === 'topUpRemoved' ? { max: countValue(maxInstallations) } : {}

/** The eSIMs, if it depends on them what is sold. */
const sellingEvidence = ({ esims }: Situation, { next }: Partial<Finding>): readonly Evidence[] =>
  next === undefined || next === 'otherRecord' ? [] : esims.flatMap((esim) => [stateEvidence(esim), seenEvidence(esim)])

/** Before anything is sold to a person with a package at another record, the agent checks that record. */
function otherRecordFirst({ view, inventory, country }: Situation): Pick<Finding, 'next' | 'answer' | 'action'> | null {
  const found = usableRecordFor(view.samePerson, inventory ?? [], country)
  if (found === null) return null
  const { record, countrySet } = found
  return { next: 'otherRecord', answer: 'otherRecord', action: { kind: 'openCustomer', uid: record.uid, countrySet } }
}

function finished(situation: Situation, item: ItemView | undefined, answers: LaterAnswers): Finding[] {
  if (item === undefined || !nothingLeft(situation)) return []
  const day = dayValue(item.expiresAt)
  const selling = otherRecordFirst(situation) ?? sellingOn(situation, answers)
  return [
    {
      severity: 'danger',
      values: {
        package: packageValue(item),
        left: sizeValue(leftOf(item)),
        ...sellingValues(selling),
        ...(day !== null && { day }),
      },
      evidence: [
        evidence('remaining', sizeValue(leftOf(item))),
        evidence(item.phase === 'empty' ? 'ends' : 'ended', day),
        ...sellingEvidence(situation, selling),
      ],
      doubts: doubtsOf(situation),
      action: topUp,
      ...selling,
    },
  ]
}

export const nothingSold = (situation: Situation): Finding[] =>
  situation.view.items.length + situation.hiddenPackages.length > 0
    ? []
    : [
        {
          severity: 'danger',
          values: {},
          evidence: [evidence('packages', countValue(0))],
          doubts: doubtsOf(situation),
          action: topUp,
          ...otherRecordFirst(situation),
        },
      ]

/** Of several packages the one that is still valid explains the customer's situation. */
export const usedUp = (situation: Situation): Finding[] =>
  finished(situation, situation.empty[0], { notInstalled: 'usedUpNotInstalled', notOn: 'usedUpNotOn' })

const expiredAnswers: LaterAnswers = { notInstalled: 'expiredNotInstalled', notOn: 'expired' }

const lastEnded = ({ empty, expired }: Situation): ItemView | undefined => (empty.length > 0 ? undefined : expired[0])

export function expired(situation: Situation): Finding[] {
  const item = lastEnded(situation)
  return item !== undefined && !hasVolume(item.available) ? finished(situation, item, expiredAnswers) : []
}

export function expiredWithData(situation: Situation): Finding[] {
  const item = lastEnded(situation)
  return item === undefined || !hasVolume(item.available) ? [] : finished(situation, item, expiredAnswers)
}

/**
 * What has to be known of the eSIM before another package is sold. A refunded package needs no eSIM: the
 * customer is not asked to install one, and where there is none that works, a package is sold with a new one.
 */
function sellingAfterRefund(situation: Situation): Partial<Finding> {
  const selling = sellingOn(situation, { notInstalled: 'refunded', notOn: 'refunded' })
  const isWithNew = selling.next === 'topUpNoEsim'
  return { ...selling, ...(isWithNew && { next: 'topUpNewEsim' }), answer: 'refunded', action: topUp }
}

/** Where the customer certainly is, what was refunded did not work: its replacement needs a new record there. */
function sellingElsewhere(situation: Situation, item: ItemView): Partial<Finding> | null {
  const place = certainPlace(situation)
  const row = place === null ? null : packageFor(situation.inventory ?? [], place.country, item)
  if (place === null || row === null || place.doubts.length > 0) return null
  if (!isOutside(item.coverage, place.country)) return null
  return {
    next: 'refundedElsewhere',
    answer: 'refunded',
    doubts: coverageDoubts([item]),
    action: { kind: 'sell', country: place.country, inventoryItemId: row.id },
    values: { fitting: textValue(row.name), country: countryValue(place.country), ...place.values },
  }
}

export function refunded(situation: Situation): Finding[] {
  const [item] = situation.refunded
  if (item === undefined || situation.empty.length + situation.expired.length > 0 || !nothingLeft(situation)) return []
  const selling: Partial<Finding> =
    otherRecordFirst(situation) ?? sellingElsewhere(situation, item) ?? sellingAfterRefund(situation)
  return [
    {
      // Usually the customer asked for the refund, and nothing has to be done.
      severity: 'info',
      evidence: [evidence('packageState', textValue('Refunded')), ...sellingEvidence(situation, selling)],
      action: topUp,
      ...selling,
      doubts: [...(selling.doubts ?? []), ...doubtsOf(situation)],
      values: { ...selling.values, package: packageValue(item), ...sellingValues(selling) },
    },
  ]
}

const unreadableFinding = (item: ItemView): Finding => ({
  key: item.uid,
  severity: 'warn',
  values: { package: packageValue(item) },
  evidence: [evidence('packageState', textValue(item.mode ?? '')), ...packageEvidence(item)],
  action: { kind: 'ticket', question: 'packageState', esimUid: null, itemUid: item.uid },
})

const unreadableFindings = ({ unreadable, hiddenPackages }: Situation): Finding[] => [
  ...unreadable.map(unreadableFinding),
  ...hiddenPackages.map(({ uid, name }, index): Finding => ({
    key: `hidden ${uid ?? String(index)} ${String(index)}`,
    severity: 'warn',
    values: { package: packageValue({ name }) },
    evidence: [evidence('packageState', null)],
    action: { kind: 'ticket', question: 'packageState', esimUid: null, itemUid: null },
  })),
]

/** While nothing is certainly active, a package that can't be read may be. */
export const packageUnknown = (situation: Situation): Finding[] =>
  situation.usable.length > 0 ? [] : unreadableFindings(situation)

export const otherPackageUnknown = (situation: Situation): Finding[] =>
  situation.usable.length > 0 ? unreadableFindings(situation) : []

/**
 * Where a package does not work it is not started, if the customer named that country or the network reports it now. A
 * country that was reported before is confirmed first.
 */
function waitingFinding(situation: Situation, severity: Finding['severity']): Finding[] {
  const { waitingActivation: items } = situation
  const place = whereabouts(situation)
  const [first] = fittingFirst(items, place)
  if (first === undefined) return []
  const total = displayTotal(items.map(leftOf)) ?? leftOf(first)
  // Where the waiting amount is unknown, the package itself is named.
  const left = isKnown(total) ? sizeValue(total) : packageValue(first)
  const found = { severity, values: { package: packageValue(first), left } }
  const action: CauseAction | null = first.activate.possible ? { kind: 'activate', itemUid: first.uid } : null
  if (place === null || !isOutside(first.coverage, place.country))
    return [{ ...found, evidence: packageEvidence(first), action }]
  return [
    {
      ...found,
      values: { ...found.values, ...place.values, country: countryValue(place.country) },
      evidence: [...place.evidence, coverageEvidence(first), ...packageEvidence(first)],
      doubts: [...place.doubts, ...coverageDoubts([first])],
      ...(isCertain(situation, place)
        ? { next: 'waitingElsewhere', answer: 'waitingElsewhere' }
        : { next: 'waitingConfirm', answer: 'waitingConfirm', action }),
    },
  ]
}

const nothingStarts = ({ usable, waitingUse, unreadable, hiddenPackages }: Situation): boolean =>
  usable.length + waitingUse.length + unreadable.length + hiddenPackages.length === 0

export const waitingActivation = (situation: Situation): Finding[] =>
  nothingStarts(situation)
    ? waitingFinding(situation, 'warn').map((found) => ({
        ...found,
        doubts: [...(found.doubts ?? []), ...packagesOmitted(situation.view)],
      }))
    : []

export const otherWaitingActivation = (situation: Situation): Finding[] =>
  nothingStarts(situation) ? [] : waitingFinding(situation, 'info')

/** Nothing is low while another package starts by itself afterwards. */
export function lowData(situation: Situation): Finding[] {
  const { usable, waitingUse, waitingActivation: stacked } = situation
  const [first] = usable
  if (first === undefined || waitingUse.length > 0) return []
  if (usable.some(({ available, size }) => !isRunningLow(available, size))) return []
  const amounts = usable.map(({ available }) => toMegabytes(available))
  const left = amounts.reduce<number | null>((sum, mb) => (sum === null || mb === null ? null : sum + mb), 0)
  if (left === null || left > lowDataThreshold.value) return []
  const place = whereabouts(situation)
  const next = fittingFirst(stacked, place).find(({ activate, coverage }) => {
    const isElsewhere = place !== null && isCertain(situation, place) && isOutside(coverage, place.country)
    return activate.possible && !isElsewhere
  })
  return [
    {
      severity: 'warn',
      values: { left: sizeValue(readableSize(left)), package: packageValue(first) },
      evidence: packageEvidence(first),
      doubts: packagesOmitted(situation.view),
      action: next === undefined ? topUp : { kind: 'activate', itemUid: next.uid },
    },
  ]
}

/** What ends within this time is reported, also while everything works. Milliseconds. */
const soonMs = 24 * 60 * 60 * 1000

/** Whether a package may follow that is not seen yet: of an order without an outcome, or at another record. */
const mayFollow = (situation: Situation, country: string | null): boolean =>
  !nothingWaits(situation) ||
  situation.unconfirmed.some(({ kind }) => kind !== 'refund') ||
  usableRecordFor(situation.view.samePerson, situation.inventory ?? [], country) !== null

/**
 * Nothing ends for the customer while a package without an end is in use, or while another one may follow. Packages
 * that don't work where the customer is don't count, unless none does.
 */
export function endsSoon(situation: Situation): Finding[] {
  const { usable } = situation
  const place = certainPlace(situation)
  const there = usable.filter(({ coverage }) => !isOutside(coverage, place?.country ?? null))
  const isNarrowed = there.length > 0 && there.length < usable.length
  const items = isNarrowed ? there : usable
  const deciding = isNarrowed ? place : null
  const ends = items.map(({ expiresAt }) => parseInstant(expiresAt) ?? Infinity)
  const end = Math.max(...ends)
  const last = items[ends.indexOf(end)]
  if (last === undefined || end - situation.now > soonMs || mayFollow(situation, place?.country ?? null)) return []
  const left = sizeValue(leftOf(last))
  const day = dayValue(last.expiresAt)
  const selling = sellingOn(situation, { notInstalled: 'endsSoon', notOn: 'endsSoon' })
  return [
    {
      severity: 'info',
      values: {
        ...deciding?.values,
        package: packageValue(last),
        left,
        time: timeValue(end),
        ...sellingValues(selling),
        ...(day !== null && { day }),
      },
      evidence: [
        evidence('remaining', left),
        evidence('ends', utcValue(end)),
        ...(deciding?.evidence ?? []),
        ...sellingEvidence(situation, selling),
      ],
      doubts: [
        ...(deciding === null ? [] : [...deciding.doubts, ...coverageDoubts(usable)]),
        ...packagesOmitted(situation.view),
      ],
      action: topUp,
      ...selling,
    },
  ]
}
