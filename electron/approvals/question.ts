/**
 * The approval questions with the facts that they show. All facts are data of the main process, never of the window.
 */
import type { StorageLoss } from '#shared/model/operation/journalState.ts'
import type { OperationKind } from '#shared/model/operation/operation.ts'
import type { Money } from '#shared/model/customer/views.ts'

/** Where a connection sends its requests, and which certificates it trusts. */
export interface ServiceEndpoint {
  /** Scheme, host and port, for example `https://api.example.com`. */
  readonly origin: string
  /** `null` for the system's proxy, `direct` for none. */
  readonly proxy: string | null
  /** Path of a file of certificate authorities. */
  readonly caFile: string | null
}

interface ServiceQuestion extends ServiceEndpoint {
  readonly kind: 'service'
  /** Host of the customers' installation links, or `null` for the default one. */
  readonly linkHost: string | null
}

export interface RelayQuestion {
  readonly kind: 'relay'
  /** Scheme, host and port of the relay. */
  readonly origin: string
  /** Host of the connection's service. */
  readonly service: string
  /** `null` for the system's proxy, `direct` for none. */
  readonly proxy: string | null
}

interface MailServerQuestion {
  readonly kind: 'mailServer'
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls'
  readonly user: string
  readonly from: string
  readonly caFile: string | null
  /** The endpoint to which the refresh token goes, or `null` if the secret is none. */
  readonly tokenAddress: string | null
}

interface RecipientQuestion {
  readonly kind: 'recipient'
  readonly to: string
  /** The customer by e-mail address or uid, or `null` for a test mail. */
  readonly customer: string | null
  readonly iccid: string | null
}

export interface CorrectionQuestion {
  readonly kind: 'correction'
  /** The customer's uid. */
  readonly customer: string
  /** The e-mail address on record, or `null` for none. */
  readonly before: string | null
  readonly after: string
}

export type Rule = 'dailyLimit' | 'askAbove' | 'userCountry' | 'userIp' | 'metatag'

export interface RulesQuestion {
  readonly kind: 'rules'
  /** Host of the connection's service. */
  readonly service: string
  readonly changes: readonly { readonly rule: Rule; readonly before: string | null; readonly after: string | null }[]
}

/**
 * Why an operation needs approval: its amount is too high or unknown, operations are submitted too fast, the service
 * has accepted the same operation before without showing it, a purchase repeats one whose outcome is not known, or it
 * follows a refund that is not shown.
 */
export type MoneyReason = 'amount' | 'unknownAmount' | 'pace' | 'acceptedBefore' | 'repeatsUnknown' | 'refundUnseen'

interface OperationFacts {
  readonly operation: OperationKind
  readonly packageName: string | null
  readonly amount: Money | null
  /** The customer by e-mail address or uid, or `null` for a new customer without an address. */
  readonly customer: string | null
  readonly service: string
}

export interface MoneyFacts extends OperationFacts {
  /** Whether the service has accepted the same operation on the same package before. */
  readonly acceptedBefore: boolean
  /** Whether the same package was sold to the same customer minutes ago, with an outcome that is not known. */
  readonly repeatsUnknown: boolean
  /** Whether the service accepted a refund for the same customer within a day, and no read shows it. */
  readonly refundUnseen: boolean
}

export interface MoneyQuestion extends MoneyFacts {
  readonly kind: 'money'
  readonly reasons: readonly MoneyReason[]
  /** Amount in USD above which a person is asked. */
  readonly askAbove: string
}

/** What the last check of an operation showed, or that there was none that could be read. */
export type LastCheck = 'unchanged' | 'notFound' | 'incomplete' | 'none'

export interface NotAppliedFacts extends OperationFacts {
  /** When the operation was submitted, in epoch milliseconds. */
  readonly sentAt: number
  readonly checks: number
  readonly lastCheck: LastCheck
  /** Whether the service has accepted it. */
  readonly isAccepted: boolean
}

export interface NotAppliedQuestion extends NotAppliedFacts {
  readonly kind: 'notApplied'
}

interface CodesQuestion {
  readonly kind: 'codes'
}

interface MailsQuestion {
  readonly kind: 'mails'
  /** How many eSIMs are mailed to their customers. */
  readonly count: number
}

export interface LettersQuestion {
  readonly kind: 'letters'
  /** How many customers get the same mail without a code. */
  readonly count: number
  readonly subject: string
  /** The agent's own sentence, or an empty text. */
  readonly note: string
}

interface JournalQuestion {
  readonly kind: 'journal'
  readonly losses: readonly {
    readonly file: 'journal' | 'work'
    readonly loss: StorageLoss['kind']
    readonly missing: number | null
  }[]
  readonly connections: readonly string[]
}

export type Question =
  | ServiceQuestion
  | RelayQuestion
  | MailServerQuestion
  | RecipientQuestion
  | CorrectionQuestion
  | RulesQuestion
  | MoneyQuestion
  | NotAppliedQuestion
  | CodesQuestion
  | MailsQuestion
  | LettersQuestion
  | JournalQuestion
