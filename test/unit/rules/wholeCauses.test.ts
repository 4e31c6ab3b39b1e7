/** Each cause as a whole: how pressing it is, its sentences, on what it rests, what speaks against it, what to do. */
import { expect, test } from 'vitest'
import { type Cause, causeIds, type CauseValue } from '../../../renderer/rules/cause.ts'
import { verdictOf } from '../../../renderer/rules/verdict.ts'
import { causeCases } from './causeCases.ts'

function valueText(value: CauseValue | null): string {
  if (value === null) return '–'
  const { type, ...parts } = value
  return type === 'size' ? `${value.size.value} ${value.size.unit}` : Object.values(parts).map(String).join(' ')
}

const list = (name: string, parts: readonly string[]): readonly string[] =>
  parts.length === 0 ? [] : [`${name} ${parts.join(', ')}`]

function linesOf(cause: Cause): readonly string[] {
  const { severity, values, evidence, doubts, headline, next, answer, section, action } = cause
  return [
    `${severity}: ${headline}, ${next}, ${answer} (${section})`,
    ...list(
      'says',
      Object.entries(values).map(([name, value]) => `${name} ${valueText(value)}`),
    ),
    ...list(
      'rests on',
      evidence.map(({ field, value, at: time }) => `${field} ${valueText(value)}${time === null ? '' : ` at ${time}`}`),
    ),
    ...list('doubts', doubts),
    ...list('does', action === null ? [] : [Object.values(action).map(String).join(' ')]),
  ]
}

test('each cause is found in its case, and says all of this', () => {
  const wholes = causeIds.map((id) => {
    const cause = verdictOf(causeCases[id]).find((each) => each.id === id)
    return [id, ...(cause === undefined ? ['is not found'] : linesOf(cause))].join('\n  ')
  })
  expect(`\n${wholes.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    unconfirmed
      warn: unconfirmed, unconfirmed, refundOpen (4.9–4.13)
      says operation refund, package Europe 3 GB
      rests on operation UNKNOWN at 2026-06-15T11:45:36.000Z
      does check 01JD000000000000000000000A
    noEsim
      danger: noEsim, noEsim, weAsk (2.6)
      rests on esims 0
      does ticket missingEsim null null
    esimsReplaced
      danger: esimsReplaced, esimsReplaced, weAsk (2.8)
      says count 1
      rests on esimActive 0
      does ticket missingEsim null null
    esimError
      danger: esimError, esimErrorReplace, esimError (3.1)
      says iccid 8948010000000000017, state ERROR, max 5, unused Europe 3 GB
      rests on esimState ERROR, lastSeen 2026-06-15T12:00:00.000Z
      does refundAndReplace item-1 newEsim null package-1
    wrongCountry
      danger: wrongCountryProbably, wrongCountryReplace, wrongCountryNewEsim (2.5)
      says package Portugal 3 GB, country JP, fitting Japan 3 GB, unused Portugal 3 GB
      rests on typedCountry JP, coverage PT
      doubts coverageFromName
      does refundAndReplace item-1 newRecord JP package-jp
    packageUnknown
      warn: packageUnknown, packageUnknown, weAsk (3.2)
      says package Europe 3 GB
      rests on packageState NOW, remaining 3 GB, ends 2026-07-14T12:00:00.000Z
      does ticket packageState null item-strange
    nothingSold
      danger: nothingSold, nothingSold, nothingSold (2.6)
      rests on packages 0
      does topUp
    refunded
      info: refunded, refunded, refunded (3.3)
      says package Europe 3 GB
      rests on packageState Refunded
      does topUp
    usedUp
      danger: usedUp, usedUp, usedUp (2.7)
      says package Europe 3 GB, left 0 GB, day 2026-07-14T12:00:00.000Z
      rests on remaining 0 GB, ends 2026-07-14T12:00:00.000Z
      does topUp
    expired
      danger: expired, expired, expired (2.7)
      says package Europe 3 GB, left 0 GB, day 2026-06-05T12:00:00.000Z
      rests on remaining 0 GB, ended 2026-06-05T12:00:00.000Z
      does topUp
    expiredWithData
      danger: expiredWithData, expiredWithData, expired (2.7)
      says package Europe 3 GB, left 70 MB, day 2026-06-05T12:00:00.000Z
      rests on remaining 70 MB, ended 2026-06-05T12:00:00.000Z
      does topUp
    disabled
      danger: disabled, disabled, disabled (3.1)
      says iccid 8948010000000000017, state DISABLED, max 5
      rests on esimState DISABLED, lastSeen 2026-06-14T12:00:00.000Z
    deviceNotListed
      warn: deviceNotListed, deviceNotListed, deviceNotListed (2.4)
      says device Fairphone 9
      rests on device Fairphone 9
      doubts deviceListIncomplete
    removed
      danger: removed, removed, removed (3.1)
      says iccid 8948010000000000025, state RELEASED, max 5
      rests on esimState RELEASED, lastSeen 2026-06-12T12:00:00.000Z
      does sendQr esim-8948010000000000025
    notInstalled
      danger: notInstalled, notInstalled, notInstalled (3.1)
      says iccid 8948010000000000025, state RELEASED, max 5
      rests on esimState RELEASED, lastSeen –
      does sendQr esim-8948010000000000025
    soldJustNow
      info: soldJustNow, soldJustNow, notInstalled (3.1)
      says iccid 8948010000000000025, state RELEASED, max 5
      rests on esimState RELEASED, lastSeen –, sold 2026-06-15T11:31:12.000Z
      does sendQr esim-8948010000000000025
    esimUnknown
      warn: esimUnknown, esimUnknown, weAsk (3.1)
      says iccid 8948010000000000017, state HIBERNATING, max 5
      rests on esimState HIBERNATING, lastSeen 2026-06-15T12:00:00.000Z
      does ticket esimState esim-8948010000000000017 null
    esimStateMissing
      warn: esimStateMissing, esimStateMissing, weAsk (3.1)
      says iccid 8948010000000000017, state , max 5
      rests on esimState –, lastSeen 2026-06-15T12:00:00.000Z
      does ticket esimState esim-8948010000000000017 null
    waitingActivation
      warn: waitingActivation, waitingActivation, waitingActivation (3.2)
      says package Europe 3 GB, left 3 GB
      rests on remaining 3 GB, startsBy 2026-09-11T12:00:00.000Z
      does activate item-1
    waitingUseSeen
      warn: waitingUseSeen, waitingUseSeen, elsewhere (3.2)
      says package Europe 3 GB
      rests on lastSeen 2026-06-14T12:00:00.000Z, sold 2026-06-13T12:00:00.000Z, coverage EUROPE, startsBy 2026-09-11T12:00:00.000Z
      doubts coverageFromName
    neverSeen
      warn: neverSeen, neverSeen, neverSeen (2.8)
      says iccid 8948010000000000017, state INSTALLED, max 5
      rests on esimState INSTALLED, lastSeen –
    waitingUseUnseen
      info: waitingUseUnseen, waitingUseUnseen, startsByItself (3.2)
      says package Europe 3 GB
      rests on lastSeen 2026-06-12T12:00:00.000Z, sold 2026-06-13T12:00:00.000Z, coverage EUROPE, startsBy 2026-09-11T12:00:00.000Z
    waitingUse
      info: waitingUse, waitingUse, startsByItself (3.2)
      says package Europe 3 GB
      rests on lastSeen –, sold 2026-06-13T12:00:00.000Z, coverage EUROPE, startsBy 2026-09-11T12:00:00.000Z
    coverageUnknown
      info: coverageUnknown, coverageUnknown, whichCountry (2.5)
      says package null, country FR
      rests on typedCountry FR, coverage –
    lowData
      warn: lowData, lowData, lowData (8)
      says left 85 MB, package Europe 3 GB
      rests on remaining 85 MB, ends 2026-07-14T12:00:00.000Z
      does topUp
    throttledDaily
      info: throttledDaily, throttledDaily, throttledDaily (2.2)
      says package Europe 3 GB, volume 1 GB, speed 512 KB/s, interval 24h, time 00:00
      rests on policy 1 GB
      doubts policyFromName
    throttled
      info: throttled, throttled, throttled (2.2)
      says package Europe 3 GB, volume 1 GB, speed 512 KB/s, interval 72h, time 00:00
      rests on policy 1 GB
      doubts policyFromName
    notSeenLately
      info: notSeenLately, notSeenLately, notSeenLately (2.8)
      says day 2026-06-11T12:00:00.000Z
      rests on esimState INSTALLED, lastSeen 2026-06-11T12:00:00.000Z
    noDataUsed
      warn: noDataUsed, noDataUsed, noDataUsed (2.8)
      says ago 2026-06-15T12:00:00.000Z 1781524800000
      rests on esimState INSTALLED, lastSeen 2026-06-15T12:00:00.000Z, remaining 3 GB, ends 2026-07-14T12:00:00.000Z
    fine
      info: noFault, fine, fine (2.7)
      says left 1.5 GB, package Europe 3 GB, ago 2026-06-15T12:00:00.000Z 1781524800000
      rests on esimState INSTALLED, lastSeen 2026-06-15T12:00:00.000Z, remaining 1.5 GB, ends 2026-07-14T12:00:00.000Z
    unclear
      info: unclear, unclear, weAsk (3.1)
      rests on esimState INSTALLED, lastSeen –
      does ticket general null null
    endsSoon
      info: endsSoon, endsSoon, endsSoon (2.7)
      says package Europe 3 GB, left 1.5 GB, time 17:00, day 2026-06-15T17:00:00.000Z
      rests on remaining 1.5 GB, ends 2026-06-15 17:00 UTC
      does topUp
    otherEsimError
      warn: otherEsimError, otherEsimError, esimError (3.1)
      says iccid 8948010000000000025, state ERROR, max 5
      rests on esimState ERROR, lastSeen –
      does ticket replaceEsim esim-8948010000000000025 null
    otherEsimNotInstalled
      info: otherEsimNotInstalled, otherEsimNotInstalled, notInstalled (3.1)
      says iccid 8948010000000000025, state RELEASED, max 5
      rests on esimState RELEASED, lastSeen –
      does sendQr esim-8948010000000000025
    otherPackageUnknown
      warn: otherPackageUnknown, otherPackageUnknown, weAsk (3.2)
      says package Europe 3 GB
      rests on packageState NOW, remaining 3 GB, ends 2026-07-14T12:00:00.000Z
      does ticket packageState null item-strange
    otherWaitingActivation
      info: otherWaitingActivation, otherWaitingActivation, waitingActivation (3.2)
      says package Europe 3 GB, left 3 GB
      rests on remaining 3 GB, startsBy 2026-09-11T12:00:00.000Z
      does activate item-2
    "
  `)
})
