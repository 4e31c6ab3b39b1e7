/** All texts of the approval questions. Each language is one object of this type. */
import type { OperationKind } from '#shared/model/operation/operation.ts'
import type { LastCheck, MoneyReason, Question, Rule } from '../question.ts'

interface OneQuestionText {
  readonly title: string
  /** Why the person is asked, and when to refuse. */
  readonly text: string
  readonly yes: string
  readonly no: string
}

export interface QuestionsText {
  readonly questions: Readonly<Record<Question['kind'], OneQuestionText>>
  readonly money: Readonly<Record<MoneyReason, (limit: string) => string>>
  readonly lastChecks: Readonly<Record<LastCheck, string>>
  /** The service has accepted what is to be recorded as not done. */
  readonly accepted: string
  readonly operations: Readonly<Record<OperationKind, string>>
  readonly rules: Readonly<Record<Rule, string>>
  readonly losses: Readonly<Record<'missing' | 'damaged' | 'other' | 'older', string>>
  readonly labels: {
    readonly service: string
    readonly relay: string
    readonly proxy: string
    readonly caFile: string
    readonly linkHost: string
    readonly server: string
    readonly security: string
    readonly user: string
    readonly from: string
    readonly tokenAddress: string
    readonly to: string
    readonly customer: string
    readonly iccid: string
    readonly emailBefore: string
    readonly emailAfter: string
    readonly operation: string
    readonly amount: string
    readonly packageName: string
    readonly sentAt: string
    readonly checks: string
    readonly lastCheck: string
    readonly mails: string
    readonly subject: string
    readonly note: string
    readonly journal: string
    readonly work: string
    readonly connections: string
  }
  readonly unknown: string
  readonly newCustomer: string
  readonly none: string
  readonly testMail: string
  readonly change: (before: string, after: string) => string
  readonly missingRows: (loss: string, count: number) => string
}
