import { describe, expect, test } from 'vitest'
import { DeskError, deskErrorCodes } from '#shared/errors.ts'
import {
  idle,
  nextMoneyState,
  sentOf,
  type MoneyEvent,
  type MoneyState,
} from '../../../../renderer/composables/money/moneyMachine.ts'
import { customerUid, inventoryItemId, itemUid, operation, preview } from '../support/samples.ts'

const target = { kind: 'refund', customerUid, itemUid } as const
const open: MoneyEvent = { type: 'open', target }
const seen: MoneyEvent = { type: 'previewed', preview: preview() }
const dearer: MoneyEvent = {
  type: 'previewed',
  preview: preview({ previewId: 'p-2', amount: { amount: '5.00', currency: 'USD' } }),
}
const failure = (code: (typeof deskErrorCodes)[number]): DeskError => new DeskError(code, code)
const run = (...events: readonly MoneyEvent[]): MoneyState => events.reduce(nextMoneyState, idle)

describe('before sending', () => {
  test('it opens into a preview and becomes ready', () => {
    expect(run(open).name).toBe('previewing')
    expect(run(open, seen).name).toBe('ready')
  })

  test('a renewal without a change stays ready, with the new preview', () => {
    const state = run(open, seen, { type: 'previewed', preview: preview({ previewId: 'p-2' }) })
    expect(state).toMatchObject({ name: 'ready', preview: { previewId: 'p-2' } })
  })

  test('a renewal with a change stops until a person has seen it', () => {
    const changed = run(open, seen, dearer)
    expect(changed).toMatchObject({ name: 'changed', differences: [{ field: 'amount' }] })
    expect(nextMoneyState(changed, { type: 'send' })).toBe(changed)
    expect(nextMoneyState(changed, { type: 'accept' })).toMatchObject({ name: 'ready', preview: { previewId: 'p-2' } })
  })

  test('a change that goes back to what was seen is no change any more', () => {
    expect(run(open, seen, dearer, { type: 'previewed', preview: preview({ previewId: 'p-3' }) }).name).toBe('ready')
  })

  test('what is not possible is not sent', () => {
    expect(
      run(open, { type: 'previewed', preview: preview({ possible: false, reasons: ['used'] }) }, { type: 'send' }).name,
    ).toBe('ready')
  })

  test('a failed preview can be asked again and is compared with the one seen before', () => {
    const failed = run(open, seen, { type: 'preview_failed', error: failure('address_unreachable') })
    expect(failed).toMatchObject({ name: 'failed', sent: 'no' })
    const again = nextMoneyState(failed, { type: 'retry' })
    expect(nextMoneyState(again, dearer).name).toBe('changed')
  })
})

describe('a form', () => {
  const bigger = { kind: 'top-up', customerUid, inventoryItemId, mode: 'NOW' } as const
  const opened: MoneyEvent = { type: 'open', target: bigger }
  const edit: MoneyEvent = { type: 'edit', target: { ...bigger, mode: 'FIRST_USE' } }

  test("a person's own edit is asked for anew and is no change to stop for", () => {
    const state = run(opened, seen, edit)
    expect(state).toMatchObject({ name: 'previewing', before: null, target: { mode: 'FIRST_USE' } })
    expect(nextMoneyState(state, dearer).name).toBe('ready')
  })

  test('after an edit a renewal that differs stops as before', () => {
    expect(run(opened, edit, seen, dearer)).toMatchObject({ name: 'changed', differences: [{ field: 'amount' }] })
  })

  test('while it is not whole there is nothing to press', () => {
    const writing = run(opened, seen, { type: 'edit', target: null })
    expect(writing.name).toBe('writing')
    expect(nextMoneyState(writing, { type: 'send' })).toBe(writing)
    expect(nextMoneyState(writing, seen)).toBe(writing)
    expect(nextMoneyState(writing, edit).name).toBe('previewing')
  })

  test('what may have been sent can not be edited away, and what is being sent neither', () => {
    const sending = run(opened, seen, { type: 'send' })
    expect(nextMoneyState(sending, edit)).toBe(sending)
    const lost = nextMoneyState(sending, { type: 'send_failed', error: failure('bridge_timeout') })
    expect(nextMoneyState(lost, edit)).toBe(lost)
    const refused = nextMoneyState(sending, { type: 'send_failed', error: failure('preview_gone') })
    expect(nextMoneyState(refused, edit).name).toBe('previewing')
  })
})

describe('sending', () => {
  test('a second press does nothing', () => {
    const sending = run(open, seen, { type: 'send' })
    expect(sending.name).toBe('sending')
    expect(nextMoneyState(sending, { type: 'send' })).toBe(sending)
  })

  test('nothing closes, reopens or renews it', () => {
    const sending = run(open, seen, { type: 'send' })
    for (const event of [
      { type: 'close' },
      open,
      seen,
      { type: 'preview_failed', error: failure('unexpected') },
      { type: 'accept' },
    ] as const) {
      expect(nextMoneyState(sending, event)).toBe(sending)
    }
  })

  test('the answer ends it', () => {
    expect(run(open, seen, { type: 'send' }, { type: 'sent', operation: operation() }).name).toBe('done')
  })

  test.each([
    'preview_gone',
    'operation_in_progress',
    'not_connected',
    'journal_unwritable',
    'operation_not_possible',
  ] as const)('%s: nothing was sent, it may be tried again', (code) => {
    const failed = run(open, seen, { type: 'send' }, { type: 'send_failed', error: failure(code) })
    expect(failed).toMatchObject({ name: 'failed', sent: 'no' })
    expect(nextMoneyState(failed, { type: 'retry' }).name).toBe('previewing')
  })

  test.each(['bridge_timeout', 'aborted', 'unexpected', 'invalid_output'] as const)(
    '%s: it may have been sent, so there is no second press',
    (code) => {
      const failed = run(open, seen, { type: 'send' }, { type: 'send_failed', error: failure(code) })
      expect(failed).toMatchObject({ name: 'failed', sent: 'maybe' })
      expect(nextMoneyState(failed, { type: 'retry' })).toBe(failed)
      expect(nextMoneyState(failed, { type: 'send' })).toBe(failed)
    },
  )

  test('a code that nobody thought of counts as maybe sent', () => {
    const certain = deskErrorCodes.filter((code) => sentOf(failure(code)) === 'no')
    expect(certain).not.toContain('service_timeout')
    expect(certain).not.toContain('service_cut_off')
    expect(certain).not.toContain('service_failed')
  })

  test('the journal may still tell how a lost answer ended', () => {
    const lost = run(open, seen, { type: 'send' }, { type: 'send_failed', error: failure('bridge_timeout') })
    expect(nextMoneyState(lost, { type: 'sent', operation: operation({ state: 'UNKNOWN' }) })).toMatchObject({
      name: 'done',
      operation: { state: 'UNKNOWN' },
    })
  })
})
