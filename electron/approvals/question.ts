/** Every question that the main process asks a person, with the facts that it names: data of the main process, never text of the window. */
import type { StorageLoss } from '#shared/model/journalState.ts'
import type { OperationKind } from '#shared/model/operation.ts'
import type { Money } from '#shared/model/views.ts'

/** Where requests of a connection go, and whose certificates are trusted on the way. */
export interface ServiceEndpoint {
  /** `https://api.example.com`: scheme, host and port. */
  readonly origin: string
  /** Null is the system's, `direct` none. */
  readonly proxy: string | null
  /** Path of the file of certificate authorities. */
  readonly caFile: string | null
}

export interface ServiceQuestion extends ServiceEndpoint {
  readonly kind: 'service'
  /** Host of the links that customers get; null where that is the default. */
  readonly linkHost: string | null
}

export interface MailServerQuestion {
  readonly kind: 'mailServer'
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls'
  readonly user: string
  readonly from: string
  readonly caFile: string | null
}

export interface RecipientQuestion {
  readonly kind: 'recipient'
  readonly to: string
  /** Whose eSIM it is, by e-mail address or uid; null for a test mail. */
  readonly customer: string | null
  readonly iccid: string | null
}

export type Rule = 'dailyLimit' | 'askAbove' | 'userCountry' | 'userIp' | 'metatag'

export interface RulesQuestion {
  readonly kind: 'rules'
  /** Host of the connection's service. */
  readonly service: string
  readonly changes: readonly { readonly rule: Rule; readonly before: string | null; readonly after: string | null }[]
}

/** Why an operation needs a person: its amount is above the rule's or not known, or operations come too fast. */
export type MoneyReason = 'amount' | 'unknownAmount' | 'pace'

export interface MoneyFacts {
  readonly operation: OperationKind
  readonly packageName: string | null
  readonly amount: Money | null
  /** By e-mail address or uid; null for a new customer without an address. */
  readonly customer: string | null
  readonly service: string
}

export interface MoneyQuestion extends MoneyFacts {
  readonly kind: 'money'
  readonly reasons: readonly MoneyReason[]
  /** USD. */
  readonly askAbove: string
}

export interface CodesQuestion {
  readonly kind: 'codes'
}

export interface JournalQuestion {
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
  | MailServerQuestion
  | RecipientQuestion
  | RulesQuestion
  | MoneyQuestion
  | CodesQuestion
  | JournalQuestion
