/**
 * What keeps a customer from being online, as data: the cause, what it rests on, and what to do. The texts for the
 * agent are in the window's locale files (`verdict.json`), those for the customer in `renderer/rules/answers/`.
 */
import type { OperationKind } from '#shared/model/operation/operation.ts'
import type { DataSize } from '#shared/model/customer/views.ts'
import type { CustomerUid, EsimUid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'

/** In the order in which they are reported, the most pressing first. */
export const causeIds = [
  'unconfirmed',
  'noEsim',
  'esimsReplaced',
  'esimError',
  'wrongCountry',
  'packageUnknown',
  'nothingSold',
  'refunded',
  'usedUp',
  'expired',
  'expiredWithData',
  'disabled',
  'deviceNotListed',
  'removed',
  'notInstalled',
  'soldJustNow',
  'esimUnknown',
  'esimStateMissing',
  'waitingActivation',
  'waitingUseSeen',
  'neverSeen',
  'waitingUseUnseen',
  'waitingUse',
  'coverageUnknown',
  'lowData',
  'throttledDaily',
  'throttled',
  'notSeenLately',
  'noDataUsed',
  'fine',
  'unclear',
  'endsSoon',
  'otherEsimError',
  'otherEsimNotInstalled',
  'otherPackageUnknown',
  'otherWaitingActivation',
] as const
export type CauseId = (typeof causeIds)[number]

/**
 * `danger`: nothing works until somebody acts. `warn`: it probably doesn't work. `info`: it may explain what the
 * customer sees, or nothing proves that it works. `ok`: the service shows an eSIM on a network now, in a country
 * that a package with data covers.
 */
export type Severity = 'danger' | 'warn' | 'info' | 'ok'

/** A value that is inserted into a sentence. Each side formats it in its own language. */
export type CauseValue =
  | { readonly type: 'text'; readonly text: string }
  /** `oneOf`: the customer can use another package of the same name. */
  | { readonly type: 'package'; readonly name: string | null; readonly oneOf?: true }
  /** The different names of packages none of which can be used: what stands for them fits as an object alone. */
  | { readonly type: 'packages'; readonly names: readonly (string | null)[] }
  | { readonly type: 'size'; readonly size: DataSize }
  | { readonly type: 'day'; readonly at: string }
  /** How long ago it was at the service's present time, in epoch milliseconds. */
  | { readonly type: 'ago'; readonly at: string; readonly now: number }
  | { readonly type: 'country'; readonly code: string }
  | { readonly type: 'place'; readonly countrySet: string }
  | { readonly type: 'count'; readonly count: number }
  | { readonly type: 'operation'; readonly kind: OperationKind }

export type EvidenceField =
  | 'operation'
  | 'esimState'
  | 'esimActive'
  | 'esims'
  | 'lastSeen'
  | 'packageState'
  | 'packages'
  | 'remaining'
  | 'ended'
  | 'ends'
  | 'startsBy'
  | 'sold'
  | 'coverage'
  | 'visited'
  | 'connectivity'
  | 'typedCountry'
  | 'policy'
  | 'device'
  | 'mailed'

/** One fact that a cause rests on. `value` is `null` if the service sent none. `at` is the time of a report. */
export interface Evidence {
  readonly field: EvidenceField
  readonly value: CauseValue | null
  readonly at: string | null
}

/** Why a cause may be wrong although the data indicates it. */
export type Doubt =
  /** The country set was inferred from the name, size and validity of the package. */
  | 'coverageFromName'
  /** An event reported it. Events are not signed, and some may be missing. */
  | 'reportedByEvent'
  /** The service named the country of the last network, which may not be the present one. */
  | 'lastNetwork'
  /** The customer named another country than the one in which the network is. */
  | 'networkElsewhere'
  /** The customer named another country than the last network or event, which may be left by now. */
  | 'reportElsewhere'
  /** The customer has more packages than the desk keeps. */
  | 'packagesOmitted'
  /** The customer has more eSIMs than the desk keeps: one that is not listed may be the one that is in use. */
  | 'esimsOmitted'
  /** Another package can't be read: it may be the one that the customer can use. */
  | 'otherPackageUnknown'
  /** The customer's total does not agree with the packages. */
  | 'totalDiffers'
  /** The policy is that of the inventory's package with this name, size and validity. */
  | 'policyFromName'
  /** The list of devices is not complete (interface 2.4). */
  | 'deviceListIncomplete'
  /** Another eSIM can't be read, or its state is unknown: it may be the one that is in use. */
  | 'otherEsimUnknown'

export type CauseAction =
  | { readonly kind: 'sendQr'; readonly esimUid: EsimUid; readonly again?: true }
  | { readonly kind: 'topUp' }
  | { readonly kind: 'activate'; readonly itemUid: ItemUid }
  | {
      readonly kind: 'ticket'
      readonly question: TicketQuestion
      readonly esimUid: EsimUid | null
      readonly itemUid: ItemUid | null
    }
  | { readonly kind: 'check'; readonly operationId: string }
  | { readonly kind: 'openCustomer'; readonly uid: CustomerUid; readonly countrySet: string }
  /** A package of another country set is sold to a new customer (interface 2.5). */
  | { readonly kind: 'sell'; readonly country: string; readonly inventoryItemId: InventoryItemId | null }
  | ReplaceAction

/** An unused package is refunded, and another one is sold in its place. */
export interface ReplaceAction {
  readonly kind: 'refundAndReplace'
  readonly itemUid: ItemUid
  /** Another country set needs a new record (interface 2.5), and an eSIM that has failed a new profile. */
  readonly sells: 'newRecord' | 'newEsim'
  /** Where the customer is, as ISO2 code, or `null` if that is not known. */
  readonly country: string | null
  /** What is proposed, or `null` if the agent chooses. */
  readonly inventoryItemId: InventoryItemId | null
}

/** The question with which the text of a ticket begins. */
export type TicketQuestion = 'replaceEsim' | 'missingEsim' | 'esimState' | 'packageState' | 'general'

/** The sentence that describes the cause, where it differs within one cause. */
type Headline =
  | CauseId
  | 'replaced'
  | 'wrongCountryProbably'
  | 'wrongCountryAsk'
  | 'wrongCountryNetwork'
  | 'wrongCountryAll'
  | 'wrongCountryAllProbably'
  | 'wrongCountryAllAsk'
  | 'fineProbably'
  | 'noFault'
  | 'noFaultSeen'
  | 'noFaultWhichPhone'

/** What the agent does next, where that differs within one cause. */
type NextStep =
  | CauseId
  | 'wrongCountryRecord'
  | 'wrongCountryRecordOver'
  | 'wrongCountryPackage'
  | 'wrongCountryLook'
  | 'wrongCountryReplace'
  | 'esimErrorReplace'
  | 'refundedElsewhere'
  | 'topUpNotInstalled'
  | 'topUpRemoved'
  | 'topUpNotOn'
  | 'topUpNoEsim'
  | 'topUpNewEsim'
  | 'otherRecord'
  | 'notInstalledMailed'
  | 'waitingElsewhere'
  | 'waitingConfirm'
  | 'waitingUseConfirm'
  | 'waitingUseThere'
  | 'waitingUseThereConfirm'
  | 'waitingUseElsewhere'
  | 'fineConfirm'
  | 'fineThere'
  | 'fineWhichPhone'

/** The sentences for the customer, about causes and outcomes of operations. Several causes may share one. */
export const answerIds = [
  'unconfirmed',
  'esimError',
  'weAsk',
  'wrongCountry',
  'wrongCountryNewEsim',
  'wrongCountryConfirm',
  'wrongCountryNetwork',
  'wrongCountryRecord',
  'wrongCountryRecordConfirm',
  'nothingSold',
  'refunded',
  'usedUp',
  'usedUpNotInstalled',
  'usedUpNotOn',
  'expired',
  'expiredNotInstalled',
  'otherRecord',
  'disabled',
  'deviceNotListed',
  'removed',
  'notInstalled',
  'notInstalledMailed',
  'replaced',
  'waitingActivation',
  'waitingElsewhere',
  'waitingConfirm',
  'elsewhere',
  'elsewhereConfirm',
  'neverSeen',
  'startsByItself',
  'startsThere',
  'startsConfirm',
  'lowData',
  'endsSoon',
  'throttledDaily',
  'throttled',
  'notSeenLately',
  'whichCountry',
  'noDataUsed',
  'noDataUsedThere',
  'fine',
  'fineConfirm',
  'fineThere',
  'fineOnNetwork',
  'whichPhone',
  'activationOpen',
  'refundOpen',
  'refundDone',
  'refundSeen',
  'refundRefused',
  'refundUsed',
  'refundExpired',
  'refundBefore',
  'refundTooOld',
  'refundNotForCredits',
  'activated',
  'activatedNotInstalled',
  'activationRefused',
  'addedNow',
  'addedNowNotInstalled',
  'addedFirstUse',
  'addedFirstUseNotInstalled',
  'addedOnDemand',
  'addedNewEsim',
] as const
export type AnswerId = (typeof answerIds)[number]

/** A sentence for the customer with its values. */
export interface CustomerAnswer {
  readonly answer: AnswerId
  readonly values: Readonly<Record<string, CauseValue>>
}

export interface Cause extends CustomerAnswer {
  readonly id: CauseId
  /** Distinguishes causes of one customer with the same id, such as two eSIMs that failed. */
  readonly key: string
  readonly severity: Severity
  readonly evidence: readonly Evidence[]
  readonly doubts: readonly Doubt[]
  readonly headline: Headline
  readonly next: NextStep
  /** The sections of the interface that it rests on. */
  readonly section: string
  readonly action: CauseAction | null
}

/** What a rule finds. What it leaves out is the same for every cause of its id. */
export type Finding = Pick<Cause, 'severity' | 'values' | 'evidence'> &
  Partial<Pick<Cause, 'key' | 'doubts' | 'headline' | 'next' | 'answer' | 'action'>>
