import { describe, expect, test } from 'vitest'
import { DeskError, deskErrorCodes } from '#shared/errors.ts'
import {
  idle,
  nextMoneyState,
  sentOf,
  type MoneyEvent,
  type MoneyState,
} from '../../../../../renderer/features/money/moneyMachine.ts'
import { customerUid, inventoryItemId, itemUid, operation, preview } from '../../support/samples.ts'

const target = { kind: 'refund', customerUid, itemUid } as const
const open: MoneyEvent = { type: 'open', target }
const previewed: MoneyEvent = { type: 'previewed', preview: preview() }
const dearer: MoneyEvent = {
  type: 'previewed',
  preview: preview({ previewId: 'p-2', amount: { amount: '5.00', currency: 'USD' } }),
}
const failure = (code: (typeof deskErrorCodes)[number]): DeskError => new DeskError(code, code)
const run = (...events: readonly MoneyEvent[]): MoneyState => events.reduce(nextMoneyState, idle)

describe('before sending', () => {
  test('it opens into a preview and becomes ready', () => {
    expect(run(open).name).toBe('previewing')
    expect(run(open, previewed).name).toBe('ready')
  })

  test('a renewal without a change stays ready, with the new preview', () => {
    const state = run(open, previewed, { type: 'previewed', preview: preview({ previewId: 'p-2' }) })
    expect(state).toMatchObject({ name: 'ready', preview: { previewId: 'p-2' } })
  })

  test('a renewal with a change stops until a person has seen it', () => {
    const changed = run(open, previewed, dearer)
    expect(changed).toMatchObject({ name: 'changed', differences: [{ field: 'amount' }] })
    expect(nextMoneyState(changed, { type: 'send' })).toBe(changed)
    expect(nextMoneyState(changed, { type: 'accept' })).toMatchObject({ name: 'ready', preview: { previewId: 'p-2' } })
  })

  test('a change back to the preview that was seen is no change', () => {
    expect(run(open, previewed, dearer, { type: 'previewed', preview: preview({ previewId: 'p-3' }) }).name).toBe(
      'ready',
    )
  })

  test('an impossible operation is not sent', () => {
    expect(
      run(open, { type: 'previewed', preview: preview({ possible: false, reasons: ['used'] }) }, { type: 'send' }).name,
    ).toBe('ready')
  })

  test('a failed preview can be requested again and is compared with the one seen before', () => {
    const failed = run(open, previewed, { type: 'preview_failed', error: failure('address_unreachable') })
    expect(failed).toMatchObject({ name: 'failed', sent: 'no' })
    const again = nextMoneyState(failed, { type: 'retry' })
    expect(nextMoneyState(again, dearer).name).toBe('changed')
  })
})

describe('a form', () => {
  const bigger = { kind: 'top-up', customerUid, inventoryItemId, mode: 'NOW' } as const
  const opened: MoneyEvent = { type: 'open', target: bigger }
  const edit: MoneyEvent = { type: 'edit', target: { ...bigger, mode: 'FIRST_USE' } }

  test("a person's own edit requests a new preview and does not stop as a change", () => {
    const state = run(opened, previewed, edit)
    expect(state).toMatchObject({ name: 'previewing', before: null, target: { mode: 'FIRST_USE' } })
    expect(nextMoneyState(state, dearer).name).toBe('ready')
  })

  test('a renewal that differs after an edit stops as before', () => {
    expect(run(opened, edit, previewed, dearer)).toMatchObject({ name: 'changed', differences: [{ field: 'amount' }] })
  })

  test("an incomplete form can't be submitted", () => {
    const writing = run(opened, previewed, { type: 'edit', target: null })
    expect(writing.name).toBe('writing')
    expect(nextMoneyState(writing, { type: 'send' })).toBe(writing)
    expect(nextMoneyState(writing, previewed)).toBe(writing)
    expect(nextMoneyState(writing, edit).name).toBe('previewing')
  })

  test('an edit does not discard an operation that is being sent or may have been sent', () => {
    const sending = run(opened, previewed, { type: 'send' })
    expect(nextMoneyState(sending, edit)).toBe(sending)
    const lost = nextMoneyState(sending, { type: 'send_failed', error: failure('bridge_timeout') })
    expect(nextMoneyState(lost, edit)).toBe(lost)
    const refused = nextMoneyState(sending, { type: 'send_failed', error: failure('preview_gone') })
    expect(nextMoneyState(refused, edit).name).toBe('previewing')
  })
})

describe('sending', () => {
  test('a second submission does nothing', () => {
    const sending = run(open, previewed, { type: 'send' })
    expect(sending.name).toBe('sending')
    expect(nextMoneyState(sending, { type: 'send' })).toBe(sending)
  })

  test('nothing closes, reopens or renews the dialog', () => {
    const sending = run(open, previewed, { type: 'send' })
    for (const event of [
      { type: 'close' },
      open,
      previewed,
      { type: 'preview_failed', error: failure('unexpected') },
      { type: 'accept' },
    ] as const) {
      expect(nextMoneyState(sending, event)).toBe(sending)
    }
  })

  test('the answer ends the state', () => {
    expect(run(open, previewed, { type: 'send' }, { type: 'sent', operation: operation() }).name).toBe('done')
  })

  test.each([
    'preview_gone',
    'operation_in_progress',
    'not_connected',
    'journal_unwritable',
    'operation_not_possible',
  ] as const)('%s: nothing was sent, and it can be tried again', (code) => {
    const failed = run(open, previewed, { type: 'send' }, { type: 'send_failed', error: failure(code) })
    expect(failed).toMatchObject({ name: 'failed', sent: 'no' })
    expect(nextMoneyState(failed, { type: 'retry' }).name).toBe('previewing')
  })

  test.each(['bridge_timeout', 'aborted', 'unexpected', 'invalid_output'] as const)(
    "%s: it may have been sent, so it can't be submitted again",
    (code) => {
      const failed = run(open, previewed, { type: 'send' }, { type: 'send_failed', error: failure(code) })
      expect(failed).toMatchObject({ name: 'failed', sent: 'maybe' })
      expect(nextMoneyState(failed, { type: 'retry' })).toBe(failed)
      expect(nextMoneyState(failed, { type: 'send' })).toBe(failed)
    },
  )

  test('a failure that says that it was sent is one after sending, whatever its code', () => {
    const error = new DeskError('journal_unwritable', 'The journal is full', { operation: 'op-1', sent: true })
    expect(sentOf(error)).toBe('maybe')
    expect(sentOf(new DeskError('journal_unwritable', 'The journal is full'))).toBe('no')
  })

  test('an unknown code counts as maybe sent', () => {
    const certain = deskErrorCodes.filter((code) => sentOf(failure(code)) === 'no')
    expect(certain).not.toContain('service_timeout')
    expect(certain).not.toContain('service_cut_off')
    expect(certain).not.toContain('service_failed')
  })

  test('the journal may still show the outcome after a lost answer', () => {
    const lost = run(open, previewed, { type: 'send' }, { type: 'send_failed', error: failure('bridge_timeout') })
    expect(nextMoneyState(lost, { type: 'sent', operation: operation({ state: 'UNKNOWN' }) })).toMatchObject({
      name: 'done',
      operation: { state: 'UNKNOWN' },
    })
  })
})
