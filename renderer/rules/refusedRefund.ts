/**
 * What an agent says to a customer about a refund that the service refused (interface 4.13). The reason is taken from
 * the service's text, if it is one of the few sentences that are known, or else from the package as it was read
 * since. A reason that is about the reseller's account, or that isn't known, is not given to the customer, and nothing
 * is promised, because nobody is going to call back by itself.
 */
import type { ActionReason, ItemView } from '#shared/model/customer/views.ts'
import type { AnswerId } from './cause.ts'

/** The most final reason first: a package that was refunded may be unused and expired as well. */
const byReason: ReadonlyMap<ActionReason, AnswerId> = new Map([
  ['refunded', 'refundBefore'],
  ['used', 'refundUsed'],
  ['expired', 'refundExpired'],
  ['not_bought_with_credits', 'refundNotForCredits'],
  ['before_credit_refunds', 'refundTooOld'],
])

/** Whole sentences alone, so that a longer text with more, or with the opposite, is not mistaken for one of them. */
const bySentence: readonly (readonly [RegExp, ActionReason])[] = [
  [/^(?:(?:(?:this|the) )?(?:item|package) )?(?:(?:has been|was|is) )?refunded$/, 'refunded'],
  [/^(?:this|the) (?:item|package) (?:has been|was|is) used$/, 'used'],
  [/^(?:this|the) (?:item|package) (?:has|is) expired$/, 'expired'],
  [/^(?:this|the) (?:item|package) was not bought with credits$/, 'not_bought_with_credits'],
  [/^items bought before [\w ]+ are refunded by a support ticket$/, 'before_credit_refunds'],
]

/** That somebody else's refund of the package is under way. */
const underWay: readonly RegExp[] = [
  /^(?:(?:a|the) )?refund(?: (?:of|for) (?:this|the) (?:item|package))?(?: is)? (?:in progress|under way|pending|being processed)$/,
  /^(?:(?:this|the) )?(?:item|package) is being refunded$/,
]

/** The sentence, or the code, without its full stop and without words that don't change what it means. */
const plainSentence = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\.$/, '')
    .replace(/\balready | already\b| before$/g, '')

/** Whether the text of a refusal shows another refund of the package. */
export function otherRefund(text: string | null): 'done' | 'underWay' | null {
  const sentence = plainSentence(text ?? '')
  if (underWay.some((pattern) => pattern.test(sentence))) return 'underWay'
  return reasonOf(sentence) === 'refunded' ? 'done' : null
}

const reasonOf = (sentence: string): ActionReason | undefined =>
  bySentence.find(([pattern]) => pattern.test(sentence))?.[1]

/** The sentence about the most final of these reasons, or `null` if none of them is for a customer. */
export const answerFor = (reasons: readonly ActionReason[]): AnswerId | null =>
  [...byReason].find(([reason]) => reasons.includes(reason))?.[1] ?? null

export function refusedRefund(text: string | null, item: ItemView | undefined): AnswerId {
  if (otherRefund(text) === 'underWay') return 'refundOpen'
  const named = reasonOf(plainSentence(text ?? ''))
  const reasons = named === undefined ? (item?.refund.reasons ?? []) : [named]
  return answerFor(reasons) ?? 'refundRefused'
}
