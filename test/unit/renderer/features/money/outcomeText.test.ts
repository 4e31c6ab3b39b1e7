/**
 * The text of an operation's outcome. The words "Activated", "Refunded" and others are fixed, because programs outside
 * look for them.
 *
 * @module-tag long
 */
import { describe, expect, test } from 'vitest'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import OutcomeLines from '../../../../../renderer/features/money/OutcomeLines.vue'
import { mounted, read, text } from '../../support/mounted.ts'
import { usePendingNavigation } from '../../../../../renderer/lib/pendingNavigation.ts'
import { customer, customerUid, item, itemUid, now, operation } from '../../support/samples.ts'
import { ItemUid } from '#shared/wire/ids.ts'

const sentencesOf = (changes: Partial<OperationRow>): string =>
  read(mounted(OutcomeLines, { operations: [operation(changes)] }).get('[role=status]'))

describe('the fixed words', () => {
  test.each([
    [{ kind: 'activate', state: 'CONFIRMED' }, 'Activated'],
    [{ kind: 'refund', state: 'CONFIRMED' }, 'Refunded'],
    [{ kind: 'register', state: 'CONFIRMED' }, 'Bought'],
    [{ kind: 'top-up', state: 'CONFIRMED' }, 'Bought'],
    [{ kind: 'top-up-with-profile', state: 'CONFIRMED', confirmedBy: 'reference' }, 'Bought'],
    [{ state: 'REJECTED' }, 'Rejected'],
    [{ state: 'NOT_SENT' }, 'Not sent'],
    [{ state: 'UNKNOWN' }, 'Unconfirmed'],
    [{ state: 'NEEDS_HUMAN' }, 'Needs you'],
  ] as const)('%o begins with %s', (changes, word) => {
    expect(sentencesOf(changes).startsWith(`${word}: Europe 3 GB`)).toBe(true)
  })
})

test("a refusal shows the service's own words as text", () => {
  const shown = sentencesOf({ state: 'REJECTED', reason: '<b>The monthly maximum is reached</b>', retryAfter: 12.2 })
  expect(shown).toContain(text('money.outcome.reasonOfService', { reason: '<b>The monthly maximum is reached</b>' }))
  expect(shown).toContain(text('money.outcome.retryAfter', { count: 13 }))
})

test.each([
  ['activate', 'REJECTED', text('money.outcome.rejectedActivateText')],
  ['refund', 'REJECTED', text('money.outcome.rejectedRefundText')],
  ['activate', 'NOT_APPLIED', text('money.outcome.notAppliedText.activate')],
  ['refund', 'NOT_APPLIED', text('money.outcome.notAppliedText.refund')],
  ['top-up', 'NOT_APPLIED', text('money.outcome.notAppliedText.purchase')],
] as const)('of an operation to %s that is %s it says: %s', (kind, state, expected) => {
  expect(sentencesOf({ kind, state })).toContain(expected)
})

test("an operation that turned out not to have happened still shows the service's own words", () => {
  expect(sentencesOf({ state: 'NOT_APPLIED', reason: 'Refunds are closed.' })).toContain(
    text('money.outcome.reasonInAnswer', { reason: 'Refunds are closed.' }),
  )
})

test.each(['REJECTED', 'UNKNOWN', 'NEEDS_HUMAN'] as const)(
  'the text for a ticket is offered where it is %s',
  (state) => {
    expect(sentencesOf({ state })).toContain(text('operations.ticket.button'))
  },
)

test.each(['CONFIRMED', 'NOT_APPLIED'] as const)('no ticket is offered where it is %s', (state) => {
  expect(sentencesOf({ state })).not.toContain(text('operations.ticket.button'))
})

test('a refusal without words shows its status without quoting it', () => {
  const shown = sentencesOf({ state: 'REJECTED', reason: 'answer 409' })
  expect(shown).toContain(text('money.outcome.statusOnly', { status: '409' }))
  expect(shown).not.toContain('“')
})

test('of two packages of a name the line says which one was refunded, also when the service lists it no more', async () => {
  const other = item({ uid: ItemUid.parse('i-2'), metatag: 'order 18' })
  const both = customer({ items: [item({ phase: 'refunded', salesDate: null }), other] })
  const lines = mounted(OutcomeLines, { operations: [operation()], customer: both })
  expect(read(lines)).toContain(
    `${text('money.outcome.refunded')}: Europe 3 GB · order 17${text('money.outcome.refundText.answer', { amount: '$4.50' })}`,
  )
  await lines.setProps({ customer: customer({ items: [other] }) })
  expect(read(lines)).toContain(
    `${text('money.outcome.refunded')}: Europe 3 GB · order 17${text('money.outcome.refundText.answer', { amount: '$4.50' })}`,
  )
  const alone = mounted(OutcomeLines, { operations: [operation()], customer: customer() })
  const line = `${text('money.outcome.refunded')}: Europe 3 GB`
  expect([read(alone).startsWith(line), read(alone).startsWith(`${line} ·`)]).toEqual([true, false])
})

test('the day of the sale says it too', () => {
  const items = [item({ metatag: null }), item({ uid: ItemUid.parse('i-2') })]
  const lines = mounted(OutcomeLines, { operations: [operation()], customer: customer({ items }) })
  const sold = text('customer.packages.soldOn', { date: 'Nov 11, 2026' })
  expect(read(lines).startsWith(`${text('money.outcome.refunded')}: Europe 3 GB · ${sold}`)).toBe(true)
})

describe('a refund whose answer got lost', () => {
  const lost = operation({ confirmedBy: 'state' })
  const seen = (view: CustomerView | null): string => {
    const lines = mounted(OutcomeLines, { operations: [lost], customer: view })
    return read(lines.get('[role=status]'))
  }
  const amount = { amount: '$4.50' }
  const probably = (what: 'gone' | 'state'): string =>
    [
      text('money.outcome.how.lost'),
      text(`money.outcome.refundText.${what}`),
      text('money.outcome.refundText.stateAmount', amount),
    ].join('')

  test('is certain where the service lists the package as refunded', () => {
    const shown = seen(customer({ items: [item({ phase: 'refunded' })] }))
    expect(shown.startsWith(`${text('money.outcome.refunded')}: `)).toBe(true)
    expect(shown).toContain(
      [
        text('money.outcome.how.lost'),
        text('money.outcome.refundText.listed'),
        text('money.outcome.refundText.listedAmount', amount),
      ].join(''),
    )
    for (const key of ['state', 'stateAmount', 'gone'])
      expect(shown).not.toContain(text(`money.outcome.refundText.${key}`, amount))
  })

  test('is very probable where the service no longer lists it', () => {
    const shown = seen(customer({ items: [] }))
    expect(shown.startsWith(`${text('money.outcome.probablyRefunded')}: `)).toBe(true)
    expect(shown).toContain(probably('gone'))
  })

  test.each([
    ['open', text('money.outcome.how.open')],
    ['unclear', text('money.outcome.how.unclear')],
  ] as const)('is not reported as one without an answer where the answer was %s', (answer, words) => {
    const view = customer({ items: [item({ phase: 'refunded' })] })
    const lines = mounted(OutcomeLines, { operations: [{ ...lost, answer }], customer: view })
    expect(read(lines.get('[role=status]'))).toContain(words)
    expect(read(lines.get('[role=status]'))).not.toContain(text('money.outcome.how.lost'))
  })

  test.each([
    ['without the customer', null],
    ['with packages that were left out', customer({ items: [], omittedItems: 1 })],
    ['with the package as it was before', customer()],
  ])('is very probable %s, by either of the two', (_, view) => {
    expect(seen(view).startsWith(`${text('money.outcome.probablyRefunded')}: `)).toBe(true)
    expect(seen(view)).toContain(probably('state'))
  })
})

describe('an operation that the service accepted and does not show', () => {
  const accepted = (changes: Partial<OperationRow>): string => sentencesOf({ answer: 'accepted', ...changes })

  test('is unconfirmed, and nothing says that its answer got lost or that it is done', () => {
    const waiting = accepted({ state: 'UNKNOWN' })
    expect(waiting.startsWith(`${text('money.outcome.unknown')}: `)).toBe(true)
    expect(waiting).toContain(text('money.outcome.notShown.waiting'))
    expect(waiting).not.toContain(text('money.outcome.how.lost'))
    for (const key of ['answer', 'answerNoAmount', 'listedAmount'])
      expect(waiting).not.toContain(text(`money.outcome.refundText.${key}`, { amount: '$4.50' }))
    expect(accepted({ state: 'UNKNOWN', nextCheck: now })).toContain(text('money.outcome.notShown.checking'))
  })

  test('needs a person after its time', () => {
    const shown = accepted({ state: 'NEEDS_HUMAN' })
    expect(shown.startsWith(`${text('money.outcome.needsHuman')}: `)).toBe(true)
    expect(shown).toContain(text('money.outcome.notShown.over'))
  })

  test('counts by its answer alone where the service shows no refunds, and the text says so', () => {
    const shown = accepted({ state: 'CONFIRMED', confirmedBy: 'answer', isShown: false })
    expect(shown.startsWith(`${text('money.outcome.refunded')}: `)).toBe(true)
    expect(shown).toContain(text('money.outcome.refundText.hidden'))
    expect(shown).not.toContain(text('money.outcome.refundText.answerNoAmount'))
  })
})

describe('an operation that was refused although the customer has its change', () => {
  test.each([
    ['refund', 'refunded', text('money.outcome.changedAnyway.refund')],
    ['activate', 'active', text('money.outcome.changedAnyway.activate')],
  ] as const)('to %s says so, and asks for no ticket', (kind, phase, words) => {
    const view = customer({ items: [item({ phase })] })
    const rejected = operation({ kind, state: 'REJECTED', reason: 'Not possible' })
    const shown = read(mounted(OutcomeLines, { operations: [rejected], customer: view }).get('[role=status]'))
    expect(shown).toContain(words)
    expect(shown).toContain(text('money.outcome.reasonOfService', { reason: 'Not possible' }))
    for (const key of [
      'money.outcome.rejectedActivateText',
      'money.outcome.rejectedRefundText',
      'money.outcome.refundRejectedNext',
      'operations.ticket.button',
    ])
      expect(shown).not.toContain(text(key))
  })

  test('says so of a refund by the refusal itself, before a read shows it', () => {
    const shown = sentencesOf({ kind: 'refund', state: 'REJECTED', reason: 'This item was already refunded.' })
    expect(shown).toContain(text('money.outcome.changedAnyway.refund'))
    expect(shown).not.toContain(text('money.outcome.refundRejectedNext'))
  })

  test('says that somebody else’s refund is under way, and not that nothing has changed', () => {
    const shown = sentencesOf({ kind: 'refund', state: 'REJECTED', reason: 'A refund is already in progress' })
    expect(shown).toContain(text('money.outcome.refundUnderWay'))
    expect(shown).not.toContain(text('money.outcome.rejectedRefundText'))
    expect(shown).not.toContain(text('money.outcome.refundRejectedNext'))
  })

  test('says so by the read of the check alone, before the customer is shown again', () => {
    const shown = sentencesOf({ kind: 'activate', state: 'REJECTED', changedAnyway: true })
    expect(shown).toContain(text('money.outcome.changedAnyway.activate'))
  })
})

test.each([
  ['NOW', text('money.outcome.startsDifferently.now')],
  ['ON_DEMAND', text('money.outcome.startsDifferently.later')],
] as const)('a purchase for %s that starts otherwise says so', (mode, words) => {
  expect(
    sentencesOf({ kind: 'top-up', state: 'CONFIRMED', confirmedBy: 'answer', mode, startsDifferently: true }),
  ).toContain(words)
})

test.each(['UNKNOWN', 'NEEDS_HUMAN'] as const)('beside an outcome that is %s is the link to record it', (state) => {
  const links = mounted(OutcomeLines, { operations: [operation({ state })] }).findAll('a')
  expect(links.map((link) => [read(link), link.attributes('href')])).toEqual([
    [text('operations.needsPerson.record'), `/operations/${operation().id}`],
  ])
})

test('the code explains why nothing was sent', () => {
  expect(sentencesOf({ state: 'NOT_SENT', reason: 'credentials_rejected' })).toContain(
    text('errors.credentials_rejected.what'),
  )
})

test('an unknown outcome says not to submit again and offers a check', () => {
  const wrapper = mounted(OutcomeLines, { operations: [operation({ state: 'UNKNOWN' })] })
  expect(read(wrapper)).toContain(text('money.outcome.unknownRefund'))
  expect(wrapper.findAll('button').map(read)).toEqual([text('operations.checkNow'), text('operations.ticket.button')])
})

test.each(['UNKNOWN', 'NEEDS_HUMAN'] as const)('an outcome that is %s quotes what the answer said', (state) => {
  expect(sentencesOf({ state, reason: 'This item has been used.' })).toContain(
    text('money.outcome.reasonInAnswer', { reason: 'This item has been used.' }),
  )
  for (const reason of ['answer 422', 'timeout total', 'address_unreachable', null])
    expect(sentencesOf({ state, reason })).not.toContain(
      text('money.outcome.reasonInAnswer', { reason: '|' }).split('|')[0],
    )
})

test("an operation of another connection can't be checked, and the text says so", () => {
  const wrapper = mounted(OutcomeLines, { operations: [operation({ state: 'UNKNOWN', current: false })] })
  expect(wrapper.findAll('button').map(read)).toEqual([text('operations.ticket.button')])
  expect(read(wrapper)).toContain(text('money.outcome.otherConnection'))
})

describe('a purchase', () => {
  const bought = { kind: 'register', state: 'CONFIRMED' } as const

  test('says what it cost', () => {
    expect(sentencesOf(bought)).toContain(text('money.outcome.boughtText.answer', { amount: '$4.50' }))
  })

  test('mentions the charge only if it differs from the agreed amount', () => {
    expect(sentencesOf({ ...bought, charged: { amount: '5.00', currency: 'USD' } })).toContain(
      text('money.outcome.charged', { charged: '$5.00', amount: '$4.50' }),
    )
    expect(sentencesOf({ ...bought, charged: { amount: '4.5', currency: 'USD' } })).not.toContain(
      text('money.outcome.charged', { charged: '$4.50', amount: '$4.50' }),
    )
  })

  test('says that the reference was shortened or changed', () => {
    expect(sentencesOf({ ...bought, echoed: 'shortened' })).toContain(text('money.outcome.echoed.shortened'))
    expect(sentencesOf({ ...bought, echoed: 'changed' })).toContain(text('money.outcome.echoed.changed'))
    for (const echoed of ['shortened', 'changed'])
      expect(sentencesOf({ ...bought, echoed: 'same' })).not.toContain(text(`money.outcome.echoed.${echoed}`))
  })

  test('that was refused took no credits and waits for a correction', () => {
    const shown = sentencesOf({ kind: 'top-up', state: 'REJECTED', reason: 'wrong set' })
    for (const key of ['rejectedPurchaseText', 'reasonOfService', 'boughtRejectedNext'])
      expect(shown).toContain(text(`money.outcome.${key}`, { reason: 'wrong set' }))
  })

  test('that needs a person names what to look for', () => {
    expect(sentencesOf({ kind: 'register', state: 'NEEDS_HUMAN' })).toContain(operation().id)
  })

  test('that was executed twice links to the refund of the duplicate', async () => {
    const duplicate = { customerUid, itemUid, foundAt: now }
    const wrapper = mounted(OutcomeLines, { operations: [operation({ ...bought, duplicates: [duplicate] })] })
    const pendingNavigation = usePendingNavigation()
    await wrapper
      .findAll('button')
      .find((button) => read(button) === text('money.outcome.refundTwin'))
      ?.trigger('click')
    expect(pendingNavigation.waiting).toEqual({ what: 'refund', customerUid, itemUid, esimUid: null })
  })
})

test('an unknown outcome shows the number of checks and counts down to the next one', () => {
  const nextCheck = new Date(Date.now() + 15_000).toISOString()
  const waiting = sentencesOf({ state: 'UNKNOWN', checks: 2, nextCheck })
  expect(waiting).toContain(text('money.outcome.unknownRefundLive'))
  const next = (count: number): string =>
    text('money.outcome.look.next', {
      asked: text('money.outcome.look.asked', { count: 2 }),
      time: text('money.outcome.look.seconds', { count }),
    })
  expect([14, 15].some((count) => waiting.includes(next(count)))).toBe(true)
  expect(sentencesOf({ state: 'UNKNOWN', checks: 1, nextCheck: null, checking: true })).toContain(
    text('money.outcome.look.now'),
  )
  const over = sentencesOf({ state: 'UNKNOWN', checks: 8, nextCheck: null })
  expect(over).toContain(text('money.outcome.unknownRefund'))
  expect(over).toContain(text('money.outcome.look.over', { asked: text('money.outcome.look.asked', { count: 8 }) }))
})

test('an operation that a button above checks has no second one, and others have theirs', () => {
  const operations = [
    operation({ state: 'UNKNOWN', current: true }),
    operation({ id: 'other', state: 'UNKNOWN', current: true }),
  ]
  const checks = (checkedAbove: string | null): number =>
    mounted(OutcomeLines, { operations, checkedAbove })
      .findAll('button')
      .filter((button) => read(button) === text('operations.checkNow')).length
  expect(checks(null)).toBe(2)
  expect(checks(operation().id)).toBe(1)
})

test('a final outcome can be dismissed and links to its journal entry', async () => {
  const wrapper = mounted(OutcomeLines, { operations: [operation()] })
  expect(wrapper.get('a').attributes('href')).toBe(`/operations/${operation().id}`)
  await wrapper.get('button').trigger('click')
  expect(wrapper.emitted('dismiss')).toEqual([[operation().id]])
})

test('the live region exists before it has content', () => {
  expect(mounted(OutcomeLines, { operations: [] }).find('[role=status]').exists()).toBe(true)
})

describe('the place for a refusal', () => {
  const hasClass = (lines: ReturnType<typeof mounted>, name: string): boolean =>
    lines.get('.outcomes').classes().includes(name)
  const hasPlace = (lines: ReturnType<typeof mounted>): boolean => hasClass(lines, 'refusable')

  test('is half there while the dialog waits, and given up by a success that it covers', async () => {
    const lines = mounted(OutcomeLines, { operations: [], expected: 'refund' })
    const isHalfThere = (): boolean => hasClass(lines, 'awaited') && !hasPlace(lines)
    expect(isHalfThere()).toBe(true)
    await lines.setProps({ operations: [operation({ state: 'SENDING' })] })
    expect(isHalfThere()).toBe(true)
    await lines.setProps({ operations: [operation()], expected: null })
    expect([hasClass(lines, 'awaited'), hasPlace(lines)]).toEqual([false, false])
    await lines.setProps({ operations: [operation({ state: 'REJECTED' })] })
    expect(hasPlace(lines)).toBe(true)
  })

  test('is kept after a success that the agent has seen open, as long as the page is open', async () => {
    const lines = mounted(OutcomeLines, { operations: [operation({ state: 'UNKNOWN' })] })
    expect(hasPlace(lines)).toBe(true)
    await lines.setProps({ operations: [operation()] })
    expect(hasPlace(lines)).toBe(true)
    await lines.setProps({ operations: [] })
    await lines.setProps({ operations: [operation()] })
    expect(hasPlace(lines)).toBe(false)
  })

  test.each([
    [operation({ state: 'UNKNOWN' }), true],
    [operation({ state: 'REJECTED' }), true],
    [operation(), false],
    [operation({ kind: 'top-up', state: 'UNKNOWN' }), false],
  ])('is there on a page that is opened with it: %#', (row, isThere) => {
    expect(hasPlace(mounted(OutcomeLines, { operations: [row] }))).toBe(isThere)
  })
})

test('an outcome that is about to arrive has its place already', () => {
  expect(mounted(OutcomeLines, { operations: [], expected: 'top-up' }).get('.outcomes').classes()).toContain('any')
  expect(mounted(OutcomeLines, { operations: [] }).get('.outcomes').classes()).not.toContain('any')
})
