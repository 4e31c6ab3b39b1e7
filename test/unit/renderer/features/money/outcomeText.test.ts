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
import { mounted, read } from '../../support/mounted.ts'
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
  const text = sentencesOf({ state: 'REJECTED', reason: '<b>The monthly maximum is reached</b>', retryAfter: 12.2 })
  expect(text).toContain('“<b>The monthly maximum is reached</b>”')
  expect(text).toContain('wait 13 seconds')
})

test.each([
  ['activate', 'REJECTED', 'The service refused the activation.'],
  ['refund', 'REJECTED', 'The service refused the refund.'],
  ['activate', 'NOT_APPLIED', 'The activation did not happen.'],
  ['refund', 'NOT_APPLIED', 'The refund did not happen.'],
  ['top-up', 'NOT_APPLIED', 'The purchase did not happen.'],
] as const)('of an operation to %s that is %s it says: %s', (kind, state, expected) => {
  expect(sentencesOf({ kind, state })).toContain(expected)
})

test("an operation that turned out not to have happened still shows the service's own words", () => {
  expect(sentencesOf({ state: 'NOT_APPLIED', reason: 'Refunds are closed.' })).toContain('“Refunds are closed.”')
})

test.each(['REJECTED', 'UNKNOWN', 'NEEDS_HUMAN'] as const)(
  'the text for a ticket is offered where it is %s',
  (state) => {
    expect(sentencesOf({ state })).toContain('Copy for a ticket')
  },
)

test.each(['CONFIRMED', 'NOT_APPLIED'] as const)('no ticket is offered where it is %s', (state) => {
  expect(sentencesOf({ state })).not.toContain('Copy for a ticket')
})

test('a refusal without words shows its status without quoting it', () => {
  const text = sentencesOf({ state: 'REJECTED', reason: 'answer 409' })
  expect(text).toContain('only the status 409')
  expect(text).not.toContain('“')
})

test('of two packages of a name the line says which one was refunded, also when the service lists it no more', async () => {
  const other = item({ uid: ItemUid.parse('i-2'), metatag: 'order 18' })
  const both = customer({ items: [item({ phase: 'refunded', salesDate: null }), other] })
  const lines = mounted(OutcomeLines, { operations: [operation()], customer: both })
  expect(read(lines)).toContain('Refunded: Europe 3 GB · order 17The')
  await lines.setProps({ customer: customer({ items: [other] }) })
  expect(read(lines)).toContain('Refunded: Europe 3 GB · order 17The')
  const alone = mounted(OutcomeLines, { operations: [operation()], customer: customer() })
  expect(read(alone)).toMatch(/^Refunded: Europe 3 GB(?! ·)/)
})

test('the day of the sale says it too', () => {
  const items = [item({ metatag: null }), item({ uid: ItemUid.parse('i-2') })]
  const lines = mounted(OutcomeLines, { operations: [operation()], customer: customer({ items }) })
  expect(read(lines)).toMatch(/^Refunded: Europe 3 GB · Sold .*Nov 11, 2026/)
})

describe('a refund whose answer got lost', () => {
  const lost = operation({ confirmedBy: 'state' })
  const seen = (view: CustomerView | null): string => {
    const lines = mounted(OutcomeLines, { operations: [lost], customer: view })
    return read(lines.get('[role=status]'))
  }
  const doubt = /probabl|should|as far as/i

  test('is certain where the service lists the package as refunded', () => {
    const text = seen(customer({ items: [item({ phase: 'refunded' })] }))
    expect(text).toMatch(
      /^Refunded: .*The answer got lost\.The service lists the package as refunded\. By whom isn't known\.\$4\.50 in credits go back/,
    )
    expect(text).not.toMatch(doubt)
    expect(text).not.toContain('no longer lists')
  })

  test('is very probable where the service no longer lists it', () => {
    const text = seen(customer({ items: [] }))
    expect(text).toMatch(
      /^Refunded, very probably: .*The answer got lost\.The service no longer lists the package\.If the refund went through, \$4\.50/,
    )
    expect(text).not.toContain('as refunded')
  })

  test.each([
    ['open', 'The answer left it open.'],
    ['unclear', "The answer didn't say whether it went through."],
  ] as const)('is not said to have no answer where the answer was %s', (answer, words) => {
    const view = customer({ items: [item({ phase: 'refunded' })] })
    const lines = mounted(OutcomeLines, { operations: [{ ...lost, answer }], customer: view })
    expect(read(lines.get('[role=status]'))).toContain(words)
    expect(read(lines.get('[role=status]'))).not.toContain('got lost')
  })

  test.each([
    ['without the customer', null],
    ['with packages that were left out', customer({ items: [], omittedItems: 1 })],
    ['with the package as it was before', customer()],
  ])('is very probable %s, by either of the two', (_, view) => {
    expect(seen(view)).toMatch(
      /^Refunded, very probably: .*as refunded or no longer lists it\.If the refund went through, \$4\.50/,
    )
  })
})

describe('an operation that the service accepted and does not show', () => {
  const accepted = (changes: Partial<OperationRow>): string => sentencesOf({ answer: 'accepted', ...changes })

  test('is unconfirmed, and nothing says that its answer got lost or that it is done', () => {
    const waiting = accepted({ state: 'UNKNOWN' })
    expect(waiting).toMatch(/^Unconfirmed: .*The service accepted it, but doesn't show it yet\. Don't press again\./)
    expect(waiting).not.toMatch(/got lost|confirmed it|go back/)
    expect(accepted({ state: 'UNKNOWN', nextCheck: now })).toContain("Don't press again: checking")
  })

  test('needs a person after its time', () => {
    expect(accepted({ state: 'NEEDS_HUMAN' })).toMatch(/^Needs you: .*still doesn't show it\. Ask the operator/)
  })

  test('counts by its answer alone where the service shows no refunds, which is said', () => {
    const text = accepted({ state: 'CONFIRMED', confirmedBy: 'answer', isShown: false })
    expect(text).toMatch(/^Refunded: .*It doesn't show refunds, so its answer is all that can be known\./)
    expect(text).not.toContain('The service confirmed it')
  })
})

describe('an operation that was refused although the customer has its change', () => {
  test.each([
    ['refund', 'refunded', 'The package is refunded already, perhaps by somebody else. No ticket is needed.'],
    ['activate', 'active', 'The package is active already, perhaps started by somebody else.'],
  ] as const)('to %s says so, and asks for no ticket', (kind, phase, words) => {
    const view = customer({ items: [item({ phase })] })
    const rejected = operation({ kind, state: 'REJECTED', reason: 'Not possible' })
    const text = read(mounted(OutcomeLines, { operations: [rejected], customer: view }).get('[role=status]'))
    expect(text).toContain(words)
    expect(text).toContain('“Not possible”')
    expect(text).not.toMatch(/Nothing was changed|open a ticket|Copy for a ticket/)
  })

  test('says so by the read of the check alone, before the customer is shown again', () => {
    const text = sentencesOf({ kind: 'activate', state: 'REJECTED', changedAnyway: true })
    expect(text).toContain('The package is active already, perhaps started by somebody else.')
  })
})

test.each([
  ['NOW', 'It was ordered to start at once, but the answer shows no start.'],
  ['ON_DEMAND', 'It was ordered to wait, but the answer shows that it has started.'],
] as const)('a purchase for %s that starts otherwise says so', (mode, words) => {
  expect(
    sentencesOf({ kind: 'top-up', state: 'CONFIRMED', confirmedBy: 'answer', mode, startsDifferently: true }),
  ).toContain(words)
})

test.each(['UNKNOWN', 'NEEDS_HUMAN'] as const)('beside an outcome that is %s is the link to record it', (state) => {
  const links = mounted(OutcomeLines, { operations: [operation({ state })] }).findAll('a')
  expect(links.map((link) => [read(link), link.attributes('href')])).toEqual([
    ['Record the outcome', `/operations/${operation().id}`],
  ])
})

test('the code explains why nothing was sent', () => {
  expect(sentencesOf({ state: 'NOT_SENT', reason: 'credentials_rejected' })).toContain('client secret')
})

test('an unknown outcome says not to submit again and offers a check', () => {
  const wrapper = mounted(OutcomeLines, { operations: [operation({ state: 'UNKNOWN' })] })
  expect(read(wrapper)).toContain("Don't press again")
  expect(wrapper.findAll('button').map(read)).toEqual(['Check now', 'Copy for a ticket'])
})

test.each(['UNKNOWN', 'NEEDS_HUMAN'] as const)('an outcome that is %s quotes what the answer said', (state) => {
  expect(sentencesOf({ state, reason: 'This item has been used.' })).toContain(
    'The answer says: “This item has been used.”',
  )
  for (const reason of ['answer 422', 'timeout total', 'address_unreachable', null])
    expect(sentencesOf({ state, reason })).not.toContain('The answer says')
})

test("an operation of another connection can't be checked, and the text says so", () => {
  const wrapper = mounted(OutcomeLines, { operations: [operation({ state: 'UNKNOWN', current: false })] })
  expect(wrapper.findAll('button').map(read)).toEqual(['Copy for a ticket'])
  expect(read(wrapper)).toContain('another connection')
})

describe('a purchase', () => {
  const bought = { kind: 'register', state: 'CONFIRMED' } as const

  test('says what it cost', () => {
    expect(sentencesOf(bought)).toContain('$4.50 in credits were taken')
  })

  test('mentions the charge only if it differs from the agreed amount', () => {
    expect(sentencesOf({ ...bought, charged: { amount: '5.00', currency: 'USD' } })).toContain(
      'charged $5.00, not the $4.50',
    )
    expect(sentencesOf({ ...bought, charged: { amount: '4.5', currency: 'USD' } })).not.toContain('agreed')
  })

  test('says that the reference was shortened or changed', () => {
    expect(sentencesOf({ ...bought, echoed: 'shortened' })).toContain('shortened reference')
    expect(sentencesOf({ ...bought, echoed: 'changed' })).toContain('another reference')
    expect(sentencesOf({ ...bought, echoed: 'same' })).not.toContain('reference')
  })

  test('that was refused took no credits and waits for a correction', () => {
    expect(sentencesOf({ kind: 'top-up', state: 'REJECTED', reason: 'wrong set' })).toMatch(
      /No credits were taken.*“wrong set”.*still there/,
    )
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
      .find((button) => read(button) === 'Refund it')
      ?.trigger('click')
    expect(pendingNavigation.waiting).toEqual({ what: 'refund', customerUid, itemUid, esimUid: null })
  })
})

test('an unknown outcome shows the number of checks and counts down to the next one', () => {
  const nextCheck = new Date(Date.now() + 15_000).toISOString()
  expect(sentencesOf({ state: 'UNKNOWN', checks: 2, nextCheck })).toMatch(
    /checking….*Checked 2 times · next check in 1[45] s/,
  )
  expect(sentencesOf({ state: 'UNKNOWN', checks: 1, nextCheck: null, checking: true })).toContain('Asking the service…')
  expect(sentencesOf({ state: 'UNKNOWN', checks: 8, nextCheck: null })).toMatch(
    /Don't press again\.\s*Checked 8 times · no more automatic checks/,
  )
})

test('an operation that a button above checks has no second one, and others have theirs', () => {
  const operations = [
    operation({ state: 'UNKNOWN', current: true }),
    operation({ id: 'other', state: 'UNKNOWN', current: true }),
  ]
  const checks = (checkedAbove: string | null): number =>
    mounted(OutcomeLines, { operations, checkedAbove })
      .findAll('button')
      .filter((button) => read(button) === 'Check now').length
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
