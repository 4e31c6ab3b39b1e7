/** What an agent says about an operation: each kind, each way it ended, and nothing where there is nothing to say. */
import { describe, expect, test } from 'vitest'
import { OperationKind, type OperationRow } from '#shared/model/operation.ts'
import { operationStates } from '#shared/model/operationStates.ts'
import { openAnswer, outcomeAnswer } from '#shared/rules/outcomeAnswer.ts'
import { answerMessages, answerText } from '#shared/sheet/answers.ts'
import { operation } from './cases.ts'

const english = await answerMessages('en')
const said = (changes: Partial<OperationRow>): string | null => {
  const found = outcomeAnswer(operation({ packageName: 'Europe 3 GB', confirmedBy: 'answer', ...changes }))
  return found === null ? null : answerText(found, english)
}

describe('of an operation that has ended', () => {
  test.each([
    [{ kind: 'refund', state: 'CONFIRMED' }, "We have cancelled Europe 3 GB. It can't be used any more."],
    [
      { kind: 'refund', state: 'CONFIRMED', confirmedBy: 'state' },
      "As far as we can see, Europe 3 GB is cancelled and can't be used any more.",
    ],
    [
      { kind: 'refund', state: 'REJECTED' },
      "We couldn't cancel Europe 3 GB. We will find out why and come back to you.",
    ],
    [
      { kind: 'activate', state: 'CONFIRMED' },
      'We have started Europe 3 GB. Please choose this eSIM for mobile data and switch on data roaming.',
    ],
    [
      { kind: 'activate', state: 'REJECTED' },
      "We couldn't start Europe 3 GB. We will find out why and come back to you.",
    ],
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
    expect(said(changes)).toBe(sentence)
  })
})

test('nothing is said of what was not sent or did not happen, of an open outcome, and of a refused purchase', () => {
  const silent = operationStates.filter((state) => state !== 'CONFIRMED' && state !== 'REJECTED')
  for (const kind of OperationKind.options)
    for (const state of silent) expect(said({ kind, state }), `${kind} ${state}`).toBeNull()
  for (const kind of ['register', 'top-up', 'top-up-with-profile'] as const)
    expect(said({ kind, state: 'REJECTED' })).toBeNull()
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
  const sentences = (['refundOpen', 'refundDone', 'refundSeen', 'refundRefused'] as const).map(
    (id) => english.answers[id],
  )
  expect(sentences.filter((sentence) => /refund|money|credit|pa(y|id)/i.test(sentence))).toEqual([])
})
