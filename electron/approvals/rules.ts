/** When a person has to be asked: pure rules, and every number of theirs in one place. */
import { compareAmounts } from '#shared/model/amount.ts'
import { maxSheets } from '#shared/model/installation.ts'
import type { MailServer } from '#shared/model/mail.ts'
import type { OperationKind } from '#shared/model/operation.ts'
import { creditDirection } from '#shared/model/operationStates.ts'
import { defaultRules, type BuyingRules } from '#shared/model/purchase.ts'
import type { Money } from '#shared/model/views.ts'
import type { MoneyReason, Rule, RulesQuestion, ServiceEndpoint } from './question.ts'

export interface RateLimitRule {
  /** So many within so many milliseconds need no question. */
  readonly count: number
  readonly windowMs: number
  /** How many more a yes allows, and for how many milliseconds. */
  readonly grantCount: number
  readonly grantMs: number
}

const minute = 60_000

export const rateLimits = {
  /**
   * An operation takes a person a search, a look at the customer and two decisions, which is hardly done in twelve
   * seconds. A yes allows as many again, so that a long series is asked about every time.
   */
  money: { count: 5, windowMs: minute, grantCount: 5, grantMs: 10 * minute },
  /**
   * Who hands over eSIMs opens one dialog after the other, at most one in six seconds. "Many sheets" reads hundreds in
   * one go: a yes allows one full file.
   */
  codes: { count: 10, windowMs: minute, grantCount: maxSheets, grantMs: 10 * minute },
  /** A person who said no three times in a minute is pestered: for the rest of that minute the answer is no without a question. */
  refusals: { count: 3, windowMs: minute, grantCount: 0, grantMs: 0 },
} as const satisfies Readonly<Record<string, RateLimitRule>>

export const endpointKey = ({ origin, proxy, caFile }: ServiceEndpoint): string =>
  JSON.stringify([origin, proxy, caFile])

/** Host names are compared with the service that they belong to. */
export const linkHostKey = (origin: string, linkHost: string): string => JSON.stringify([origin, linkHost])

/** Empty where nobody needs to be asked. `isFast`: one more would be faster than a person works. */
export function moneyReasons(
  kind: OperationKind,
  amount: Money | null,
  askAbove: string,
  isRateExceeded: boolean,
): readonly MoneyReason[] {
  const reasons: MoneyReason[] = []
  if (creditDirection(kind) !== null) {
    // What is not in the rule's currency can't be shown to be below its amount.
    if (amount === null || amount.currency.toUpperCase() !== 'USD') reasons.push('unknownAmount')
    else if (compareAmounts(amount.amount, askAbove) > 0) reasons.push('amount')
  }
  return isRateExceeded ? [...reasons, 'pace'] : reasons
}

const amountRules = ['dailyLimit', 'askAbove'] as const satisfies readonly Rule[]
const fixedRules = ['userCountry', 'userIp', 'metatag'] as const satisfies readonly Rule[]

/** Rules that a change raises, removes or replaces. One that is set for the first time, or lowered, protects more than before. */
export function loosenedRules(before: BuyingRules, after: BuyingRules): RulesQuestion['changes'] {
  const isRaised = (rule: (typeof amountRules)[number]): boolean => {
    const [old, next] = [before[rule], after[rule]]
    return old !== null && (next === null || compareAmounts(next, old) > 0)
  }
  const isReplaced = (rule: (typeof fixedRules)[number]): boolean =>
    before[rule] !== defaultRules[rule] && before[rule] !== after[rule]
  const loosened: readonly Rule[] = [...amountRules.filter(isRaised), ...fixedRules.filter(isReplaced)]
  return loosened.map((rule) => ({ rule, before: before[rule], after: after[rule] }))
}

const mailFields = [
  'host',
  'port',
  'security',
  'user',
  'auth',
  'from',
  'caFile',
] as const satisfies readonly (keyof MailServer)[]

/** Whether mails would go another way, or under another name. A new secret alone changes neither. */
export const isOtherMailServer = (before: MailServer | null, next: MailServer): boolean =>
  before === null || mailFields.some((field) => before[field] !== next[field])
