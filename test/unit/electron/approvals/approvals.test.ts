import { beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { DeskLanguage } from '#shared/language.ts'
import { questionTimeout } from '#shared/model/operation/approval.ts'
import { defaultRules } from '#shared/model/operation/purchase.ts'
import { questionsByOperation, createApprovals, type Approvals } from '../../../../electron/approvals/index.ts'
import type { HostQuestion } from '../../../../electron/host/index.ts'

let questions: {
  readonly question: HostQuestion
  readonly signal: AbortSignal
  readonly answer: (isYes: boolean) => void
}[]
let logLines: [string, unknown][]
let now: number
let language: DeskLanguage = 'en'
let approvals: Approvals

const make = (timeout?: number): Approvals => {
  const line = (message: string, facts?: object): void => void logLines.push([message, facts])
  return createApprovals({
    language: () => language,
    ask: (question, signal) => new Promise((answer) => void questions.push({ question, signal, answer })),
    clock: { monotonic: () => now },
    log: { info: line, warn: line },
    ...(timeout === undefined ? {} : { timeout }),
  })
}
const reason = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown instanceof DeskError ? [thrown.code, thrown.details['reason'] ?? null] : thrown),
  )
const last = () => {
  const found = questions.at(-1)
  if (found === undefined) throw new Error('Nothing was asked')
  return found
}
const endpoint = { origin: 'https://api.example.com', proxy: null, caFile: null, linkHost: null }
const refund = {
  operation: 'refund',
  packageName: 'France 3 GB',
  amount: { amount: '60.00', currency: 'USD' },
  customer: 'ada@example.org',
  service: 'api.example.com',
  acceptedBefore: false,
  repeatsUnknown: false,
  refundUnseen: false,
} as const
const small = { ...refund, amount: { amount: '4.50', currency: 'USD' } }

beforeEach(() => {
  language = 'en'
  questions = []
  logLines = []
  now = 0
  approvals = make()
})

describe('a question', () => {
  it.each([
    ['en', 'Record that this was not done?', 'The service has accepted this operation.', 'The package is as before'],
    ['de', 'Als nicht geschehen festhalten?', 'Der Dienst hat diesen Vorgang angenommen.', 'Das Paket ist wie zuvor'],
    ['es', '¿Anotar que no se realizó?', 'El servicio ha aceptado esta operación.', 'El paquete está como antes'],
    [
      'fr',
      'Noter que cela n’a pas été fait\u202f?',
      'Le service a accepté cette opération.',
      'Le forfait est comme avant',
    ],
  ] as const)('before a refund counts as not done shows what was seen of it, here in %s', (shown, title, why, seen) => {
    language = shown
    const { operation, packageName, amount, customer, service } = refund
    const facts = { operation, packageName, amount, customer, service, sentAt: 0, checks: 3 }
    void reason(approvals.notApplied({ ...facts, lastCheck: 'unchanged', isAccepted: true }))
    const { question } = last()
    expect([question.title, question.text.startsWith(why)]).toEqual([title, true])
    expect(question.facts.map(({ value }) => value)).toEqual([
      expect.any(String),
      '60.00 USD',
      'France 3 GB',
      'ada@example.org',
      'api.example.com',
      new Date(0).toLocaleString(shown),
      '3',
      seen,
    ])
  })

  it.each([
    ['de', 'Diesen Vorgang senden?', 'Betrag'],
    ['es', '¿Enviar esta operación?', 'Importe'],
    ['fr', 'Envoyer cette opération\u202f?', 'Montant'],
  ] as const)('is asked in the language that is shown, here %s', (shown, title, amount) => {
    language = shown
    void reason(approvals.money(refund, '50'))
    const { question } = last()
    expect(question).toMatchObject({ language: shown, title })
    expect(question.facts[1]).toEqual({ label: amount, value: '60.00 USD' })
  })

  it('shows the facts of the main process, and its answer decides', async () => {
    const yes = reason(approvals.money(refund, '50'))
    expect(last().question).toEqual({
      language: 'en',
      title: 'Send this operation?',
      text: expect.stringMatching(/^The amount is above 50 USD/),
      facts: [
        { label: 'Operation', value: 'Refund a package' },
        { label: 'Amount', value: '60.00 USD' },
        { label: 'Package', value: 'France 3 GB' },
        { label: 'Customer', value: 'ada@example.org' },
        { label: 'Service', value: 'api.example.com' },
      ],
      yes: 'Send it',
      no: "Don't send it",
    })
    last().answer(true)
    expect(await yes).toBe('done')
    const no = reason(approvals.money(refund, '50'))
    last().answer(false)
    expect(await no).toEqual(['not_approved', 'refused'])
    expect(logLines).toEqual([
      ['A person was asked', { question: 'money', answer: 'yes' }],
      ['A person was asked', { question: 'money', answer: 'refused' }],
    ])
  })

  it('shows foreign text on one line and truncated', () => {
    void reason(approvals.money({ ...refund, packageName: `Free\n\nAmount: 0.00 USD\u202e${'x'.repeat(1000)}` }, '50'))
    const { value = '' } = last().question.facts[2] ?? {}
    expect(value).toMatch(/^Free Amount: 0\.00 USD x+…$/)
    expect(value.length).toBeLessThan(170)
  })

  it('is the only open one: another one is refused as approval_pending', async () => {
    const first = reason(approvals.money(refund, '50'))
    expect(await reason(approvals.service(endpoint, []))).toEqual(['approval_pending', null])
    expect(questions).toHaveLength(1)
    last().answer(true)
    expect(await first).toBe('done')
  })

  it('without an answer in time is refused and closed', async () => {
    approvals = make(10)
    expect(await reason(approvals.money(refund, '50'))).toEqual(['not_approved', 'no_answer'])
    expect(last().signal.aborted).toBe(true)
  })

  it('that is answered too late approves nothing', async () => {
    approvals = make(10)
    expect(await reason(approvals.service(endpoint, []))).toEqual(['not_approved', 'no_answer'])
    last().answer(true)
    void reason(approvals.service(endpoint, []))
    expect(questions).toHaveLength(2)
  })

  it('that can not be shown is refused', async () => {
    approvals = createApprovals({
      language: () => 'en',
      ask: () => Promise.reject(new Error('no display')),
      clock: { monotonic: () => now },
      log: { info: () => undefined, warn: () => undefined },
    })
    expect(await reason(approvals.money(refund, '50'))).toEqual(['not_approved', 'no_answer'])
  })

  it('is not shown after three refusals in a minute, until the minute is over', async () => {
    for (let times = 0; times < 3; times += 1) {
      const answered = reason(approvals.money(refund, '50'))
      last().answer(false)
      await answered
    }
    expect(await reason(approvals.service(endpoint, []))).toEqual(['not_approved', 'too_many'])
    expect(questions).toHaveLength(3)
    now += 60_000
    void reason(approvals.service(endpoint, []))
    expect(questions).toHaveLength(4)
  })

  it('is closed when the desk closes, and no other one is shown after that', async () => {
    const open = reason(approvals.money(refund, '50'))
    approvals.close()
    expect(await open).toEqual(['not_approved', 'closing'])
    expect(last().signal.aborted).toBe(true)
    expect(await reason(approvals.money(refund, '50'))).toEqual(['not_approved', 'closing'])
    expect(questions).toHaveLength(1)
  })
})

describe('a question is not needed', () => {
  it('for five small operations in a minute, but for the sixth one', async () => {
    for (let times = 0; times < 5; times += 1) await approvals.money(small, '50')
    expect(questions).toEqual([])
    const sixth = reason(approvals.money(small, '50'))
    expect(last().question.text).toMatch(/^More than 5 operations were sent within a minute/)
    last().answer(true)
    await sixth
    for (let times = 0; times < 4; times += 1) await approvals.money(small, '50')
    void reason(approvals.money(small, '50'))
    expect(questions).toHaveLength(2)
  })

  it('for an endpoint that is stored or was approved, by any path', async () => {
    await approvals.service(endpoint, [endpoint])
    const tested = approvals.service({ ...endpoint, proxy: 'http://proxy.example.com' }, [endpoint])
    last().answer(true)
    await tested
    await approvals.service({ ...endpoint, proxy: 'http://proxy.example.com' }, [])
    expect(questions).toHaveLength(1)
  })

  it.each([
    [{ origin: 'https://other.example.com' }],
    [{ proxy: 'direct' }],
    [{ caFile: '/tmp/own.pem' }],
    [{ linkHost: 'links.example.com' }],
  ])('for a stored endpoint, but for %j', async (change) => {
    const answered = reason(approvals.service({ ...endpoint, ...change }, [endpoint]))
    expect(questions).toHaveLength(1)
    last().answer(false)
    expect(await answered).toEqual(['not_approved', 'refused'])
  })

  it('for a mail to the address on record', async () => {
    await approvals.recipient({
      to: ' Ada@Example.org',
      expected: 'ada@example.org',
      customer: 'ada@example.org',
      iccid: '89',
    })
    expect(questions).toEqual([])
    void reason(approvals.recipient({ to: 'eve@example.org', expected: null, customer: 'c-1', iccid: '89' }))
    expect(last().question.facts.map(({ value }) => value)).toEqual(['eve@example.org', 'c-1', '89'])
  })

  it('for rules that protect more', async () => {
    await approvals.rules(defaultRules, { ...defaultRules, dailyLimit: '10', askAbove: '5' }, 'api.example.com')
    expect(questions).toEqual([])
    void reason(approvals.rules(defaultRules, { ...defaultRules, askAbove: '51' }, 'api.example.com'))
    expect(last().question.facts.at(-1)).toEqual({ label: 'Ask a person above, in USD', value: '50 → 51' })
  })
})

describe('activation codes', () => {
  const thirty = () => Promise.all(Array.from({ length: 30 }, () => reason(approvals.code())))

  it('that are requested at once are ten, and one question for the others', async () => {
    const all = thirty()
    await Promise.resolve()
    expect(questions).toHaveLength(1)
    last().answer(false)
    const ends = await all
    expect(ends.filter((end) => end === 'done')).toHaveLength(10)
    expect(ends.filter((end) => Array.isArray(end) && end[0] === 'not_approved')).toHaveLength(20)
  })

  it('are available after an approval for as many sheets as one file has', async () => {
    const all = thirty()
    last().answer(true)
    expect(new Set(await all)).toEqual(new Set(['done']))
    for (let times = 0; times < 480; times += 1) await approvals.code()
    void reason(approvals.code())
    expect(questions).toHaveLength(2)
  })
})

describe('many mails', () => {
  it('are asked about once, with their number, if they are more than a person mails in the time', async () => {
    const answer = approvals.mails(11)
    expect(last().question).toMatchObject({
      title: 'Mail many activation codes?',
      facts: [{ label: 'Mails', value: '11' }],
    })
    last().answer(true)
    expect(await answer).toBe(true)
    const refused = reason(approvals.mails(11))
    last().answer(false)
    expect(await refused).toEqual(['not_approved', 'refused'])
  })

  it('are counted together with the codes of the last minute', async () => {
    expect(await approvals.mails(10)).toBe(false)
    await approvals.code()
    const answer = approvals.mails(10)
    expect(questions).toHaveLength(1)
    last().answer(true)
    expect(await answer).toBe(true)
    now = 60_001
    expect(await approvals.mails(10)).toBe(false)
    expect(questions).toHaveLength(1)
  })

  it('allow no other code to be read', async () => {
    const answer = approvals.mails(100)
    last().answer(true)
    await answer
    for (let times = 0; times < 10; times += 1) await approvals.code()
    void reason(approvals.code())
    expect(questions).toHaveLength(2)
  })
})

describe('the table', () => {
  const operations = Object.entries(contract).flatMap(([namespace, specs]) =>
    Object.entries(specs).map(([name, spec]) => ({ namespace, name, timeout: spec.timeout })),
  )
  const ofTable: Readonly<Record<string, Readonly<Record<string, 'never' | readonly string[]>>>> = questionsByOperation

  it.each(operations)(
    'contains $namespace.$name, whose timeout covers the answers of a person',
    ({ namespace, name, timeout }) => {
      const entry = ofTable[namespace]?.[name]
      expect(entry).toBeDefined()
      if (entry === 'never' || entry === undefined) return
      // Concurrent requests for codes share one question.
      expect(timeout).toBeGreaterThanOrEqual(entry.length * questionTimeout + 30_000)
    },
  )

  it('contains only operations of the bridge', () => {
    expect(
      Object.entries(questionsByOperation)
        .flatMap(([namespace, entries]) => Object.keys(entries).map((name) => `${namespace}.${name}`))
        .toSorted(),
    ).toEqual(operations.map(({ namespace, name }) => `${namespace}.${name}`).toSorted())
  })
})
