/**
 * Classifies the evidence of one money request. The function is pure and total: every answer and every failure has
 * exactly one class, and `outcomes.ts` defines what follows from it. No other code decides this.
 */
import { WireActivation } from '#shared/wire/activation.ts'
import { isHtmlPage } from '#shared/wire/page.ts'
import { textOfProblem, WireProblem } from '#shared/wire/problem.ts'
import { jsonIn, type Evidence, type FailureCause } from '../../service/index.ts'
import { causeOf, type AnswerClass } from '../outcomes.ts'
import type { Transition } from '../types.ts'
import { sanitizeReason } from '../journal/sanitizeReason.ts'
import { findObject, signsOf, type AnswerTarget } from './answerSigns.ts'

export type { AnswerTarget } from './answerSigns.ts'

type Facts = Required<Pick<Transition, 'cause' | 'reason' | 'retryAfter'>>

/** How a request has ended. */
export interface Classified extends Facts {
  readonly class: AnswerClass
  /** Whether the service itself answered, in JSON: a proxy may have written any other refusal. */
  readonly isOwnForm: boolean
}

/** The answer proves that nothing was executed, so the request may be sent once more. */
export interface Resend extends Facts {
  /** What the service refused and what has to change before the second request. */
  readonly resend: 'token' | 'route'
}

type Answer = Extract<Evidence, { type: 'answer' }>

const failureCauses: Readonly<Partial<Record<FailureCause, string>>> = {
  connect_timeout: 'timeout connect',
  headers_timeout: 'timeout headers',
  total_timeout: 'timeout total',
}

const inactiveToken = /^\{\s*"?active"?\s*[=:]\s*"?false"?\s*\}$/i
/** Refusals whose status alone proves that nothing was executed, in whatever form they come. */
const clearRefusals: ReadonlySet<number> = new Set([
  400, 402, 403, 404, 405, 406, 409, 410, 413, 414, 415, 422, 429, 451,
])
/** These do not show whether the service executed the request, in whatever form they come. */
const inconclusiveRefusals: ReadonlySet<number> = new Set([407, 408, 425])
const acceptingStatuses: ReadonlySet<number> = new Set([200, 201, 204])

/** Returns the error in the service's own format (field notes), or `undefined` if the body has another format. */
function serviceProblem(answer: Answer): WireProblem | undefined {
  const parsed = WireProblem.safeParse(jsonIn(answer.body))
  return parsed.success ? parsed.data : undefined
}

const isTextType = (type: string | null): boolean =>
  type === null || type === 'text/plain' || /^application\/(?:.+\+)?json$/.test(type)

/** Returns the service's own words, or `null` without any. Plain text counts too (field notes). */
function serviceText(answer: Answer): string | null {
  const problem = serviceProblem(answer)
  if (problem !== undefined) return sanitizeReason(textOfProblem(problem))
  if (isHtmlPage(answer.contentType, answer.body)) return null
  const json = jsonIn(answer.body)
  if (typeof json === 'string') return sanitizeReason(json)
  if (json !== undefined || !isTextType(answer.contentType)) return null
  const isPlainText = answer.contentType === 'text/plain' || !/^[[{]/.test(answer.body.trim())
  return isPlainText ? sanitizeReason(answer.body) : null
}

const isProblemType = (type: string | null): boolean => /[/+]problem\+json$/.test(type ?? '')

/**
 * Returns the result of a purchase in an answer, in envelopes to a depth of three, or `null`: the item and the customer
 * with their uids, of the customer who was topped up.
 */
export const activationIn = (json: unknown, customerUid: AnswerTarget['customerUid']): WireActivation | null =>
  findObject(json, (value) => {
    if (!Object.hasOwn(value, 'activatedItem')) return null
    const activation = WireActivation.safeParse(value)
    if (!activation.success) return null
    return customerUid === null || activation.data.customer.uid === customerUid ? activation.data : null
  })

function classOfPurchase(json: unknown, target: AnswerTarget, denies: boolean): AnswerClass {
  const isMade = activationIn(json, target.customerUid) !== null
  // An item that was made beside words of failure is a contradiction.
  if (isMade) return denies ? 'open' : 'accepted'
  return denies ? 'denied' : 'open'
}

/** The class of an answer with a status from 200 to 299. */
function classOfSuccess(answer: Answer, target: AnswerTarget): AnswerClass {
  const { status, contentType, body } = answer
  if (status === 202 || isHtmlPage(contentType, body)) return 'open'
  if (isProblemType(contentType)) return 'denied'
  const isItemKind = target.kind === 'activate' || target.kind === 'refund'
  if (body.trim() === '') return isItemKind && acceptingStatuses.has(status) ? 'accepted' : 'open'
  const json = jsonIn(body)
  if (json === undefined) return 'open'
  const signs = signsOf(json, target)
  const happened = signs.has('success') || signs.has('shown')
  if (!isItemKind) {
    const found = classOfPurchase(json, target, signs.has('denial'))
    return found === 'accepted' && !acceptingStatuses.has(status) ? 'open' : found
  }
  if (signs.has('pending') || (signs.has('denial') && happened)) return 'open'
  if (signs.has('denial')) return 'denied'
  if (signs.has('contrary') || !acceptingStatuses.has(status)) return 'open'
  if (happened) return 'accepted'
  // An echo of the request is a success beside unknown content, but not beside words.
  if (signs.has('vague')) return 'open'
  return signs.has('echoed') || !signs.has('unknown') ? 'accepted' : 'open'
}

function classOfAnswer(answer: Answer, target: AnswerTarget): AnswerClass {
  if (answer.status >= 200 && answer.status < 300) return classOfSuccess(answer, target)
  return answer.status >= 300 && answer.status < 400 ? 'open' : 'unclear'
}

function classifyRefusal(answer: Answer, severalRoutes: boolean): Classified | Resend {
  const { status, retryAfter } = answer
  const cause = causeOf(status, 'refused')
  const facts = { cause, reason: serviceText(answer) ?? cause, retryAfter }
  if (status === 401 || (status === 403 && inactiveToken.test(answer.body.trim())))
    return { ...facts, reason: cause, resend: 'token' }
  const isOwnForm = serviceProblem(answer) !== undefined
  if (status === 404 && severalRoutes && !isOwnForm) return { ...facts, resend: 'route' }
  const isRefused =
    !inconclusiveRefusals.has(status) &&
    (isOwnForm || (clearRefusals.has(status) && !isHtmlPage(answer.contentType, answer.body)))
  return { ...facts, isOwnForm, class: isRefused ? 'refused' : 'unclear' }
}

/** A message is quoted. The body of an answer that may be a success is data, of which only its messages are. */
function wordsOf(answer: Answer, found: AnswerClass): string | null {
  const quotable = { ...answer, body: answer.quotable ?? answer.body }
  if (answer.status >= 500) return serviceText(quotable)
  const problem = found === 'open' || found === 'denied' ? serviceProblem(quotable) : undefined
  return problem === undefined ? null : sanitizeReason(textOfProblem(problem))
}

/** `severalRoutes`: services use several paths for this kind, so that a foreign 404 means that this one is missing. */
export function classify(
  target: AnswerTarget & { readonly severalRoutes: boolean },
  evidence: Evidence,
): Classified | Resend {
  if (evidence.type === 'failure') {
    const cause = failureCauses[evidence.cause] ?? evidence.cause
    const reason = evidence.cause === 'no_token' ? (evidence.code ?? cause) : cause
    const found = evidence.written ? 'unclear' : 'notSent'
    return { class: found, cause, reason, retryAfter: null, isOwnForm: false }
  }
  const { status, retryAfter } = evidence
  if (status >= 400 && status < 500) return classifyRefusal(evidence, target.severalRoutes)
  const found = classOfAnswer(evidence, target)
  const cause = causeOf(status, found)
  const reason = found === 'accepted' ? null : (wordsOf(evidence, found) ?? cause)
  return { class: found, cause, reason, retryAfter: found === 'accepted' ? null : retryAfter, isOwnForm: true }
}
