/**
 * One submission from its preview to its final state in the journal: the order of writes, and the effect of each
 * answer.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { OperationPreview } from '#shared/model/operation/operation.ts'
import { CustomerUid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import { checkLimit, checkRunnable, intentOf } from '../../../../../electron/operations/handlers/run.ts'
import type { Journal } from '../../../../../electron/operations/journal/journal.ts'
import type { BoundPreview } from '../../../../../electron/operations/preview/previews.ts'
import {
  requireTimedOut,
  isPermanentFailure,
  timedOutAfter,
} from '../../../../../electron/operations/reconcile/resolvable.ts'
import { execute } from '../../../../../electron/operations/send/send.ts'
import type { OperationRequest } from '../../../../../electron/operations/types.ts'
import type { Evidence, MoneyRequest, ServiceClient } from '../../../../../electron/service/index.ts'
import { failure } from '../../../../support/failure.ts'
import { item } from '../../../shared/model/things.ts'
import { deskNow, journalInMemory, openOf, offlineClient } from '../reads.ts'

const size = { value: 3, unit: 'GB' }
const money = (amount: string, currency = 'USD') => ({ amount, currency })
const agent = { osUser: 'desk', displayName: 'Ann' }
const refund: OperationRequest = { kind: 'refund', itemUid: ItemUid.parse('i') }

function bound(parts: Partial<BoundPreview> = {}, view: object = {}): BoundPreview {
  return {
    view: OperationPreview.parse({
      previewId: 'p1',
      kind: 'refund',
      validUntil: '',
      possible: true,
      reasons: [],
      notes: [],
      customerUid: 'u',
      customerEmail: null,
      itemUid: 'i',
      item: null,
      lastRefusal: null,
      packageName: 'Europe',
      metatag: null,
      size,
      available: size,
      validity: { value: null, unit: null, unlimited: true },
      coverage: { certainty: 'unknown', countrySet: null, countries: [] },
      amount: money('4.50'),
      endsAt: null,
      activatesBy: null,
      refundsThisMonth: 0,
      purchase: null,
      asOf: '',
      ...view,
    }),
    connection: 'identity-1',
    lockKey: 'item:i',
    journalAt: 0,
    requestOf: () => refund,
    sold: null,
    purchase: null,
    readBy: null,
    iccids: [],
    ...parts,
  }
}
const open = openOf(offlineClient())
const intent = (id = 'a') => intentOf(id, bound(), { previewId: 'p1' }, { open, agent, repeats: null })

let journal: Journal
let events: string[]
let requests: MoneyRequest[]

beforeEach(() => {
  journal = journalInMemory()
  events = []
  requests = []
})

describe('a preview', () => {
  it('can be run while nothing has changed', () => {
    expect(
      failure(() => {
        checkRunnable(bound(), journal)
      }),
    ).toBeNull()
  })

  it.each([
    [
      'it is not possible',
      bound({}, { possible: false, reasons: ['used', 'expired'] }),
      'operation_not_possible',
      { reasons: 'used,expired' },
      'The preview shows that this is not possible',
    ],
    [
      'another operation has ended since',
      bound({ lockKey: 'item:ended' }),
      'preview_changed',
      {},
      'Another operation has changed the target since the preview',
    ],
    [
      'another operation is open',
      bound({ lockKey: 'item:open' }),
      'operation_in_progress',
      {},
      'Another operation on the same target is open',
    ],
  ])('can not be run if %s', (_, preview, code, details, message) => {
    journal.begin({ ...intent('ended'), lockKey: 'item:ended' })
    journal.move('ended', { state: 'NOT_SENT', cause: 'test' })
    journal.begin({ ...intent('open'), lockKey: 'item:open' })
    expect(
      failure(() => {
        checkRunnable(preview, journal)
      }),
    ).toMatchObject({ code, details, message })
  })

  it('of a purchase is checked against the present limit', () => {
    expect(
      failure(() => {
        checkLimit(bound(), journal, deskNow, null)
      }),
    ).toBeNull()
    expect(
      failure(() => {
        checkLimit(bound(), journal, deskNow, '4.50')
      }),
    ).toBeNull()
    expect(
      failure(() => {
        checkLimit(bound(), journal, deskNow, '4.49')
      }),
    ).toMatchObject({
      code: 'operation_not_possible',
      message: 'The daily limit does not allow it',
      details: { reasons: 'daily_limit' },
    })
    expect(
      failure(() => {
        checkLimit(bound({}, { amount: null }), journal, deskNow, '100')
      }),
    ).toMatchObject({ details: { reasons: 'price_unknown_for_limit' } })
  })
})

describe('the intent', () => {
  it('contains the agent, the target, the price and the reason', () => {
    expect(
      intentOf(
        'a',
        bound(),
        { previewId: 'p1', refundReason: 'other', ticket: ' T-1\n' },
        { open, agent, repeats: null },
      ),
    ).toEqual({
      id: 'a',
      kind: 'refund',
      lockKey: 'item:i',
      connection: 'identity-1',
      connectionName: 'Shop',
      agent,
      customerUid: 'u',
      itemUid: 'i',
      packageName: 'Europe',
      amount: money('4.50'),
      refundReason: 'other',
      ticket: 'T-1',
      readBy: null,
      purchase: null,
    })
  })
  it('has a reason only if the kind asks for one', () => {
    expect(intent()).toMatchObject({ refundReason: null, ticket: null })
    for (const kind of ['activate', 'register'] as const)
      expect(
        intentOf('a', bound({}, { kind }), { previewId: 'p1', refundReason: 'other' }, { open, agent, repeats: null })
          .refundReason,
      ).toBeNull()
  })
})

const answer = (status: number, body = '', contentType = 'application/json'): Evidence => ({
  type: 'answer',
  status,
  contentType,
  body,
  retryAfter: null,
})
const page404 = answer(404, '<html>', 'text/html')

/** Creates a client that records its calls and returns the given answers in order. */
function client(answers: readonly Evidence[], overrides: Partial<ServiceClient> = {}): ServiceClient {
  const remaining = [...answers]
  return offlineClient({
    prepareMoney: () => Promise.resolve(void events.push('token')),
    moneyRoutes: () => ['/first', '/second'],
    rememberMoneyRoute: (kind, path) => void events.push(`${kind} by ${path}`),
    renewToken: () => Promise.resolve(void events.push('new token')),
    sendMoney: (request) => {
      requests.push(request)
      events.push(
        `sent by ${String(request.path)} in ${String(journal.row('a')?.state)} with ${String(journal.attempts('a').length)}`,
      )
      const next = remaining.shift()
      return next === undefined ? Promise.reject(new Error('no further request is expected')) : Promise.resolve(next)
    },
    ...overrides,
  })
}

async function submit(
  answers: readonly Evidence[],
  {
    request = refund,
    overrides = {},
    customerUid = CustomerUid.parse('u'),
  }: { request?: OperationRequest; overrides?: Partial<ServiceClient>; customerUid?: CustomerUid | null } = {},
): Promise<void> {
  journal.begin({ ...intent(), kind: request.kind })
  await execute({ id: 'a', customerUid }, request, {
    open: openOf(client(answers, overrides)),
    journal,
    onTransition: (id) => void events.push(`notified ${id} ${String(journal.row(id)?.state)}`),
    onIccid: (id, iccid) => void events.push(`${id} has ${iccid}`),
    onSold: ({ customer, relatedEsims }) =>
      void events.push(`sold ${customer.uid} with ${relatedEsims.map(({ uid }) => uid).join()}`),
  })
}
const causes = () => journal.transitions('a').map(({ state, cause }) => `${state}: ${cause}`)
const attempts = () => journal.attempts('a').map(({ number, route, outcome }) => [number, route, outcome])

describe('a submission', () => {
  it('is SENDING with a stored attempt before it is sent, and is notified after its outcome is stored', async () => {
    await submit([answer(200)])
    await new Promise(setImmediate)
    expect(events, 'each notification once').toEqual([
      'token',
      'notified a SENDING',
      'sent by /first in SENDING with 1',
      'refund by /first',
      'notified a CONFIRMED',
    ])
    expect(requests).toEqual([{ ...refund, intentId: 'a', path: '/first' }])
    expect([causes(), attempts()]).toEqual([
      ['INTENT: run', 'SENDING: send', 'CONFIRMED: answer 200'],
      [[1, '/first', 'answer 200']],
    ])
    expect(journal.row('a')).toMatchObject({ confirmed_by: 'answer', reason: null })
  })

  it('that waits for a token is notified as INTENT', async () => {
    await submit([answer(200)], {
      overrides: {
        prepareMoney: () =>
          new Promise((resolve) => {
            setImmediate(resolve)
          }),
      },
    })
    expect(events[0]).toBe('notified a INTENT')
  })

  it('without a token is NOT_SENT with the reason', async () => {
    await submit([], { overrides: { prepareMoney: () => Promise.reject(new DeskError('credentials_rejected', 'no')) } })
    expect([causes(), requests, events]).toEqual([
      ['INTENT: run', 'NOT_SENT: prepare: credentials_rejected'],
      [],
      ['notified a NOT_SENT'],
    ])
    expect(journal.row('a')).toMatchObject({ reason: 'credentials_rejected', confirmed_by: null })
  })

  it.each([
    ['that the service refuses is REJECTED', answer(422, '{"message":"Not today"}'), 'REJECTED', 'Not today'],
    [
      'that gets no answer is UNKNOWN',
      { type: 'failure', cause: 'reset', written: true, code: null } as const,
      'UNKNOWN',
      'reset',
    ],
    [
      'whose bytes were never sent is NOT_SENT',
      { type: 'failure', cause: 'refused', written: false, code: null } as const,
      'NOT_SENT',
      'refused',
    ],
  ])('%s', async (_, evidence, state, reason) => {
    await submit([evidence])
    expect(journal.row('a')).toMatchObject({ state, reason, confirmed_by: null })
    expect(requests).toHaveLength(1)
  })

  it('stores how long the service asks to wait', async () => {
    await submit([{ type: 'answer', status: 429, contentType: null, body: '', retryAfter: 17 }])
    expect(journal.row('a')).toMatchObject({ state: 'REJECTED', retry_after: 17 })
  })

  it('remembers a path on which the service itself has answered', async () => {
    for (const [evidence, remembered] of [
      [answer(422, '{"message":"no"}'), true],
      [answer(404, '{"message":"no"}'), false],
      [answer(429), false],
      [answer(500), false],
    ] as const) {
      journal = journalInMemory()
      events = []
      await submit([evidence])
      expect(events.includes('refund by /first'), JSON.stringify(evidence)).toBe(remembered)
    }
  })
})

describe('a second request', () => {
  it('uses the other path if the service does not know the first one', async () => {
    await submit([page404, answer(200)])
    expect([attempts(), requests.map(({ path }) => path), journal.row('a')?.state]).toEqual([
      [
        [1, '/first', 'answer 404'],
        [2, '/second', 'answer 200'],
      ],
      ['/first', '/second'],
      'CONFIRMED',
    ])
    expect(events).toContain('refund by /second')
  })

  it('selects its path by name if another submission has changed the order meanwhile', async () => {
    let routes = ['/first', '/second']
    const overrides: Partial<ServiceClient> = { moneyRoutes: () => routes }
    const answers = [page404, answer(200)]
    await submit([], {
      overrides: {
        ...overrides,
        sendMoney: (request) => {
          requests.push(request)
          routes = ['/second', '/first']
          return Promise.resolve(answers.shift() ?? answer(500))
        },
      },
    })
    expect([attempts().map(([, route]) => route), requests.map(({ path }) => path)]).toEqual([
      ['/first', '/second'],
      ['/first', '/second'],
    ])
  })

  it.each([
    ['no path is known', [page404, page404], {}, 2],
    ['there is only one path', [page404], { moneyRoutes: () => ['/only'] }, 1],
    ['two tokens are refused', [answer(401), answer(401)], {}, 2],
    ['a path is unknown, then a token is refused', [page404, answer(401)], {}, 2],
  ] as const)('is the last one if %s', async (_, answers, overrides, sends) => {
    await submit(answers, { overrides })
    expect([journal.row('a')?.state, requests.length]).toEqual(['REJECTED', sends])
  })

  it('has a new token if the first one was refused', async () => {
    await submit([answer(401), answer(200)])
    expect(events).toEqual([
      'token',
      'notified a SENDING',
      'sent by /first in SENDING with 1',
      'new token',
      'sent by /first in SENDING with 2',
      'refund by /first',
      'notified a CONFIRMED',
    ])
    expect(attempts()).toEqual([
      [1, '/first', 'answer 401'],
      [2, '/first', 'answer 200'],
    ])
  })

  it('is not sent if no new token is available', async () => {
    await submit([answer(401)], {
      overrides: { renewToken: () => Promise.reject(new DeskError('credentials_rejected', 'no')) },
    })
    expect([requests.length, journal.row('a')]).toMatchObject([
      1,
      { state: 'REJECTED', reason: 'credentials_rejected' },
    ])
    expect(causes().at(-1)).toBe('REJECTED: answer 401')
  })
})

describe('a purchase', () => {
  const request: OperationRequest = {
    kind: 'top-up',
    body: { inventoryItemId: InventoryItemId.parse('p'), metatag: 'a order 7', customerUid: CustomerUid.parse('u') },
  }
  const success = (customer = 'u') =>
    answer(
      200,
      JSON.stringify({
        status: 'success',
        customer: { uid: customer },
        activatedItem: item({ uid: 'made', metatag: 'a order' }),
        esimProfile: { uid: 'e', iccid: '8949000000000000001' },
      }),
    )

  it('is confirmed with its result', async () => {
    await submit([success()], { request })
    expect(journal.row('a')).toMatchObject({
      state: 'CONFIRMED',
      item_uid: 'i',
      esim_uid: 'e',
      charged: '4.50',
      echoed: 'shortened',
    })
    expect(events).toContain('a has 8949000000000000001')
    // Before the outcome is notified, so that a page that opens then has it.
    expect(events.indexOf('sold u with e')).toBeLessThan(events.indexOf('notified a CONFIRMED'))
    expect(requests).toEqual([{ ...request, intentId: 'a', path: '/first' }])
  })

  it('is UNKNOWN if the answer is for another customer', async () => {
    await submit([success('another')], { request })
    expect(journal.row('a')).toMatchObject({ state: 'UNKNOWN', echoed: null })
  })
})

describe('a journal that can not be written', () => {
  const full = (): never => {
    throw new DeskError('journal_unwritable', 'full')
  }
  it('ends the submission without a request before it, and reports `sent` after it', async () => {
    journal.begin(intent())
    const run = (over: Partial<Journal>) =>
      execute({ id: 'a', customerUid: null }, refund, {
        open: openOf(client([answer(200)])),
        journal: { ...journal, ...over },
        onTransition: () => undefined,
        onIccid: () => undefined,
      }).catch((thrown: unknown) => thrown)
    const before = await run({ move: full })
    expect([before, requests]).toMatchObject([{ code: 'journal_unwritable', details: {} }, []])
    expect(before instanceof DeskError && before.details['sent']).toBeUndefined()
    expect(await run({ attemptEnded: full })).toMatchObject({
      code: 'journal_unwritable',
      message: 'full',
      details: { operation: 'a', sent: true },
      cause: { code: 'journal_unwritable' },
    })
  })
})

describe('the resolution as NOT_APPLIED', () => {
  const facts = { unknownFor: timedOutAfter, hasChecked: true, canCheck: true }
  const seconds = (parts: Partial<typeof facts>): unknown => {
    const thrown = failure(() => {
      requireTimedOut({ ...facts, ...parts })
    })
    if (thrown !== null)
      expect(thrown).toMatchObject({
        code: 'operation_not_possible',
        message: 'The operation may still be applied',
        details: { reasons: 'too_early' },
      })
    return thrown instanceof DeskError ? thrown.details['seconds'] : null
  }
  it('is possible a minute after the request ended, and after a check if one is possible', () => {
    expect([
      seconds({}),
      seconds({ hasChecked: false, canCheck: false }),
      seconds({ unknownFor: timedOutAfter * 2 }),
    ]).toEqual([null, null, null])
    expect([
      seconds({ hasChecked: false }),
      seconds({ unknownFor: timedOutAfter - 1 }),
      seconds({ unknownFor: 0 }),
      seconds({ unknownFor: 1500, canCheck: false }),
    ]).toEqual([0, 1, 60, 59])
  })
  it.each([
    ['not_found', true],
    ['not_supported', true],
    ['unreadable_answer', true],
    ['service_refused', true],
    ['address_unreachable', false],
    ['service_timeout', false],
  ] as const)('treats the error %s as permanent: %s', (code, useless) => {
    expect(isPermanentFailure(new DeskError(code, ''))).toBe(useless)
  })
})
