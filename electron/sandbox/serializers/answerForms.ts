/**
 * The forms in which services may answer a call that moves money, as data: the status, the content type, and the body
 * made of what the call was about. The interface shows the answer of a purchase alone, and no form of a denial.
 */
import { loginPage } from './pages.ts'
import { jsonType } from './response.ts'

export type Operation = 'refund' | 'activate' | 'purchase'

/** What an answer can be made of; each member is the JSON value that the service shows elsewhere. */
export type AnswerSubject = {
  readonly operation: Operation
  /** The answer to a purchase as the interface shows it; undefined for other operations. */
  readonly sale: Readonly<Record<string, unknown>> | undefined
  /** The item, with the effect of the call if it was executed. */
  readonly item: Readonly<Record<string, unknown>>
  /** The item as it was before the call. */
  readonly itemBefore: Readonly<Record<string, unknown>>
  readonly customer: Readonly<Record<string, unknown>>
  /** The customer as an entry of the list. */
  readonly entry: Readonly<Record<string, unknown>>
}

type AnswerForm = {
  /**
   * What a client can take from it: the call was accepted, it was denied, or neither. A denial is executed only if the
   * variant sets `executes`.
   */
  readonly outcome: 'accepted' | 'denied' | 'open'
  readonly status?: number
  readonly type?: string
  /** The JSON value of the body, or undefined for an empty one. */
  readonly body?: (subject: AnswerSubject) => unknown
  /** The body where it is no JSON. */
  readonly text?: string
}

const words: Readonly<Record<Operation, string>> = {
  refund: 'Monthly refund maximum reached',
  activate: 'The profile status does not allow this',
  purchase: 'The balance of the account is too low',
}
const done: Readonly<Record<Operation, string>> = { refund: 'refunded', activate: 'activated', purchase: 'activated' }
const messageOf = ({ operation }: AnswerSubject): string => words[operation]
const otherUid = '00000000-0000-4000-8000-000000000000'
const longText = 'x'.repeat(1024 * 1024)

/** The whole answer to the request: what was sold, or the item. */
const full = ({ sale, item }: AnswerSubject): unknown => sale ?? item
type Body = NonNullable<AnswerForm['body']>
const constant =
  (value: unknown): Body =>
  () =>
    value
const accepted = (body?: Body, status = 200): AnswerForm =>
  body === undefined ? { outcome: 'accepted', status } : { outcome: 'accepted', status, body }
const denied = (body: Body): AnswerForm => ({ outcome: 'denied', body })
const open = (body: Body, status = 200): AnswerForm => ({ outcome: 'open', status, body })

const forms = {
  // Accepted.
  empty: accepted(),
  noContent: accepted(undefined, 204),
  emptyObject: accepted(constant({})),
  null: accepted(constant(null)),
  true: accepted(constant(true)),
  success: accepted(constant({ status: 'success' })),
  resultOk: accepted(constant({ result: 'OK' })),
  returnCodeSuccess: accepted(constant({ returnCode: 'SUCCESS', returnMessage: null })),
  successTrue: accepted(constant({ success: true })),
  okTrue: accepted(constant({ ok: true })),
  codeZero: accepted(constant({ code: 0, message: 'Success' })),
  codeTextZero: accepted(constant({ status: 'success', errorCode: '0', errorMsg: 'Success' })),
  code200: accepted(constant({ success: true, code: 200, message: 'OK' })),
  full: accepted(full),
  created: accepted(full, 201),
  item: accepted(({ item }) => item),
  itemInData: accepted(({ item }) => ({ data: item })),
  fullInData: accepted((subject) => ({ data: full(subject) })),
  fullDeep: accepted((subject) => ({ response: { data: { result: full(subject) } } })),
  customer: accepted(({ customer }) => customer),
  entry: accepted(({ entry }) => entry),
  withoutStatus: accepted(({ sale, item }) => (sale === undefined ? item : { ...sale, status: undefined })),
  statusOfItsOwn: accepted(({ sale, item }) => ({ ...(sale ?? item), status: 'ORDERED' })),

  // Denied.
  successFalse: denied((subject) => ({ success: false, message: messageOf(subject) })),
  okFalse: denied((subject) => ({ ok: false, reason: messageOf(subject) })),
  doneFalse: denied((subject) => ({ [done[subject.operation]]: false, message: messageOf(subject) })),
  returnCodeFail: denied((subject) => ({ returnCode: 'FAIL', returnMessage: messageOf(subject) })),
  statusFailed: denied((subject) => ({ status: 'FAILED', message: messageOf(subject) })),
  statusError: denied((subject) => ({ status: 'ERROR', message: messageOf(subject) })),
  statusRejected: denied((subject) => ({ status: 'rejected', reason: messageOf(subject) })),
  resultFailed: denied((subject) => ({ result: 'FAILED', message: messageOf(subject) })),
  errorText: denied((subject) => ({ error: messageOf(subject) })),
  errorObject: denied((subject) => ({ error: { code: 'not_allowed', message: messageOf(subject) } })),
  errorTexts: denied((subject) => ({ errors: [messageOf(subject)] })),
  errorObjects: denied((subject) => ({ errors: [{ code: 4003, message: messageOf(subject) }] })),
  errorCode: denied((subject) => ({ errorCode: '310243', errorMsg: messageOf(subject) })),
  code: denied((subject) => ({ code: 4003, message: messageOf(subject) })),
  problem: {
    outcome: 'denied',
    type: 'application/problem+json',
    body: (subject) => ({ type: 'about:blank', title: 'Refused', status: 422, detail: messageOf(subject) }),
  },
  failedInData: denied((subject) => ({ data: { status: 'FAILED' }, meta: { message: messageOf(subject) } })),
  failedDeep: denied((subject) => ({ response: { data: { result: 'FAILED', reason: messageOf(subject) } } })),
  longWords: denied(() => ({ error: longText })),

  // Neither.
  accepted202: open(constant({}), 202),
  pending: open(constant({ status: 'PENDING' })),
  processing: open(constant({ status: 'PROCESSING' })),
  queued: open(constant({ status: 'QUEUED' })),
  inProgress: open(constant({ status: 'IN_PROGRESS' })),
  contradiction: open((subject) => ({ success: true, error: messageOf(subject) })),
  messageAlone: open((subject) => ({ message: messageOf(subject) })),
  emptyStatus: open((subject) => ({ status: '', message: messageOf(subject) })),
  unknownStatus: open((subject) => ({ status: 'HELD', message: messageOf(subject) })),
  otherItem: open(({ sale, item }) =>
    sale === undefined
      ? { ...item, uid: otherUid }
      : { ...sale, customer: { uid: otherUid, email: null, profileUrl: null } },
  ),
  contraryItem: open(({ operation, itemBefore }) =>
    operation === 'refund' ? { ...itemBefore, status: 'Purchased' } : itemBefore,
  ),
  otherCustomer: open(({ entry }) => ({ ...entry, customer: { uid: otherUid, email: null, profileUrl: null } })),
  emptyArray: open(constant([])),
  partialContent: open(constant({}), 206),
  redirected: { outcome: 'open', status: 303, type: 'text/plain', text: 'See Other' },
  page: { outcome: 'open', type: 'text/html', text: loginPage },
} as const satisfies Readonly<Record<string, AnswerForm>>

export type AnswerFormName = keyof typeof forms
export const answerForms: Readonly<Record<AnswerFormName, AnswerForm>> = forms

function isName(name: string): name is AnswerFormName {
  return name in forms
}
export const answerFormNames = Object.keys(forms).filter(isName)

type AnswerParts = { readonly status: number; readonly type: string | null; readonly body: string | null }

/** Returns the parts of the answer in a form. */
export function answerIn(name: AnswerFormName, subject: AnswerSubject): AnswerParts {
  const { status = 200, type, body, text } = answerForms[name]
  if (body === undefined) return { status, type: type ?? null, body: text ?? null }
  return { status, type: type ?? jsonType, body: JSON.stringify(body(subject)) }
}
