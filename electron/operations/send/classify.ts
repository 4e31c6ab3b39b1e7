/**
 * Classifies the evidence of one money request. The function is pure and total: every answer and every failure has
 * exactly one meaning, and whatever is not clearly a success, a refusal or not sent is UNKNOWN. No other code decides
 * this.
 */
import type { NextState } from '#shared/model/operationStates.ts'
import { isHtmlPage } from '#shared/wire/page.ts'
import { textOfProblem, WireProblem } from '#shared/wire/problem.ts'
import type { Evidence, FailureCause } from '../../service/index.ts'
import type { Transition } from '../types.ts'
import { sanitizeReason } from '../journal/sanitizeReason.ts'

type Facts = Required<Pick<Transition, 'cause' | 'reason' | 'retryAfter'>>

/** The transition that ends the state SENDING. */
export type SendingEnd = Transition<NextState<'SENDING'>> & Facts

/** Not a transition: the answer proves that nothing was executed, so the request may be sent once more. */
export interface Resend extends Facts {
  /** What the service refused and what has to change before the second request. */
  readonly resend: 'token' | 'route'
}

/**
 * The successful answers to a kind: 200 with JSON that doesn't contradict the success, and, if `emptyBody` is set, 200
 * or 204 without a body.
 */
export interface AcceptedShape {
  readonly emptyBody: boolean
  /** Values of a top-level `status` that don't contradict the success, in lower case. */
  readonly statuses: readonly string[]
  /** Whether a successful answer may have no `status`. */
  readonly statusOptional: boolean
  /** Whether services use several paths for this kind, so that a foreign 404 means that this path does not exist. */
  readonly severalRoutes: boolean
  /** Checks the JSON, if only one shape of it is a success. */
  readonly body?: (body: object) => boolean
}

type Answer = Extract<Evidence, { type: 'answer' }>

const failureCauses: Readonly<Partial<Record<FailureCause, string>>> = {
  connect_timeout: 'timeout connect',
  headers_timeout: 'timeout headers',
  total_timeout: 'timeout total',
}

const inactiveToken = /^\{\s*"?active"?\s*[=:]\s*"?false"?\s*\}$/i
/** Statuses from 400 to 499 that do not say whether the service executed the request. */
const inconclusiveRefusals: ReadonlySet<number> = new Set([407, 408, 425])

function parseJson(answer: Answer): unknown {
  if (!/[/+]json$/.test(answer.contentType ?? '')) return undefined
  try {
    return JSON.parse(answer.body)
  } catch {
    return undefined
  }
}

/** Returns the error in the service's own format (field notes), or `undefined` if the body has another format. */
function serviceProblem(answer: Answer): WireProblem | undefined {
  const parsed = WireProblem.safeParse(parseJson(answer))
  return parsed.success ? parsed.data : undefined
}

/**
 * Returns the service's own text in a refusal, or `null` without one. Plain text counts too (field notes), also without
 * a type or with that of JSON, but says nothing about the verdict, because a proxy answers in plain text as well.
 */
function serviceText(answer: Answer): string | null {
  const problem = serviceProblem(answer)
  if (problem !== undefined) return sanitizeReason(textOfProblem(problem))
  if (isHtmlPage(answer.contentType, answer.body)) return null
  if (isTextType(answer.contentType)) return sanitizeReason(answer.body)
  const json = parseJson(answer)
  if (typeof json === 'string') return sanitizeReason(json)
  const isText = json === undefined && (answer.contentType === null || isJsonType(answer.contentType))
  return isText && !/^[[{]/.test(answer.body.trim()) ? sanitizeReason(answer.body) : null
}

const isTextType = (type: string | null): boolean => type === 'text/plain'
const isJsonType = (type: string): boolean => /^application\/(?:.+\+)?json$/.test(type)

const isProblem = (answer: Answer): boolean => /[/+]problem\+json$/.test(answer.contentType ?? '')

const isEmpty = (value: unknown): boolean => !value || (typeof value === 'object' && Object.keys(value).length === 0)

/** Returns whether the body says that the request failed, whatever the HTTP status is. */
function deniesSuccess(body: object): boolean {
  return Object.entries(body).some(([key, value]) => {
    const name = key.toLowerCase()
    if (name === 'success' || name === 'ok') return value !== null && value !== true
    if (name === 'errors') return !isEmpty(value)
    return name === 'error' && Boolean(value)
  })
}

function isSuccess(answer: Answer, accepted: AcceptedShape): boolean {
  if (answer.status !== 200 && answer.status !== 204) return false
  if (isHtmlPage(answer.contentType, answer.body) || isProblem(answer)) return false
  if (answer.body.trim() === '') return accepted.emptyBody
  const body = parseJson(answer)
  if (typeof body !== 'object' || body === null || Array.isArray(body) || answer.status !== 200) return false
  if (deniesSuccess(body) || accepted.body?.(body) === false) return false
  const status = 'status' in body ? body.status : undefined
  if (status === undefined || status === null) return accepted.statusOptional
  return typeof status === 'string' && accepted.statuses.includes(status.toLowerCase())
}

function classifyRefusal(answer: Answer, accepted: AcceptedShape): SendingEnd | Resend {
  const cause = `answer ${String(answer.status)}`
  const facts = { cause, reason: serviceText(answer) ?? cause, retryAfter: answer.retryAfter }
  const { status } = answer
  if (status === 401 || (status === 403 && inactiveToken.test(answer.body.trim())))
    return { ...facts, reason: cause, resend: 'token' }
  if (inconclusiveRefusals.has(status)) return { ...facts, state: 'UNKNOWN' }
  if (status === 429 || serviceProblem(answer) !== undefined) return { ...facts, state: 'REJECTED' }
  return status === 404 && accepted.severalRoutes ? { ...facts, resend: 'route' } : { ...facts, state: 'UNKNOWN' }
}

/** Only an answer that says that it failed is quoted, because the body of another one is data. */
const failureText = (answer: Answer): string | null => (answer.status >= 500 ? serviceText(answer) : null)

export function classify(accepted: AcceptedShape, evidence: Evidence): SendingEnd | Resend {
  if (evidence.type === 'failure') {
    const cause = failureCauses[evidence.cause] ?? evidence.cause
    const reason = evidence.cause === 'no_token' ? (evidence.code ?? cause) : cause
    return { state: evidence.written ? 'UNKNOWN' : 'NOT_SENT', cause, reason, retryAfter: null }
  }
  if (evidence.status >= 400 && evidence.status < 500) return classifyRefusal(evidence, accepted)
  const cause = `answer ${String(evidence.status)}`
  return isSuccess(evidence, accepted)
    ? { state: 'CONFIRMED', confirmedBy: 'answer', cause, reason: null, retryAfter: null }
    : { state: 'UNKNOWN', cause, reason: failureText(evidence) ?? cause, retryAfter: evidence.retryAfter }
}
