/** The rules that decide when a person is asked, as pure functions, with all their numbers. */
import { compareAmounts } from '#shared/model/package/amount.ts'
import { maxSheets, maxUnaskedSheets } from '#shared/model/esim/installation.ts'
import type { MailServer } from '#shared/model/mail.ts'
import { creditDirection } from '#shared/model/operation/operationStates.ts'
import { defaultRules, type BuyingRules } from '#shared/model/operation/purchase.ts'
import type { MoneyFacts, MoneyReason, Rule, RulesQuestion, ServiceEndpoint } from './question.ts'

export interface RateLimitRule {
  /** Number of events within `windowMs` milliseconds that need no approval. */
  readonly count: number
  readonly windowMs: number
  /** Number of further events that an approval allows within `grantMs` milliseconds. */
  readonly grantCount: number
  readonly grantMs: number
}

const minute = 60_000

export const rateLimits = {
  /**
   * A person needs at least twelve seconds for an operation: a search, the customer's page and two decisions. An
   * approval allows the same number again, so that a long series causes a question each time.
   */
  money: { count: 5, windowMs: minute, grantCount: 5, grantMs: 10 * minute },
  /**
   * A person who shows installation sheets opens at most one dialog in six seconds. The bulk export reads hundreds of
   * codes at once, so an approval allows one full file.
   */
  codes: { count: maxUnaskedSheets, windowMs: minute, grantCount: maxSheets, grantMs: 10 * minute },
  /** After three refusals within a minute, all further questions of that minute are refused without being shown. */
  refusals: { count: 3, windowMs: minute, grantCount: 0, grantMs: 0 },
} as const satisfies Readonly<Record<string, RateLimitRule>>

/** Returns a key that is equal for equal endpoints. */
export const endpointKey = ({ origin, proxy, caFile }: ServiceEndpoint): string =>
  JSON.stringify([origin, proxy, caFile])

/** Returns the key of a link host, which is approved for one service only. */
export const linkHostKey = (origin: string, linkHost: string): string => JSON.stringify([origin, linkHost])

/** Returns why an operation needs approval; the list is empty if it needs none. */
export function moneyReasons(
  {
    operation,
    amount,
    acceptedBefore,
    repeatsUnknown,
    refundUnseen,
  }: Pick<MoneyFacts, 'operation' | 'amount' | 'acceptedBefore' | 'repeatsUnknown' | 'refundUnseen'>,
  askAbove: string,
  isRateExceeded: boolean,
): readonly MoneyReason[] {
  const reasons: MoneyReason[] = [
    ...(acceptedBefore ? (['acceptedBefore'] as const) : []),
    ...(repeatsUnknown ? (['repeatsUnknown'] as const) : []),
    ...(refundUnseen ? (['refundUnseen'] as const) : []),
  ]
  if (creditDirection(operation) !== null) {
    // An amount in another currency can't be compared with the rule.
    if (amount === null || amount.currency.toUpperCase() !== 'USD') reasons.push('unknownAmount')
    else if (compareAmounts(amount.amount, askAbove) > 0) reasons.push('amount')
  }
  return isRateExceeded ? [...reasons, 'pace'] : reasons
}

const amountRules = ['dailyLimit', 'askAbove'] as const satisfies readonly Rule[]
const fixedRules = ['userCountry', 'userIp', 'metatag'] as const satisfies readonly Rule[]

/** Returns the rules that a change raises, removes or replaces. A rule that is new or lowered needs no approval. */
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

/** Whether the server, the user or the sender of mails changes. A new secret alone needs no approval. */
export const isOtherMailServer = (before: MailServer | null, next: MailServer): boolean =>
  before === null ||
  mailFields.some((field) => before[field] !== next[field]) ||
  before.renewal?.address !== next.renewal?.address ||
  before.renewal?.clientId !== next.renewal?.clientId
