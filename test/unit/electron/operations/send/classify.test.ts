import { describe, expect, it } from 'vitest'
import { classify, type AnswerTarget } from '../../../../../electron/operations/send/classify.ts'
import { hasSeveralRoutes } from '../../../../../electron/operations/kinds.ts'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { Evidence } from '../../../../../electron/service/index.ts'
import { item } from '../../../shared/model/things.ts'
import { answer, answerForms, formsByKind, page, type Meaning } from './answerForms.ts'

const customerUid = CustomerUid.parse('customer-1')
const targetOf = (kind: AnswerTarget['kind'], changes: Partial<AnswerTarget> = {}) => ({
  kind,
  itemUid: ItemUid.parse('item-1'),
  customerUid,
  severalRoutes: hasSeveralRoutes(kind),
  ...changes,
})
const meaningOf = (result: ReturnType<typeof classify>): Meaning =>
  'class' in result ? result.class : `resend for another ${result.resend}`

describe.each(['activate', 'refund'] as const)('the classification of an answer to %s', (kind) => {
  it.each(answerForms)('$what: $meaning', ({ evidence, meaning, ...form }) => {
    const found = classify(targetOf(kind), evidence)
    expect(meaningOf(found)).toBe(meaning)
    if ('reason' in form) expect(found.reason).toBe(form.reason)
  })

  it('has the class in the cause of an answer whose status does not show it', () => {
    expect(classify(targetOf(kind), answer(200)).cause).toBe('answer 200')
    expect(classify(targetOf(kind), answer(200, '{"success":false}')).cause).toBe('answer 200 denied')
    expect(classify(targetOf(kind), answer(202)).cause).toBe('answer 202 open')
    expect(classify(targetOf(kind), answer(422)).cause).toBe('answer 422')
    expect(classify(targetOf(kind), page(502)).cause).toBe('answer 502')
  })
})

it.each(formsByKind)('an answer to %s that is $what: $meaning', (kind, { evidence, meaning }) => {
  expect(meaningOf(classify(targetOf(kind), evidence))).toBe(meaning)
})

it('an answer of a megabyte of nested members, of elements or of words leaves it open, with few words', () => {
  const deep = '{"a":'.repeat(50_000) + 'true' + '}'.repeat(50_000)
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${String(at)}`, [at]])))
  const things = JSON.stringify({ x: Array.from({ length: 100_000 }, () => ({ activatedItem: 1 })) })
  expect(meaningOf(classify(targetOf('register', { itemUid: null, customerUid: null }), answer(200, things)))).toBe(
    'open',
  )
  for (const body of [deep, wide, `[${'{},'.repeat(100_000)}{}]`, JSON.stringify({ message: 'x'.repeat(1_000_000) })]) {
    const found = classify(targetOf('refund'), answer(200, body, 'application/json'))
    expect(meaningOf(found)).toBe('open')
    expect(found.reason?.length).toBeLessThanOrEqual(300)
  }
})

describe('the classification of an answer to a purchase', () => {
  const customer = { uid: 'customer-1' }
  const activatedItem = item()
  const body = (changes: Readonly<Record<string, unknown>> = {}): Evidence =>
    answer(200, JSON.stringify({ status: 'success', customer, activatedItem, ...changes }))

  const top = targetOf('top-up', { itemUid: null })

  it.each([
    ['with the item and the customer', body(), 'accepted'],
    ['with status 201', { ...body(), status: 201 }, 'accepted'],
    ['in an envelope', answer(200, JSON.stringify({ data: { customer, activatedItem } })), 'accepted'],
    ['without a status', body({ status: null }), 'accepted'],
    ['with another status', body({ status: 'ACTIVE' }), 'accepted'],
    ['with an item of which only the uid can be read', body({ activatedItem: { uid: 'i-1', balance: 7 } }), 'accepted'],
    ['with an eSIM that can not be read', body({ esimProfile: { uid: 7 } }), 'accepted'],
    ['with status 202', { ...body(), status: 202 }, 'open'],
    ['without an item', body({ activatedItem: null }), 'open'],
    ['without an item, with a word of success alone', answer(200, '{"status":"success"}'), 'open'],
    ['about another customer', body({ customer: { uid: 'c-2' } }), 'open'],
    ['without a body', answer(200), 'open'],
    ['as a page', page(200), 'open'],
    ['that denies its success', body({ success: false }), 'open'],
    ['that denies it without an item', answer(200, '{"errorCode":"E1","errorMsg":"No credits"}'), 'denied'],
    ['that fails as a problem', answer(200, '{"title":"No credits"}', 'application/problem+json'), 'denied'],
    [
      'with data of the item and the customer that are named like signs',
      body({ customer: { ...customer, code: 'K-991' }, activatedItem: { ...activatedItem, code: 'EU-5GB' } }),
      'accepted',
    ],
    ['that is queued', answer(200, '{"statusCode":202}'), 'open'],
    ['that is refused in plain text', answer(402, 'No credits', 'text/plain'), 'refused'],
    ['to an unknown path', answer(404, 'Not found', 'text/plain'), 'refused'],
  ] as const)('for a customer, %s, is %s', (_what, evidence, meaning) => {
    expect(meaningOf(classify(top, evidence))).toBe(meaning)
  })

  it('for a new customer, with whatever customer was made, is accepted', () => {
    const target = targetOf('register', { itemUid: null, customerUid: null })
    expect(meaningOf(classify(target, body({ customer: { uid: 'new' } })))).toBe('accepted')
    expect(meaningOf(classify(target, body({ customer: { email: 'a@b.example' } })))).toBe('open')
  })
})

describe('the reason of a classification', () => {
  const accepted = targetOf('refund')

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
    const classified = (status: number, body: string, contentType = 'text/plain'): unknown => {
      const found = classify(accepted, answer(status, body, contentType))
      return [meaningOf(found), found.reason]
    }
    expect(classified(422, 'This item has been used.')).toEqual(['refused', 'This item has been used.'])
    expect(classified(503, 'Closed until 14:00.')).toEqual(['unclear', 'Closed until 14:00.'])
    expect(classified(429, 'Slower, please.')).toEqual(['refused', 'Slower, please.'])
    expect(classified(404, 'There is no such item.')).toEqual(['resend for another route', 'There is no such item.'])
    expect(classified(408, '{"message":"late"}', 'application/json')).toEqual(['unclear', 'late'])
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
    expect(classify(accepted, evidence).reason).toMatch(/^answer \d{3}(?: open)?$/)
  })

  it('comes with the wait that a 429 asks for', () => {
    expect(
      classify(accepted, { type: 'answer', status: 429, contentType: null, body: '', retryAfter: 17 }),
    ).toMatchObject({ class: 'refused', retryAfter: 17 })
  })

  it('reports why there was no token', () => {
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
