/** Causes that the eSIM profiles show (interface 2.8, 3.1). */
import { everyEsimFailed, maxInstallations, maybeSeen } from '#shared/model/esim/esimState.ts'
import { parseInstant } from '#shared/model/instant.ts'
import { isUnused, usage } from '#shared/model/package/size.ts'
import type { EsimView, ItemView } from '#shared/model/customer/views.ts'
import type { Cause, CauseAction, Finding, TicketQuestion } from '../cause.ts'
import { esimCause, type EsimCauseId } from '../esimCause.ts'
import { isOutside, itemsLeft } from '../coverage.ts'
import { otherEsimDoubts } from '../doubts.ts'
import type { Situation } from '../facts.ts'
import { refundable, sameAgain } from '../replacement.ts'
import {
  countValue,
  dayValue,
  evidence,
  packageEvidence,
  packageValue,
  seenEvidence,
  stateEvidence,
  textValue,
} from '../values.ts'
import { whereabouts } from './places.ts'

/**
 * Whether everything that the customer had was refunded. No eSIM keeps such a customer offline, and nobody is asked to
 * do anything about one before another package is sold.
 */
const isAllRefunded = ({ view, refunded, hiddenPackages }: Situation): boolean =>
  refunded.length > 0 && refunded.length === view.items.length && view.omittedItems === 0 && hiddenPackages.length === 0

/** The causes of eSIMs, unless everything was refunded. */
export const unlessRefunded =
  (find: (situation: Situation) => readonly Finding[]) =>
  (situation: Situation): readonly Finding[] =>
    isAllRefunded(situation) ? [] : find(situation)

export const noEsim = ({ view, hasHiddenEsims }: Situation): Finding[] =>
  view.esims.length > 0 || hasHiddenEsims
    ? []
    : [
        {
          severity: 'danger',
          values: {},
          evidence: [evidence('esims', countValue(0))],
          action: { kind: 'ticket', question: 'missingEsim', esimUid: null, itemUid: null },
        },
      ]

export const esimsReplaced = ({ view, esims, hasHiddenEsims }: Situation): Finding[] =>
  view.esims.length === 0 || esims.length > 0 || hasHiddenEsims
    ? []
    : [
        {
          severity: 'danger',
          values: { count: countValue(view.esims.length) },
          evidence: [evidence('esimActive', countValue(0))],
          action: { kind: 'ticket', question: 'missingEsim', esimUid: null, itemUid: null },
        },
      ]

const ticket = (question: TicketQuestion, { uid }: EsimView): CauseAction => ({
  kind: 'ticket',
  question,
  esimUid: uid,
  itemUid: null,
})

const actions: Readonly<Record<EsimCauseId, (esim: EsimView) => CauseAction | null>> = {
  notInstalled: ({ uid }) => ({ kind: 'sendQr', esimUid: uid }),
  removed: ({ uid }) => ({ kind: 'sendQr', esimUid: uid }),
  disabled: () => null,
  esimError: (esim) => ticket('replaceEsim', esim),
  esimUnknown: (esim) => ticket('esimState', esim),
  esimStateMissing: (esim) => ticket('esimState', esim),
  neverSeen: () => null,
}

function finding(esim: EsimView, severity: Cause['severity']): Finding {
  const id = esimCause(esim)
  return {
    key: esim.iccid === '' ? esim.uid : esim.iccid,
    severity,
    values: {
      iccid: textValue(esim.iccid === '' ? esim.uid : esim.iccid),
      state: textValue(esim.raw ?? ''),
      max: countValue(maxInstallations),
    },
    evidence: [stateEvidence(esim), seenEvidence(esim)],
    action: id === null ? null : actions[id](esim),
  }
}

/** The profiles with this cause. None of them matters while another profile is installed. */
function blocking({ esims, installed }: Situation, id: EsimCauseId): readonly EsimView[] {
  return installed.length > 0 ? [] : esims.filter((esim) => esimCause(esim) === id)
}

/** The same as findings. It is less certain while another profile may be installed. */
function blockingFindings(situation: Situation, id: EsimCauseId): Finding[] {
  const doubts = otherEsimDoubts(situation)
  return blocking(situation, id).map((esim) => ({ ...finding(esim, doubts.length > 0 ? 'warn' : 'danger'), doubts }))
}

/**
 * A single unused package is refunded and sold again with a new eSIM. Where others are left, or may be, the operator
 * replaces the eSIM for all of them.
 */
function withReplacement(situation: Situation, found: Finding): Finding {
  const left = itemsLeft(situation)
  const item = left.length > 1 ? null : refundable(situation, left)
  const country = whereabouts(situation)?.country ?? null
  if (item === null || isOutside(item.coverage, country)) return found
  return {
    ...found,
    values: { ...found.values, unused: packageValue(item) },
    next: 'esimErrorReplace',
    action: {
      kind: 'refundAndReplace',
      itemUid: item.uid,
      sells: 'newEsim',
      country,
      inventoryItemId: sameAgain(item, situation.inventory),
    },
  }
}

/** A failed profile matters little while there is another one that can be installed or switched on. */
export const esimError = (situation: Situation): Finding[] =>
  everyEsimFailed(situation.esims)
    ? blockingFindings(situation, 'esimError').map((found) => withReplacement(situation, found))
    : []

export const disabled = (situation: Situation): Finding[] => blockingFindings(situation, 'disabled')

export const removed = (situation: Situation): Finding[] => blockingFindings(situation, 'removed')

/** Within this time after a sale the eSIM is not expected to be installed. Milliseconds. */
const justNowMs = 60 * 60 * 1000

/** What was refunded is nothing that the customer has. */
const itemsHeld = ({ view }: Situation): readonly ItemView[] => view.items.filter(({ phase }) => phase !== 'refunded')

/** Whether everything that the customer has was sold a moment ago, so that it can't be installed for long. */
function isNew(situation: Situation): boolean {
  const { view, now, hiddenPackages } = situation
  const items = itemsHeld(situation)
  return (
    items.length > 0 &&
    view.omittedItems === 0 &&
    hiddenPackages.length === 0 &&
    items.every(({ salesDate }) => Math.abs(now - (parseInstant(salesDate) ?? -Infinity)) < justNowMs)
  )
}

/** A customer who was sent the QR code lately looks for that mail first. */
function lookForMail({ mails }: Situation, found: Finding): Finding {
  const mail = mails.find(({ iccid }) => iccid === found.key)
  if (mail === undefined || found.action?.kind !== 'sendQr') return found
  return {
    ...found,
    next: 'notInstalledMailed',
    answer: 'notInstalledMailed',
    evidence: [...found.evidence, evidence('mailed', dayValue(mail.at))],
    action: { ...found.action, again: true },
  }
}

const released = (situation: Situation): Finding[] =>
  blockingFindings(situation, 'notInstalled').map((found) => lookForMail(situation, found))

const started = ({ usable, empty, expired }: Situation): readonly ItemView[] => [...usable, ...empty, ...expired]

const isPartlyUsed = ({ available, size }: ItemView): boolean => usage(available, size) === 'used'

/**
 * Whether the eSIMs that the customer has now probably took the place of another one: the service lists one that is not
 * in use any more, or data was used although none of them was ever on a network.
 */
const wasReplaced = (situation: Situation): boolean =>
  situation.esims.length < situation.view.esims.length ||
  (started(situation).some(isPartlyUsed) && !situation.esims.some(maybeSeen) && !situation.hasHiddenEsims)

export function notInstalled(situation: Situation): Finding[] {
  if (isNew(situation)) return []
  const found = released(situation)
  if (!wasReplaced(situation)) return found
  const [first] = started(situation).filter(isPartlyUsed)
  const more = [
    evidence('esims', countValue(situation.view.esims.length)),
    evidence('esimActive', countValue(situation.esims.length)),
    ...(first === undefined ? [] : packageEvidence(first).slice(0, 1)),
  ]
  return found.map((each) => ({
    ...each,
    headline: 'replaced',
    evidence: [...each.evidence, ...more],
    ...(each.answer === undefined && { answer: 'replaced' }),
  }))
}

/** The same, before there was time to install it: nothing is wrong yet. */
export const soldJustNow = (situation: Situation): Finding[] =>
  isNew(situation)
    ? released(situation).map((found) => ({
        ...found,
        severity: found.severity === 'danger' ? ('info' as const) : found.severity,
        evidence: [...found.evidence, evidence('sold', dayValue(itemsHeld(situation)[0]?.salesDate ?? null))],
      }))
    : []

/** What is not known of this eSIM is the cause itself, and only what is not known of others speaks against it. */
const unclearFindings = (situation: Situation, id: EsimCauseId): Finding[] =>
  blocking(situation, id).map((esim) => ({
    ...finding(esim, 'warn'),
    doubts: otherEsimDoubts({ view: situation.view, esims: situation.esims.filter((other) => other !== esim) }),
  }))

export const esimUnknown = (situation: Situation): Finding[] => unclearFindings(situation, 'esimUnknown')

export const esimStateMissing = (situation: Situation): Finding[] => unclearFindings(situation, 'esimStateMissing')

/** The device matters until the eSIM is on it. */
export function deviceNotListed(situation: Situation): Finding[] {
  const { device, installed } = situation
  return device === null || device.listed || installed.length > 0
    ? []
    : [
        {
          severity: 'warn',
          values: { device: textValue(device.name) },
          evidence: [evidence('device', textValue(device.name))],
          doubts: ['deviceListIncomplete', ...otherEsimDoubts(situation)],
        },
      ]
}

/**
 * Whether anything shows that the eSIMs were on a network although none has a time: data was used, or an event named a
 * country.
 */
const wasOnline = (situation: Situation): boolean =>
  situation.visits.length > 0 ||
  situation.connectivity.some(({ connected, lastSeen }) => connected === true || lastSeen !== null) ||
  started(situation).some(({ available, size }) => !isUnused(available, size))

export const neverSeen = (situation: Situation): Finding[] => {
  const { installed } = situation
  const [first] = installed
  return first === undefined || installed.some(maybeSeen) || wasOnline(situation)
    ? []
    : [{ ...finding(first, 'warn'), doubts: otherEsimDoubts(situation) }]
}

/** Other profiles than the one that works. */
export const otherEsimError = ({ esims }: Situation): Finding[] =>
  esims.every(({ state }) => state === 'error')
    ? []
    : esims.filter(({ state }) => state === 'error').map((esim) => finding(esim, 'warn'))

export const otherEsimNotInstalled = (situation: Situation): Finding[] =>
  situation.installed.length === 0
    ? []
    : situation.esims
        .filter(({ state }) => state === 'released')
        .map((esim) => lookForMail(situation, finding(esim, 'info')))
