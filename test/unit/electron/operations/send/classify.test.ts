import { describe, expect, it } from 'vitest'
import { classify, type Resend, type SendingEnd } from '../../../../../electron/operations/send/classify.ts'
import { acceptedOf } from '../../../../../electron/operations/kinds.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import type { Evidence, FailureCause } from '../../../../../electron/service/index.ts'
import { item } from '../../../shared/model/things.ts'

const answer = (
  status: number,
  body = '',
  contentType: string | null = body.startsWith('{') ? 'application/json' : null,
): Evidence => ({ type: 'answer', status, contentType, body, retryAfter: null })
const page = (status: number): Evidence => answer(status, '<html><body>Corporate gateway</body></html>', 'text/html')
const failure = (cause: FailureCause, written: boolean): Evidence => ({ type: 'failure', cause, written, code: null })

type Meaning = SendingEnd['state'] | `resend for another ${Resend['resend']}`
type Row = readonly [what: string, evidence: Evidence, meaning: Meaning, cause?: string]

const meaningOf = (result: SendingEnd | Resend): Meaning =>
  'state' in result ? result.state : `resend for another ${result.resend}`

const both: readonly Row[] = [
  // accepted as success
  ['200 without a body', answer(200), 'CONFIRMED', 'answer 200'],
  ['200 with white space only', answer(200, ' \r\n'), 'CONFIRMED'],
  ['204', answer(204), 'CONFIRMED', 'answer 204'],
  ['200 with a JSON object', answer(200, '{"uid":"x"}'), 'CONFIRMED'],
  ['200 with status success', answer(200, '{"status":"success"}'), 'CONFIRMED'],
  ['200 with SUCCESS in capitals', answer(200, '{"status":"SUCCESS"}'), 'CONFIRMED'],
  ['200 with JSON of another JSON type', answer(200, '{}', 'application/hal+json'), 'CONFIRMED'],
  ['200 with success flags', answer(200, '{"success":true,"ok":true,"errors":[],"error":null}'), 'CONFIRMED'],
  ['200 with an empty object of errors', answer(200, '{"errors":{}}'), 'CONFIRMED'],
  ['200 without a body but with a type', answer(200, '', 'text/plain'), 'CONFIRMED'],
  ['200 without a body, with a type that begins like HTML', answer(200, '', 'text/html-fragment'), 'CONFIRMED'],
  ['200 without a body, with a type that ends like HTML', answer(200, '', 'x-text/html'), 'CONFIRMED'],
  [
    '200 without a body, with a type that begins like a problem',
    answer(200, '', 'application/problem+json-seq'),
    'CONFIRMED',
  ],
  ['200 with a null status', answer(200, '{"status":null}'), 'CONFIRMED'],
  ['200 with null flags', answer(200, '{"success":null,"ok":null,"errors":null}'), 'CONFIRMED'],
  ['200 with 0 errors', answer(200, '{"errors":0}'), 'CONFIRMED'],
  // similar to a success
  ['200 with another status', answer(200, '{"status":"failed"}'), 'UNKNOWN'],
  ['200 with a numeric status', answer(200, '{"status":7}'), 'UNKNOWN'],
  ['200 with an error', answer(200, '{"error":"maybe"}'), 'UNKNOWN'],
  ['200 with a list of errors', answer(200, '{"errors":[{"code":7}]}'), 'UNKNOWN'],
  ['200 with an object of errors', answer(200, '{"errors":{"item":"used"}}'), 'UNKNOWN'],
  ['200 with a number of errors', answer(200, '{"errors":7}'), 'UNKNOWN'],
  ['200 with JSON without a type', answer(200, '{"status":"success"}', null), 'UNKNOWN'],
  ['200 with JSON of the type of a sequence', answer(200, '{"status":"success"}', 'application/json-seq'), 'UNKNOWN'],
  ['204 with a body', answer(204, '{"status":"success"}'), 'UNKNOWN'],
  ['200 with errors as text', answer(200, '{"Errors":"used"}'), 'UNKNOWN'],
  ['200 with success false', answer(200, '{"success":false}'), 'UNKNOWN'],
  ['200 with success false as text', answer(200, '{"success":"false"}'), 'UNKNOWN'],
  ['200 with success 0', answer(200, '{"success":0}'), 'UNKNOWN'],
  ['200 with status success and success false', answer(200, '{"status":"success","success":false}'), 'UNKNOWN'],
  ['200 with ok false', answer(200, '{"ok":false}'), 'UNKNOWN'],
  ['200 with OK false', answer(200, '{"OK":false}'), 'UNKNOWN'],
  ['200 that is a problem', answer(200, '{"title":"No"}', 'application/problem+json'), 'UNKNOWN'],
  ['200 that is a problem of another family', answer(200, '{"title":"No"}', 'text/problem+json'), 'UNKNOWN'],
  ['200 that is an empty problem', answer(200, '', 'application/problem+json'), 'UNKNOWN'],
  ['200 that is an empty page', answer(200, '', 'text/html'), 'UNKNOWN'],
  ['200 that is an empty page in XHTML', answer(200, ' ', 'application/xhtml+xml'), 'UNKNOWN'],
  ['200 with cut JSON', answer(200, '{"status":"succ'), 'UNKNOWN'],
  ['200 with JSON that is a list', answer(200, '[1]', 'application/json'), 'UNKNOWN'],
  ['200 with null', answer(200, 'null', 'application/json'), 'UNKNOWN'],
  ['200 with a log-in page', page(200), 'UNKNOWN', 'answer 200'],
  ['200 with plain text', answer(200, 'OK', 'text/plain'), 'UNKNOWN'],
  ['200 with JSON of the type HTML', answer(200, '{"status":"success"}', 'text/html'), 'UNKNOWN'],
  ['201', answer(201, '{"status":"success"}'), 'UNKNOWN'],
  ['202', answer(202, '{"status":"success"}'), 'UNKNOWN'],
  ['206', answer(206, '{}'), 'UNKNOWN'],
  // redirects
  ['301', answer(301), 'UNKNOWN'],
  ['302', answer(302), 'UNKNOWN'],
  ['307', answer(307), 'UNKNOWN'],
  // refused by the service itself
  ['400 in the own format', answer(400, '{"message":"no"}'), 'REJECTED'],
  ['402 in the own format', answer(402, '{"error":"no credits"}'), 'REJECTED'],
  ['403 in the own format', answer(403, '{"message":"not yours"}'), 'REJECTED'],
  [
    '404 in the own format',
    answer(404, '{"detail":"There is no such item."}', 'application/problem+json'),
    'REJECTED',
    'answer 404',
  ],
  ['405 in the own format', answer(405, '{"message":"no"}'), 'REJECTED'],
  ['409 in the own format', answer(409, '{"title":"Conflict"}', 'application/problem+json'), 'REJECTED'],
  [
    '422 in the own format',
    answer(422, '{"detail":"This item has been used."}', 'application/problem+json'),
    'REJECTED',
    'answer 422',
  ],
  ['429 without a body', answer(429), 'REJECTED', 'answer 429'],
  ['429 as a page', page(429), 'REJECTED'],
  // token
  ['401 without a body', answer(401), 'resend for another token'],
  ['401 as JSON', answer(401, '{"message":"unauthorized"}'), 'resend for another token'],
  ['403 {active = false}', answer(403, '{active = false}', 'text/plain'), 'resend for another token'],
  [
    '403 {active=false} with a line end',
    answer(403, '{active=false}\n', 'application/json'),
    'resend for another token',
  ],
  ['400 with the text of a refused token', answer(400, '{active = false}', 'text/plain'), 'UNKNOWN'],
  // refused by another server, or inconclusive
  ['403 of a proxy', page(403), 'UNKNOWN', 'answer 403'],
  [
    '403 as HTML that contains the text of a refused token',
    answer(403, '<p>{active = false}</p>', 'text/html'),
    'UNKNOWN',
  ],
  ['400 as plain text', answer(400, 'Bad Request', 'text/plain'), 'UNKNOWN'],
  ['400 without a body', answer(400), 'UNKNOWN'],
  ['407', answer(407, '{"message":"proxy"}'), 'UNKNOWN'],
  ['408 even in the own format', answer(408, '{"message":"late"}'), 'UNKNOWN'],
  ['425', answer(425, '{"message":"early"}'), 'UNKNOWN'],
  ['422 as broken JSON', answer(422, '{"detail":', 'application/json'), 'UNKNOWN'],
  ['422 with a list', answer(422, '[]', 'application/json'), 'UNKNOWN'],
  // failures of the service or of a server before it
  ['500 in the own format', answer(500, '{"message":"oops"}'), 'UNKNOWN', 'answer 500'],
  ['502 of a proxy', page(502), 'UNKNOWN'],
  ['503', answer(503), 'UNKNOWN'],
  ['504', page(504), 'UNKNOWN'],
  ['an invalid status', answer(799), 'UNKNOWN'],
  // no byte of the request was written
  ['no token', failure('no_token', false), 'NOT_SENT', 'no_token'],
  ['no such host', failure('dns', false), 'NOT_SENT', 'dns'],
  ['connection refused', failure('refused', false), 'NOT_SENT', 'refused'],
  ['TLS not trusted', failure('tls', false), 'NOT_SENT', 'tls'],
  ['the proxy refused', failure('proxy', false), 'NOT_SENT'],
  ['timeout while connecting', failure('connect_timeout', false), 'NOT_SENT', 'timeout connect'],
  ['cancelled before the first byte', failure('aborted', false), 'NOT_SENT'],
  ['reset before the first byte', failure('reset', false), 'NOT_SENT'],
  ['another failure before the first byte', failure('other', false), 'NOT_SENT'],
  // a byte may have left
  ['timeout of the headers', failure('headers_timeout', true), 'UNKNOWN', 'timeout headers'],
  ['timeout of the whole request', failure('total_timeout', true), 'UNKNOWN', 'timeout total'],
  ['reset after the first byte', failure('reset', true), 'UNKNOWN', 'reset'],
  ['cut', failure('cut', true), 'UNKNOWN', 'cut'],
  ['too large', failure('too_large', true), 'UNKNOWN'],
  ['cancelled after the first byte', failure('aborted', true), 'UNKNOWN'],
  ['refused, although bytes were sent', failure('refused', true), 'UNKNOWN'],
  ['TLS failure after the first byte', failure('tls', true), 'UNKNOWN'],
  ['another failure after the first byte', failure('other', true), 'UNKNOWN'],
]

describe.each(['activate', 'refund'] as const)('the classification of an answer to %s', (kind) => {
  it.each(both.map(([what, evidence, meaning, cause]) => ({ what, evidence, meaning, cause })))(
    '$what: $meaning',
    ({ evidence, meaning, cause }) => {
      const classification = classify(acceptedOf(kind, null), evidence)
      expect(meaningOf(classification)).toBe(meaning)
      if (cause !== undefined) expect(classification.cause).toBe(cause)
      expect('confirmedBy' in classification ? classification.confirmedBy : null).toBe(
        meaning === 'CONFIRMED' ? 'answer' : null,
      )
    },
  )
})

describe('the differences between the kinds', () => {
  it.each([
    ['activate', answer(404, '404 page not found', 'text/plain'), 'UNKNOWN'],
    ['activate', page(404), 'UNKNOWN'],
    ['refund', answer(404, '404 page not found', 'text/plain'), 'resend for another route'],
    ['refund', page(404), 'resend for another route'],
    ['refund', answer(404), 'resend for another route'],
    ['activate', answer(200, '{"status":"Purchased"}'), 'CONFIRMED'],
    ['activate', answer(200, '{"status":"Refunded"}'), 'UNKNOWN'],
    ['refund', answer(200, '{"status":"Refunded"}'), 'CONFIRMED'],
    ['refund', answer(200, '{"status":"Purchased"}'), 'UNKNOWN'],
  ] as const)('%s: %j is %s', (kind, evidence, meaning) => {
    expect(meaningOf(classify(acceptedOf(kind, null), evidence))).toBe(meaning)
  })
})

describe('the classification of an answer to a purchase', () => {
  const customer = { uid: 'c-1' }
  const activatedItem = item()
  const body = (changes: Readonly<Record<string, unknown>> = {}): Evidence =>
    answer(200, JSON.stringify({ status: 'success', customer, activatedItem, ...changes }))

  it.each([
    ['with the item and the customer', body(), 'CONFIRMED'],
    ['without a status', body({ status: null }), 'UNKNOWN'],
    ['with the status of an item', body({ status: 'purchased' }), 'UNKNOWN'],
    ['without an item', body({ activatedItem: null }), 'UNKNOWN'],
    ['about another customer', body({ customer: { uid: 'c-2' } }), 'UNKNOWN'],
    ['without a body', answer(200), 'UNKNOWN'],
    ['that denies its success', body({ success: false }), 'UNKNOWN'],
  ] as const)('for a customer, %s, is %s', (_what, evidence, meaning) => {
    expect(meaningOf(classify(acceptedOf('top-up', CustomerUid.parse('c-1')), evidence))).toBe(meaning)
  })

  it('for a new customer, with whatever customer was made, is CONFIRMED', () => {
    expect(meaningOf(classify(acceptedOf('register', null), body()))).toBe('CONFIRMED')
  })
})

describe('the reason of a classification', () => {
  const accepted = acceptedOf('refund', null)

  it("is the service's own message for a refusal", () => {
    expect(
      classify(accepted, answer(422, '{"title":"No","detail":"This item has been used."}', 'application/problem+json'))
        .reason,
    ).toBe('This item has been used.')
    expect(classify(accepted, answer(400, '{"message":"Not today"}')).reason).toBe('Not today')
    expect(classify(accepted, answer(400, '{"error":"nope"}')).reason).toBe('nope')
    expect(classify(accepted, answer(409, '{"title":"Conflict"}')).reason).toBe('Conflict')
    expect(classify(accepted, answer(409, '{}')).reason).toBe('answer 409')
  })

  it("is the service's own message in plain text too, whatever the classification is", () => {
    const said = (status: number, body: string, contentType = 'text/plain'): unknown => {
      const { reason, ...result } = classify(accepted, answer(status, body, contentType))
      return [meaningOf({ reason, ...result }), reason]
    }
    expect(said(422, 'This item has been used.')).toEqual(['UNKNOWN', 'This item has been used.'])
    expect(said(503, 'Closed until 14:00.')).toEqual(['UNKNOWN', 'Closed until 14:00.'])
    expect(said(429, 'Slower, please.')).toEqual(['REJECTED', 'Slower, please.'])
    expect(said(404, 'There is no such item.')).toEqual(['resend for another route', 'There is no such item.'])
    expect(said(408, '{"message":"late"}', 'application/json')).toEqual(['UNKNOWN', 'late'])
  })

  it.each([
    ['without a type', 'Refunds are closed.', null],
    ['with the type of JSON', 'Refunds are closed.', 'application/json'],
    ['as a JSON string', '"Refunds are closed."', 'application/json'],
  ])('is kept of plain text %s', (_, body, contentType) => {
    expect(classify(accepted, answer(422, body, contentType)).reason).toBe('Refunds are closed.')
  })

  it.each([
    ['that has brackets inside', ' Refunds [all] are closed. ', null],
    ['of a failure of the service', 'Closed', 'text/plain'],
  ])('is kept of plain text %s', (_, body, contentType) => {
    expect(classify(accepted, answer(500, body, contentType)).reason).toBe(body.trim())
  })

  it('is not taken from JSON with a type that is not quite that of JSON, nor after white space', () => {
    for (const type of ['application/jsonish', 'x-application/json'])
      expect(classify(accepted, answer(422, 'No', type)).reason).toBe('answer 422')
    expect(classify(accepted, answer(422, ' {"message":"No', 'application/json')).reason).toBe('answer 422')
    expect(classify(accepted, answer(422, 'No', 'application/hal+json')).reason).toBe('No')
  })

  it('is not taken from JSON that broke off', () => {
    expect(classify(accepted, answer(422, '{"message":"No', 'application/json')).reason).toBe('answer 422')
  })

  it.each([
    ['a page', answer(422, '<html>Gateway</html>', 'text/plain')],
    ['another type', answer(422, 'No', 'application/octet-stream')],
    ['a success', answer(200, 'OK', 'text/plain')],
    ['a refused token', answer(403, '{active = false}', 'text/plain')],
    ['nothing but blanks', answer(422, '  \r\n', 'text/plain')],
  ])('is not taken from %s', (_, evidence) => {
    expect(classify(accepted, evidence).reason).toMatch(/^answer \d{3}$/)
  })

  it('comes with the wait that a 429 asks for', () => {
    expect(
      classify(accepted, { type: 'answer', status: 429, contentType: null, body: '', retryAfter: 17 }),
    ).toMatchObject({ state: 'REJECTED', retryAfter: 17 })
  })

  it('says why there was no token', () => {
    expect(
      classify(accepted, { type: 'failure', cause: 'no_token', written: false, code: 'credentials_rejected' }).reason,
    ).toBe('credentials_rejected')
    expect(classify(accepted, { type: 'failure', cause: 'no_token', written: false, code: null }).reason).toBe(
      'no_token',
    )
    expect(classify(accepted, { type: 'failure', cause: 'reset', written: false, code: 'ECONNRESET' }).reason).toBe(
      'reset',
    )
  })

  it('contains no personal data, code or address, and is short', () => {
    const message =
      'Customer ann@example.com has LPA:1$smdp.example.com$SECRET at https://x.example/?token=1\r\nSet-Cookie'
    const { reason } = classify(accepted, answer(422, JSON.stringify({ detail: message + 'x'.repeat(1000) })))
    expect(reason).not.toMatch(/ann@|SECRET|token=|[\r\n]/)
    expect(reason?.length).toBeLessThanOrEqual(300)
  })
})
