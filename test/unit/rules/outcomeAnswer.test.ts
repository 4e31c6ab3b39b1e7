/** What an agent says about an operation: each kind, each way it ended, and nothing where there is nothing to say. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OperationKind, type OperationRow } from '#shared/model/operation/operation.ts'
import { operationStates } from '#shared/model/operation/operationStates.ts'
import type { ActionReason, CustomerView, EsimView, ItemView } from '#shared/model/customer/views.ts'
import { answerIds } from '../../../renderer/rules/cause.ts'
import { isHindered, openAnswer, outcomeAnswer } from '../../../renderer/rules/outcomeAnswer.ts'
import { otherRefund } from '../../../renderer/rules/refusedRefund.ts'
import { answerMessages, answerText } from '../../../renderer/rules/answers.ts'
import { EsimUid, ItemUid } from '#shared/wire/ids.ts'
import { customer, esim, item, itemUid } from '../renderer/support/samples.ts'
import { operation } from './cases.ts'

const english = await answerMessages('en')
const sentenceOf = (changes: Partial<OperationRow>, view: CustomerView | null = null): string | null => {
  const found = outcomeAnswer(operation({ packageName: 'Europe 3 GB', confirmedBy: 'answer', ...changes }), view)
  return found === null ? null : answerText(found, english)
}

describe('of an operation that has ended', () => {
  test.each([
    [{ kind: 'refund', state: 'CONFIRMED' }, "We have cancelled Europe 3 GB. It can't be used any more."],
    [
      { kind: 'refund', state: 'CONFIRMED', confirmedBy: 'state' },
      "As far as we can see, Europe 3 GB is cancelled and can't be used any more.",
    ],
    [{ kind: 'refund', state: 'REJECTED' }, "We couldn't cancel Europe 3 GB."],
    [
      { kind: 'activate', state: 'CONFIRMED' },
      'We have started Europe 3 GB. Please choose this eSIM for mobile data and switch on data roaming.',
    ],
    [{ kind: 'activate', state: 'REJECTED' }, "We couldn't start Europe 3 GB."],
    [
      { kind: 'top-up', mode: 'NOW', state: 'CONFIRMED' },
      'Europe 3 GB is on the eSIM that you have, and has started. There is nothing new to install.',
    ],
    [
      { kind: 'top-up', mode: 'FIRST_USE', state: 'CONFIRMED' },
      'Europe 3 GB is on the eSIM that you have, and starts with its first use. There is nothing new to install.',
    ],
    [
      { kind: 'top-up', mode: 'ON_DEMAND', state: 'CONFIRMED' },
      'Europe 3 GB is on the eSIM that you have. Please tell us when we should start it.',
    ],
    ...(['register', 'top-up-with-profile'] as const).map(
      (kind) =>
        [
          { kind, mode: 'NOW', state: 'CONFIRMED' },
          'Europe 3 GB comes with a new eSIM. Please connect the phone to Wi-Fi and scan the QR code that we send you.',
        ] as const,
    ),
  ] as const)('%o', (changes, sentence) => {
    expect(sentenceOf(changes)).toBe(sentence)
  })
})

describe('of a refund, where the customer has another package of the same name', () => {
  const beside = (phase: ItemView['phase'], name = 'Europe 3 GB'): CustomerView =>
    customer({ items: [item({ phase: 'refunded' }), item({ uid: ItemUid.parse('other'), name, phase })] })
  const refunded = { kind: 'refund', state: 'CONFIRMED', itemUid } as const

  test.each(['active', 'waiting_use', 'waiting_activation'] as const)('that is %s, it is one of them', (phase) => {
    expect(sentenceOf(refunded, beside(phase))).toBe(
      "We have cancelled one of your packages Europe 3 GB. It can't be used any more.",
    )
    const gone = { ...refunded, confirmedBy: 'state', itemUid: ItemUid.parse('gone') } as const
    expect(sentenceOf(gone, beside(phase))).toBe(
      "As far as we can see, one of your packages Europe 3 GB is cancelled and can't be used any more.",
    )
    const used = customer({ items: [item({ phase: 'empty' }), item({ uid: ItemUid.parse('other'), phase })] })
    expect(sentenceOf({ ...refunded, state: 'REJECTED', reason: 'This item has been used.' }, used)).toBe(
      "One of your packages Europe 3 GB can't be cancelled because its data has been used.",
    )
  })

  test('that was refused although it is refunded now, it was cancelled before', () => {
    const rejected = { ...refunded, state: 'REJECTED', reason: 'This item has been used.' } as const
    expect(sentenceOf(rejected, beside('expired'))).toBe("Europe 3 GB was cancelled before and can't be used any more.")
  })

  test('that was refused to activate although it is active now, no sentence says that nothing changed', () => {
    const rejected = { kind: 'activate', state: 'REJECTED', itemUid } as const
    expect(sentenceOf(rejected, customer({ items: [item({ phase: 'active' })] }))).toBeNull()
  })

  test.each([beside('expired'), beside('refunded'), beside('active', 'Japan 3 GB'), customer(), null])(
    'that can not be used, or of another name, it is the only one',
    (view) => {
      expect(sentenceOf(refunded, view)).toBe("We have cancelled Europe 3 GB. It can't be used any more.")
    },
  )
})

test('a new package is not called one of several, although the customer has another one of the same name', () => {
  const bought = { kind: 'top-up', mode: 'NOW', state: 'CONFIRMED', itemUid } as const
  const both = customer({ items: [item(), item({ uid: ItemUid.parse('other'), name: 'Europe 3 GB' })] })
  expect(sentenceOf(bought, both)).toMatch(/^Europe 3 GB is on the eSIM that you have/)
})

test('a package that is listed as refunded is cancelled, whatever became of the answer', () => {
  const lost = { kind: 'refund', state: 'CONFIRMED', confirmedBy: 'state', itemUid } as const
  expect(sentenceOf(lost, customer({ items: [item({ phase: 'refunded' })] }))).toMatch(/^We have cancelled/)
  expect(sentenceOf(lost, customer({ items: [] }))).toMatch(/^As far as we can see/)
})

describe('on the eSIM that the customer has', () => {
  const withEsim = (changes: Partial<EsimView>): CustomerView =>
    customer({ items: [item({ phase: 'unknown' })], esims: [esim(changes)] })
  const scan = 'please connect the phone to Wi-Fi and scan the QR code that we send you.'
  const kinds = [
    [{ kind: 'activate' }, 'We have started Europe 3 GB.', 'Your'],
    [{ kind: 'top-up', mode: 'NOW' }, 'Europe 3 GB is on the eSIM that you have, and has started.', 'That'],
    [
      { kind: 'top-up', mode: 'FIRST_USE' },
      'Europe 3 GB is on the eSIM that you have, and starts with its first use.',
      'That',
    ],
  ] as const

  test.each(kinds)('%o is not called usable at once while that eSIM is on no device', (changes, what, whose) => {
    const done = { ...changes, state: 'CONFIRMED', itemUid } as const
    // It may have been installed before.
    for (const lastSeen of [null, '2026-11-20T10:00:00.000Z']) {
      const sentence = sentenceOf(done, withEsim({ state: 'released', lastSeen }))
      expect(sentence).toContain(`${what} ${whose} eSIM isn't installed at the moment: ${scan}`)
      expect(sentence).not.toMatch(/nothing new|yet/)
    }
    expect(sentenceOf(done, withEsim({ state: 'installed' }))).toContain(what)
  })

  test.each([...kinds.map(([changes]) => changes), { kind: 'top-up', mode: 'ON_DEMAND' } as const])(
    'there is no sentence about %o if that eSIM has failed',
    (changes) => {
      expect(sentenceOf({ ...changes, state: 'CONFIRMED', itemUid }, withEsim({ state: 'error' }))).toBeNull()
    },
  )
})

describe('there is no sentence about what no longer holds', () => {
  const esimUid = EsimUid.parse('e-1')
  const bought = { kind: 'top-up', state: 'CONFIRMED', itemUid, esimUid } as const
  const seenAs = (phase: ItemView['phase'], state: EsimView['state'] = 'installed'): CustomerView =>
    customer({ items: [item({ phase })], esims: [esim({ state })] })

  test.each([
    ['released', true],
    ['unknown', true],
    ['installed', false],
    ['disabled', false],
    ['error', false],
  ] as const)('a new eSIM that is %s is still to be scanned: %s', (state, isShown) => {
    for (const kind of ['register', 'top-up-with-profile'] as const)
      expect(sentenceOf({ ...bought, kind }, seenAs('active', state)) !== null, kind).toBe(isShown)
  })

  test('another eSIM of the customer does not count, and one that is not listed yet is still to be scanned', () => {
    const other = customer({ esims: [esim({ uid: EsimUid.parse('e-2') })] })
    expect(sentenceOf({ ...bought, kind: 'top-up-with-profile' }, other)).toContain('scan the QR code')
    expect(sentenceOf({ ...bought, kind: 'top-up-with-profile', esimUid: null }, other)).toContain('scan the QR code')
    const replaced = customer({ esims: [esim({ uid: esimUid, state: 'released', active: false })] })
    expect(sentenceOf({ ...bought, kind: 'top-up-with-profile' }, replaced)).toBeNull()
  })

  test.each([
    ['ON_DEMAND', 'waiting_activation', true],
    ['ON_DEMAND', 'active', false],
    ['FIRST_USE', 'waiting_use', true],
    ['FIRST_USE', 'active', false],
    ['NOW', 'active', true],
    ['NOW', 'expired', false],
    ['NOW', 'refunded', false],
  ] as const)('a package %s that is %s: %s', (mode, phase, isShown) => {
    expect(sentenceOf({ ...bought, mode }, seenAs(phase)) !== null).toBe(isShown)
  })

  test.each([
    [{ kind: 'top-up', mode: 'NOW' }, 'active', 'expired'],
    [{ kind: 'activate' }, 'active', 'empty'],
    [{ kind: 'top-up', mode: 'FIRST_USE' }, 'waiting_use', 'active'],
  ] as const)(
    '%o on an eSIM that is on no device: a sentence while it is %s, none while it is %s',
    (changes, holds, over) => {
      const done = { ...bought, ...changes }
      expect(sentenceOf(done, seenAs(holds, 'released'))).toContain("isn't installed at the moment")
      expect(sentenceOf(done, seenAs(over, 'released'))).toBeNull()
    },
  )

  test('a package that was started and then used up has not just been started', () => {
    const started = { kind: 'activate', state: 'CONFIRMED', itemUid } as const
    expect(sentenceOf(started, seenAs('waiting_activation'))).toContain('We have started')
    expect(sentenceOf(started, seenAs('empty'))).toBeNull()
  })
})

describe('of a refused refund', () => {
  const refused = (reason: string | null, reasons: readonly ActionReason[] = []): string | null =>
    sentenceOf({ state: 'REJECTED', itemUid, reason }, customer({ items: [refusedItem(reasons)] }))
  const refusedItem = (reasons: readonly ActionReason[]): ItemView =>
    item({ refund: { possible: reasons.length === 0, reasons: [...reasons], notes: [] } })
  const [used, expired, before, byHand, otherwise, unknown] = [
    "Europe 3 GB can't be cancelled because its data has been used.",
    "Europe 3 GB can't be cancelled because it has ended.",
    "Europe 3 GB was cancelled before and can't be used any more.",
    "We can't cancel Europe 3 GB ourselves because it was bought too long ago.",
    "We can't cancel Europe 3 GB because of how it was bought.",
    "We couldn't cancel Europe 3 GB.",
  ]

  test.each([
    ['This item has been used.', used],
    ['The package was already used', used],
    ['This item has expired.', expired],
    ['This item was refunded before.', before],
    ['This item has already been refunded.', before],
    ['Already refunded', before],
    ['ITEM_ALREADY_REFUNDED', before],
    ['This item was not bought with credits.', otherwise],
    ['Items bought before 6 December 2024 are refunded by a support ticket.', byHand],
    [' THIS ITEM HAS BEEN USED. \n', used],
  ])('the reason is given where the service says: %s', (reason, sentence) => {
    expect(refused(reason)).toBe(sentence)
  })

  test.each(['A refund for this item is already in progress.', 'Refund pending', 'REFUND_IN_PROGRESS'])(
    'somebody else’s refund that is under way has no outcome yet: %s',
    (reason) => {
      expect(refused(reason)).toContain('waiting for the confirmation')
    },
  )

  test('of random refusals none that names another refund says that nothing has changed or asks for it again', () => {
    const words = (...of: readonly string[]) => fc.constantFrom(...of)
    const subject = words('', 'item ', 'the item ', 'this package ', 'The Item ')
    const done = fc
      .tuple(subject, words('', 'was ', 'has been ', 'has already been ', 'is already '), words('refunded', 'REFUNDED'))
      .map((parts) => parts.join(''))
    const open = fc
      .tuple(
        words('refund ', 'a refund of this item ', 'The refund '),
        words('', 'is ', 'is already '),
        words('pending', 'in progress', 'being processed'),
      )
      .map((parts) => parts.join(''))
    const spelled = (sentence: fc.Arbitrary<string>) =>
      fc
        .tuple(sentence, words('', '.', ' '), fc.boolean())
        .map(([text, end, isCode]) => (isCode ? text.trim().replaceAll(' ', '_').toUpperCase() : `${text}${end}`))
    fc.assert(
      fc.property(spelled(done), (reason) => {
        expect(otherRefund(reason), reason).toBe('done')
        expect(refused(reason)).toBe(before)
      }),
    )
    fc.assert(
      fc.property(spelled(open), (reason) => {
        expect(otherRefund(reason), reason).toBe('underWay')
        expect(refused(reason)).toContain('waiting for the confirmation')
      }),
    )
  })

  test.each([
    'The maximum number of refunds for this month is reached.',
    'This item has not been used.',
    'This item has been used by another reseller to test refunds.',
    'This item. Was refunded',
    'This item cannot be refunded',
    'No refund is pending',
    'answer 409',
    null,
  ])('no reason is given and nothing is promised where it says: %s', (reason) => {
    expect(refused(reason)).toBe(unknown)
  })

  test.each([
    [['used'], used],
    [['expired'], expired],
    [['refunded', 'expired'], before],
    [['before_credit_refunds'], byHand],
    [['not_bought_with_credits'], otherwise],
    [['operation_open'], unknown],
  ] as const)('the package as it was read since gives the reason %o', (reasons, sentence) => {
    expect(refused('answer 409', reasons)).toBe(sentence)
  })

  test('another package of the customer gives none', () => {
    const other = { ...refusedItem(['used']), uid: ItemUid.parse('other'), name: 'Japan 3 GB' }
    expect(sentenceOf({ state: 'REJECTED', itemUid, reason: null }, customer({ items: [other] }))).toBe(unknown)
  })
})

test('there is no sentence about what was not sent or did not happen, an open outcome, or a refused purchase', () => {
  const silent = operationStates.filter((state) => state !== 'CONFIRMED' && state !== 'REJECTED')
  for (const kind of OperationKind.options)
    for (const state of silent) expect(sentenceOf({ kind, state }), `${kind} ${state}`).toBeNull()
  for (const kind of ['register', 'top-up', 'top-up-with-profile'] as const)
    expect(sentenceOf({ kind, state: 'REJECTED' })).toBeNull()
})

test('there is no sentence about a package that was added in a way that the desk did not record', () => {
  expect(sentenceOf({ kind: 'top-up', mode: null, state: 'CONFIRMED' })).toBeNull()
})

test('only a purchase is called an order while its outcome is open', () => {
  expect(Object.fromEntries(OperationKind.options.map((kind) => [kind, openAnswer(kind)]))).toEqual({
    activate: 'activationOpen',
    refund: 'refundOpen',
    register: 'unconfirmed',
    'top-up': 'unconfirmed',
    'top-up-with-profile': 'unconfirmed',
  })
})

test('no sentence about a refund promises money, in any form of the word that the desk uses for credits', () => {
  const sentences = answerIds.filter((id) => /^refund(?!ed)/.test(id)).map((id) => english.answers[id])
  expect(sentences).not.toEqual([])
  expect(sentences.filter((sentence) => /refund|money|credit|pa(y|id)/i.test(sentence))).toEqual([])
})

test('a package is not promised where a cause rules it out, and the outcome of a refund is named all the same', () => {
  const hindered = (answer: (typeof answerIds)[number], id: Parameters<typeof isHindered>[1]['id']): boolean =>
    isHindered({ answer, values: {} }, { id })
  const onOldEsims = [
    'activated',
    'activatedNotInstalled',
    'addedNow',
    'addedNowNotInstalled',
    'addedFirstUse',
    'addedFirstUseNotInstalled',
    'addedOnDemand',
  ]
  for (const id of ['wrongCountry', 'deviceNotListed'] as const)
    expect(answerIds.filter((answer) => hindered(answer, id))).toEqual([...onOldEsims, 'addedNewEsim'])
  // The customer is to scan the QR code of the new eSIM, whatever the other ones are.
  for (const id of ['noEsim', 'esimsReplaced', 'esimError', 'disabled'] as const)
    expect(answerIds.filter((answer) => hindered(answer, id))).toEqual(onOldEsims)
  for (const id of ['unconfirmed', 'usedUp', 'notInstalled', 'neverSeen', 'fine', 'unclear'] as const)
    expect(hindered('activated', id)).toBe(false)
})
