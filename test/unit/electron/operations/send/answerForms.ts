/**
 * The forms in which a service, or something before it, may answer an activation or a refund, as data: what each means
 * and which words of the service are kept. None of them is documented (interface 4.12, 4.13, 7).
 */
import type { Evidence, FailureCause } from '../../../../../electron/service/index.ts'
import type { AnswerClass } from '../../../../../electron/operations/outcomes.ts'
import type { Resend } from '../../../../../electron/operations/send/classify.ts'

export const answer = (
  status: number,
  body = '',
  contentType: string | null = /^[{["]/.test(body) ? 'application/json' : null,
): Evidence => ({ type: 'answer', status, contentType, body, retryAfter: null })
export const page = (status: number): Evidence =>
  answer(status, '<html><body>Corporate gateway</body></html>', 'text/html')
export const failure = (cause: FailureCause, written: boolean): Evidence => ({
  type: 'failure',
  cause,
  written,
  code: null,
})

export type Meaning = AnswerClass | `resend for another ${Resend['resend']}`
export interface AnswerForm {
  readonly what: string
  readonly evidence: Evidence
  readonly meaning: Meaning
  /** The reason that is kept: the service's words, or the cause where there are none. Not checked if it is missing. */
  readonly reason?: string | null
}

type Row = readonly [what: string, evidence: Evidence, reason?: string | null]
const formsOf = (meaning: Meaning, rows: readonly Row[]): readonly AnswerForm[] =>
  rows.map(([what, evidence, ...reason]) => ({
    what,
    evidence,
    meaning,
    ...(reason.length > 0 && { reason: reason[0] ?? null }),
  }))
const json = (body: unknown, status = 200): Evidence => answer(status, JSON.stringify(body), 'application/json')

/** An item with a balance, as the service may send it back. The tests operate on `item-1` of `customer-1`. */
const item = (uid: string, parts: object = {}): object => ({ uid, balance: { activatedAt: null }, ...parts })

const accepted = formsOf('accepted', [
  ['200 without a body', answer(200), null],
  ['200 with white space only', answer(200, ' \r\n'), null],
  ['201 without a body', answer(201), null],
  ['204', answer(204), null],
  ['200 with an empty object', json({}), null],
  ['200 with null', answer(200, 'null', 'application/json'), null],
  ['200 with true', answer(200, 'true', 'application/json'), null],
  ['200 with a byte order mark', answer(200, '\uFEFF{"status":"success"}', 'application/json'), null],
  ['200 with a word of success as JSON', answer(200, '"success"'), null],
  ['200 with status success', json({ status: 'success' }), null],
  ['201 with status success', json({ status: 'success' }, 201), null],
  ['200 with SUCCESS in capitals', json({ status: 'SUCCESS' }), null],
  ['200 with the result OK', json({ result: 'OK' }), null],
  ['200 with the return code SUCCESS', json({ returnCode: 'SUCCESS', returnMessage: null }), null],
  ['200 with the return code 0', json({ returnCode: '0000', returnMessage: 'processed' }), null],
  ['200 with a numeric status of success', json({ status: 200, message: 'done' }), null],
  ['200 with success 1', json({ success: 1 }), null],
  ['200 with JSON of another JSON type', answer(200, '{}', 'application/hal+json'), null],
  ['200 with JSON without a type', answer(200, '{"status":"success"}', null), null],
  ['200 with JSON of the type of text', answer(200, '{"status":"success"}', 'text/plain'), null],
  ['200 with success flags', json({ success: true, ok: true, errors: [], error: null }), null],
  ['200 with an empty object of errors', json({ errors: {} }), null],
  ['200 with an empty envelope', json({ data: null, errors: [] }), null],
  ['200 without a body but with a type', answer(200, '', 'text/plain'), null],
  ['200 without a body, with a type that begins like HTML', answer(200, '', 'text/html-fragment'), null],
  ['200 without a body, with a type that ends like HTML', answer(200, '', 'x-text/html'), null],
  ['200 without a body, with a type like a problem', answer(200, '', 'application/problem+json-seq'), null],
  ['200 with a null status', json({ status: null }), null],
  ['200 with null flags', json({ success: null, ok: null, errors: null }), null],
  ['200 with 0 errors', json({ errors: 0 }), null],
  ['200 with an error code that means success', json({ errorCode: '0', errorMsg: 'Operation succeeded' }), null],
  ['200 with the code 200 beside a message', json({ code: 200, message: 'The package was changed' }), null],
  ['200 with a word of success in an envelope', json({ data: { status: 'SUCCESS' }, meta: { message: 'done' } }), null],
  ['200 with a word of success in its code', json({ code: 'REQUEST_SUCCESS' }), null],
  ['200 with a word of success three envelopes deep', json({ a: { b: { c: { success: true } } } }), null],
  ['200 with the uid of the item alone', json({ uid: 'item-1' }), null],
  ['200 with the item in an envelope', json({ data: { activatedItem: { uid: 'item-1' } } }), null],
  ['200 with the customer', json({ customer: { uid: 'customer-1', email: null } }), null],
  ['200 with the item as the only one of a list', json([{ uid: 'item-1' }]), null],
])

const denied = formsOf('denied', [
  [
    '200 with an error code',
    json({ errorCode: '310243', errorMsg: 'Profile status does not allow this' }),
    'Profile status does not allow this',
  ],
  ['200 with a numeric code', json({ code: 4003, message: 'not refundable' }), 'not refundable'],
  [
    '200 with a failure in an envelope',
    json({ data: { status: 'FAILED' }, meta: { message: 'Refund limit reached' } }),
    'Refund limit reached',
  ],
  ['200 with success false', json({ success: false }), 'answer 200 denied'],
  ['200 with success false and a reason', json({ success: false, reason: 'Used already' }), 'Used already'],
  ['200 with success false as text', json({ success: 'false' })],
  ['200 with success 0', json({ success: 0 })],
  ['200 with ok false', json({ ok: false })],
  ['200 with OK false', json({ OK: false })],
  ['200 with refunded false', json({ refunded: false })],
  ['200 with activated false', json({ activated: false })],
  ['200 with the return code FAIL', json({ returnCode: 'FAIL', returnMessage: 'No credits' }), 'No credits'],
  ['200 with status failed', json({ status: 'failed' })],
  ['200 with the result REJECTED', json({ result: 'REJECTED', detail: 'Too late' }), 'Too late'],
  ['200 with status ERROR', json({ status: 'ERROR', message: 'Not today' }), 'Not today'],
  ['200 with a numeric status of failure', json({ status: 409, message: 'Conflict' }), 'Conflict'],
  ['200 with false', answer(200, 'false', 'application/json')],
  ['200 with an error', json({ error: 'maybe' }), 'maybe'],
  ['200 with an error object', json({ error: { code: 'E7', message: 'In use' } }), 'In use'],
  ['200 with a list of errors', json({ errors: [{ code: 7 }] })],
  ['200 with a list of texts', json({ errors: ['Used', 'Expired'] }), 'Used · Expired'],
  ['200 with a list of messages', json({ errors: [{ message: 'Used' }, { message: 'Expired' }] }), 'Used · Expired'],
  ['200 with an object of errors', json({ errors: { item: 'used' } })],
  ['200 with a number of errors', json({ errors: 7 })],
  ['200 with errors as text', json({ Errors: 'used' })],
  ['200 that is a problem', answer(200, '{"title":"No"}', 'application/problem+json'), 'No'],
  ['200 that is a problem of another family', answer(200, '{"title":"No"}', 'text/problem+json'), 'No'],
  ['200 that is an empty problem', answer(200, '', 'application/problem+json')],
  ['200 with a denial beside the unchanged item', json({ status: 'FAILED', item: item('item-1') })],
  ['206 with a denial', json({ success: false }, 206)],
  ['200 with the uid of the item beside a failure', json({ uid: 'item-1', status: 'FAILED', errorCode: '310243' })],
  [
    '200 with the uid of the item beside success false',
    json({ uid: 'item-1', success: false, message: 'Monthly refund maximum reached' }),
    'Monthly refund maximum reached',
  ],
  [
    '200 with the uid of the item and a rejection in an envelope',
    json({ data: { uid: 'item-1', status: 'REJECTED' } }),
  ],
  ['200 with the uid of the customer beside success false', json({ uid: 'customer-1', success: false })],
  ['200 with a failure beside an empty list of packages', json({ success: false, activatedItems: [] })],
  ['200 with the uid of the item that reports that it was not done', json({ uid: 'item-1', ok: false })],
  ['200 with a code in words that denies', json({ code: 'NOT_REFUNDABLE' })],
])

const open = formsOf('open', [
  ['202', answer(202), 'answer 202 open'],
  ['202 with status success', json({ status: 'success' }, 202)],
  ['202 with a denial', json({ success: false }, 202)],
  ['203', answer(203)],
  ['206', answer(206, '{}')],
  ['200 with status PENDING', json({ status: 'PENDING' })],
  ['200 with status in progress', json({ status: 'In Progress' })],
  ['200 with status QUEUED', json({ data: { status: 'QUEUED' } })],
  ['200 with status PROCESSING', json({ status: 'PROCESSING', message: 'Wait' }), 'Wait'],
  ['200 with status success and success false', json({ status: 'success', success: false })],
  ['200 with success and an error', json({ success: true, error: 'partly' }), 'partly'],
  ['200 with the uid of the item and a pending status', json({ uid: 'item-1', status: 'PENDING' })],
  ['200 with the code 202 in its body', json({ statusCode: 202, message: 'Request queued' }), 'Request queued'],
  ['200 with a pending word as its code', json({ code: 'PENDING' })],
  ['200 with an accepting word as its code', json({ resultCode: 'ACCEPTED' })],
  ['200 with a code in unknown words', json({ code: 'CHECKING' })],
  [
    '200 with the customer beside a message',
    json({ customer: { uid: 'customer-1', email: null }, message: 'Request declined by policy' }),
    'Request declined by policy',
  ],
  [
    '200 with the customer beside an unknown status',
    json({ customer: { uid: 'customer-1', email: null }, status: 'UNDER_REVIEW' }),
  ],
  ['200 with the entry of another customer', json({ customer: { uid: 'OTHER' }, activatedItems: [{ uid: 'item-1' }] })],
  ['200 with the uid of something else and a status', json({ uid: 'other', status: 'success' })],
  ['200 with a message alone', json({ message: 'Your request was noted' }), 'Your request was noted'],
  ['200 with a message and an empty status', json({ status: '', message: 'Noted' }), 'Noted'],
  ['200 with an unknown status', json({ status: 'ARCHIVED' })],
  ['200 with a numeric status', json({ status: 7 })],
  ['200 with content of which nothing is known', json({ transaction: 'T-1' })],
  ['200 with another item', json(item('item-2'))],
  ['200 with another customer', json({ customer: { uid: 'customer-2', email: null } })],
  ['200 with a number', answer(200, '7', 'application/json')],
  ['200 with a text', answer(200, '"later"')],
  ['200 with JSON that is a list', json([1])],
  ['200 with an empty list', json([])],
  ['200 with cut JSON', answer(200, '{"status":"succ', 'application/json')],
  ['200 with plain text', answer(200, 'OK', 'text/plain'), 'answer 200 open'],
  ['200 with a log-in page', page(200), 'answer 200 open'],
  ['200 that is an empty page', answer(200, '', 'text/html')],
  ['200 that is an empty page in XHTML', answer(200, ' ', 'application/xhtml+xml')],
  ['200 with JSON of the type HTML', answer(200, '{"status":"success"}', 'text/html')],
  ['a word of success too deep', json({ a: { b: { c: { d: { success: true } } } } })],
  ['301', answer(301)],
  ['302', answer(302)],
  ['307', answer(307)],
])

const refused = formsOf('refused', [
  ['400 in the own format', json({ message: 'no' }, 400), 'no'],
  ['400 as plain text', answer(400, 'Monthly refund maximum reached', 'text/plain'), 'Monthly refund maximum reached'],
  ['400 without a body', answer(400), 'answer 400'],
  ['400 with the text of a refused token', answer(400, '{active = false}', 'text/plain'), '{active = false}'],
  ['402 in the own format', json({ error: 'no credits' }, 402), 'no credits'],
  ['402 with an error object', json({ error: { message: 'no credits' } }, 402), 'no credits'],
  ['403 in the own format', json({ message: 'not yours' }, 403), 'not yours'],
  ['403 as plain text', answer(403, 'Not yours', 'text/plain'), 'Not yours'],
  ['403 without a body', answer(403), 'answer 403'],
  [
    '404 in the own format',
    answer(404, '{"detail":"There is no such item."}', 'application/problem+json'),
    'There is no such item.',
  ],
  ['405 in the own format', json({ message: 'no' }, 405), 'no'],
  ['406', answer(406), 'answer 406'],
  ['409 in the own format', answer(409, '{"title":"Conflict"}', 'application/problem+json'), 'Conflict'],
  ['409 as plain text without a type', answer(409, 'Refunds are closed.'), 'Refunds are closed.'],
  ['410', answer(410), 'answer 410'],
  ['413', answer(413), 'answer 413'],
  ['414', answer(414), 'answer 414'],
  ['415', answer(415), 'answer 415'],
  ['418 in the own format', json({ message: 'no' }, 418), 'no'],
  ['422 with errorMsg', json({ errorCode: 'X', errorMsg: 'Used' }, 422), 'Used'],
  ['422 with errors', json({ errors: [{ detail: 'Used' }] }, 422), 'Used'],
  ['422 with the words of the envelope', json({ meta: { message: 'Used' }, data: null }, 422), 'Used'],
  ['422 with returnMessage', json({ returnCode: 'FAIL', returnMessage: 'Used' }, 422), 'Used'],
  ['422 as broken JSON', answer(422, '{"detail":', 'application/json'), 'answer 422'],
  ['422 with a list', json([], 422), 'answer 422'],
  ['422 with a JSON text', answer(422, '"Used"'), 'Used'],
  ['429 without a body', answer(429), 'answer 429'],
  ['451', answer(451), 'answer 451'],
])

const unclear = formsOf('unclear', [
  ['400 as a page', page(400), 'answer 400'],
  ['403 of a proxy', page(403), 'answer 403'],
  ['403 as HTML with the text of a refused token', answer(403, '<p>{active = false}</p>', 'text/html'), 'answer 403'],
  ['409 as a page with another type', answer(409, '<!doctype html>Conflict', 'text/plain'), 'answer 409'],
  ['429 as a page', page(429)],
  ['407', json({ message: 'proxy' }, 407), 'proxy'],
  ['408 even in the own format', json({ message: 'late' }, 408), 'late'],
  ['418 as plain text', answer(418, 'A gateway', 'text/plain'), 'A gateway'],
  ['423 without a body', answer(423)],
  ['425', json({ message: 'early' }, 425), 'early'],
  ['499', answer(499)],
  ['500 in the own format', json({ message: 'oops' }, 500), 'oops'],
  ['500 as plain text', answer(500, 'Closed until 14:00.', 'text/plain'), 'Closed until 14:00.'],
  ['502 of a proxy', page(502), 'answer 502'],
  ['503', answer(503), 'answer 503'],
  ['504', page(504)],
  ['an invalid status', answer(799), 'answer 799'],
  ['a status below 200', answer(100), 'answer 100'],
  // A byte may have left.
  ['timeout of the headers', failure('headers_timeout', true), 'timeout headers'],
  ['timeout of the whole request', failure('total_timeout', true), 'timeout total'],
  ['reset after the first byte', failure('reset', true), 'reset'],
  ['cut', failure('cut', true), 'cut'],
  ['too large', failure('too_large', true)],
  ['cancelled after the first byte', failure('aborted', true)],
  ['refused, although bytes were sent', failure('refused', true)],
  ['TLS failure after the first byte', failure('tls', true)],
  ['another failure after the first byte', failure('other', true)],
])

const notSent = formsOf('notSent', [
  ['no token', failure('no_token', false), 'no_token'],
  ['no such host', failure('dns', false), 'dns'],
  ['connection refused', failure('refused', false), 'refused'],
  ['TLS not trusted', failure('tls', false), 'tls'],
  ['the proxy refused', failure('proxy', false)],
  ['timeout while connecting', failure('connect_timeout', false), 'timeout connect'],
  ['cancelled before the first byte', failure('aborted', false)],
  ['reset before the first byte', failure('reset', false)],
  ['another failure before the first byte', failure('other', false)],
])

const resent = formsOf('resend for another token', [
  ['401 without a body', answer(401)],
  ['401 as JSON', json({ message: 'unauthorized' }, 401)],
  ['403 {active = false}', answer(403, '{active = false}', 'text/plain')],
  ['403 {active=false} with a line end', answer(403, '{active=false}\n', 'application/json')],
])

/** The forms that mean the same for an activation and a refund. */
export const answerForms: readonly AnswerForm[] = [
  ...accepted,
  ...denied,
  ...open,
  ...refused,
  ...unclear,
  ...notSent,
  ...resent,
]

/** The forms that mean something else for each kind. */
type FormOfKind = readonly [what: string, evidence: Evidence, meaning: Meaning]
const differing: readonly (readonly ['activate' | 'refund', FormOfKind])[] = [
  ['activate', ['404 as plain text', answer(404, '404 page not found', 'text/plain'), 'refused']],
  ['activate', ['404 as a page', page(404), 'unclear']],
  ['activate', ['404 without a body', answer(404), 'refused']],
  ['refund', ['404 as plain text', answer(404, '404 page not found', 'text/plain'), 'resend for another route']],
  ['refund', ['404 as a page', page(404), 'resend for another route']],
  ['refund', ['404 without a body', answer(404), 'resend for another route']],
  [
    'activate',
    ['a list of packages without the item', json({ customer: { uid: 'customer-1' }, activatedItems: [] }), 'open'],
  ],
  [
    'refund',
    ['a list of packages without the item', json({ customer: { uid: 'customer-1' }, activatedItems: [] }), 'accepted'],
  ],
  [
    'activate',
    [
      'the item with a start that means not yet',
      json(item('item-1', { balance: { activatedAt: '0001-01-01T00:00:00Z' } })),
      'open',
    ],
  ],
  ['refund', ['the item with a status that failed', json(item('item-1', { status: 'FAILED' })), 'denied']],
  ['refund', ['the item with a pending status', json(item('item-1', { status: 'PENDING' })), 'open']],
  ['refund', ['the own word as a code', json({ code: 'REFUNDED' }), 'accepted']],
  ['activate', ['the word Activated', json({ status: 'Activated' }), 'accepted']],
  ['activate', ['the word Refunded', json({ status: 'Refunded' }), 'open']],
  [
    'activate',
    ['the item with its start', json(item('item-1', { balance: { activatedAt: '2026-11-21T11:00:00Z' } })), 'accepted'],
  ],
  ['activate', ['the item without its start', json(item('item-1')), 'open']],
  [
    'activate',
    [
      'the started item beside a denial',
      json({ success: false, item: item('item-1', { balance: { activatedAt: '2026-11-21T11:00:00Z' } }) }),
      'open',
    ],
  ],
  [
    'activate',
    [
      'the entry of the customer',
      json({
        customer: { uid: 'customer-1' },
        activatedItems: [item('item-1', { balance: { activatedAt: '2026-11-21T11:00:00Z' } })],
      }),
      'accepted',
    ],
  ],
  ['refund', ['the word Refunded', json({ status: 'Refunded' }), 'accepted']],
  ['refund', ['the word Purchased', json({ status: 'Purchased' }), 'open']],
  ['refund', ['the refunded item', json(item('item-1', { status: 'REFUNDED' })), 'accepted']],
  ['refund', ['the item with status Purchased', json(item('item-1', { status: 'Purchased' })), 'open']],
  ['refund', ['the item with status Activated', json({ data: item('item-1', { status: 'Activated' }) }), 'open']],
  ['refund', ['the item without a status', json(item('item-1')), 'accepted']],
  [
    'refund',
    [
      'the refunded item beside a denial',
      json({ errorCode: '7', item: item('item-1', { status: 'Refunded' }) }),
      'open',
    ],
  ],
  [
    'refund',
    [
      'the entry of the customer with the unchanged item',
      json({ customer: { uid: 'customer-1' }, activatedItems: [item('item-1', { status: 'Purchased' })] }),
      'open',
    ],
  ],
  [
    'refund',
    [
      'an eSIM with a status that fails',
      json({ success: true, esim: { uid: 'e', iccid: '1', status: 'ERROR' } }),
      'accepted',
    ],
  ],
]
export const formsByKind = differing.map(
  ([kind, [what, evidence, meaning]]) => [kind, { what, evidence, meaning }] as const,
)
