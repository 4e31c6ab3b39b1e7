/**
 * Why a customer is not online: facts in, ranked causes out. The rules are one table, and each of them is a pure
 * function of the facts. A verdict is never more certain than its data: what can't be read leads to a cause that shows
 * so, and what was inferred carries a doubt.
 */
import { causeIds, type AnswerId, type Cause, type CauseId, type Finding } from './cause.ts'
import * as esims from './causes/esims.ts'
import * as others from './causes/others.ts'
import * as packages from './causes/packages.ts'
import * as places from './causes/places.ts'
import * as speeds from './causes/speeds.ts'
import { situationOf, type Situation, type VerdictFacts } from './facts.ts'

interface Rule {
  readonly find: (situation: Situation) => readonly Finding[]
  readonly answer: AnswerId
  readonly section: string
}

const rule = (find: Rule['find'], answer: AnswerId, section: string): Rule => ({ find, answer, section })

const esimRule: typeof rule = (find, ...texts) => rule(esims.unlessRefunded(find), ...texts)

const rules: Readonly<Record<CauseId, Rule>> = {
  unconfirmed: rule(others.unconfirmed, 'unconfirmed', '4.9–4.13'),
  noEsim: esimRule(esims.noEsim, 'weAsk', '2.6'),
  esimsReplaced: esimRule(esims.esimsReplaced, 'weAsk', '2.8'),
  esimError: esimRule(esims.esimError, 'esimError', '3.1'),
  wrongCountry: rule(places.wrongCountry, 'wrongCountry', '2.5'),
  packageUnknown: rule(packages.packageUnknown, 'weAsk', '3.2'),
  nothingSold: rule(packages.nothingSold, 'nothingSold', '2.6'),
  refunded: rule(packages.refunded, 'refunded', '3.3'),
  usedUp: rule(packages.usedUp, 'usedUp', '2.7'),
  expired: rule(packages.expired, 'expired', '2.7'),
  expiredWithData: rule(packages.expiredWithData, 'expired', '2.7'),
  disabled: esimRule(esims.disabled, 'disabled', '3.1'),
  deviceNotListed: rule(esims.deviceNotListed, 'deviceNotListed', '2.4'),
  removed: esimRule(esims.removed, 'removed', '3.1'),
  notInstalled: esimRule(esims.notInstalled, 'notInstalled', '3.1'),
  soldJustNow: esimRule(esims.soldJustNow, 'notInstalled', '3.1'),
  esimUnknown: esimRule(esims.esimUnknown, 'weAsk', '3.1'),
  esimStateMissing: esimRule(esims.esimStateMissing, 'weAsk', '3.1'),
  waitingActivation: rule(packages.waitingActivation, 'waitingActivation', '3.2'),
  waitingUseSeen: rule(places.waitingUseSeen, 'elsewhere', '3.2'),
  neverSeen: esimRule(esims.neverSeen, 'neverSeen', '2.8'),
  waitingUseUnseen: rule(places.waitingUseUnseen, 'startsByItself', '3.2'),
  waitingUse: rule(places.waitingUse, 'startsByItself', '3.2'),
  coverageUnknown: rule(others.coverageUnknown, 'whichCountry', '2.5'),
  lowData: rule(packages.lowData, 'lowData', '8'),
  throttledDaily: rule(speeds.throttledDaily, 'throttledDaily', '2.2'),
  throttled: rule(speeds.throttled, 'throttled', '2.2'),
  notSeenLately: rule(others.notSeenLately, 'notSeenLately', '2.8'),
  noDataUsed: rule(others.noDataUsed, 'noDataUsed', '2.8'),
  fine: rule(others.fine, 'fine', '2.7'),
  unclear: rule(others.unclear, 'weAsk', '3.1'),
  endsSoon: rule(packages.endsSoon, 'endsSoon', '2.7'),
  otherEsimError: esimRule(esims.otherEsimError, 'esimError', '3.1'),
  otherEsimNotInstalled: esimRule(esims.otherEsimNotInstalled, 'notInstalled', '3.1'),
  otherPackageUnknown: rule(packages.otherPackageUnknown, 'weAsk', '3.2'),
  otherWaitingActivation: rule(packages.otherWaitingActivation, 'waitingActivation', '3.2'),
}

function causesOf(id: CauseId, situation: Situation): readonly Cause[] {
  const { find, answer, section } = rules[id]
  return find(situation).map((found) => ({
    id,
    key: found.key === undefined ? id : `${id} ${found.key}`,
    severity: found.severity,
    values: found.values,
    evidence: found.evidence,
    doubts: found.doubts ?? [],
    headline: found.headline ?? id,
    next: found.next ?? id,
    answer: found.answer ?? answer,
    section,
    action: found.action ?? null,
  }))
}

/**
 * The causes that explain why nothing works. Those behind `fine` are about other eSIMs and packages, and about an end
 * that is near.
 */
const pressing: ReadonlySet<CauseId> = new Set(causeIds.slice(0, causeIds.indexOf('fine')))

/** Returns the causes, the most pressing first. There is always one, if only that none was found. */
export function verdictOf(facts: VerdictFacts): readonly [Cause, ...Cause[]] {
  const situation = situationOf(facts)
  const all = causeIds.flatMap((id) => causesOf(id, situation))
  const isPressing = all.some(({ id }) => pressing.has(id))
  const isFine = all.some(({ id }) => id === 'fine')
  const [main, ...also] = all.filter(({ id }) => {
    if (id === 'fine') return !isPressing
    return id !== 'unclear' || (!isPressing && !isFine)
  })
  if (main === undefined) throw new Error('There is always a cause')
  return [main, ...also]
}
