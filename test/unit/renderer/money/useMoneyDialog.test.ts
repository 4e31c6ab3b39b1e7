import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope, type EffectScope } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { OperationPreview, OperationRow } from '#shared/model/operation.ts'
import { useMoneyDialog, type MoneyDialog } from '../../../../renderer/composables/money/useMoneyDialog.ts'
import { at, questions, settle } from '../support/deferred.ts'
import { customerUid, itemUid, operation, preview } from '../support/samples.ts'

const target = { kind: 'refund', customerUid, itemUid } as const
let scope: EffectScope
const done: OperationRow[] = []
const previews = questions<InputOf<'operations', 'preview'>, OperationPreview>()
const runs = questions<InputOf<'operations', 'run'>, OperationRow>()
const lists = questions<InputOf<'operations', 'list'>, OutputOf<'operations', 'list'>>()

function dialog(): MoneyDialog {
  scope = effectScope()
  const made = scope.run(() =>
    useMoneyDialog({ preview: previews.ask, run: runs.ask, list: lists.ask }, (row) => done.push(row)),
  )
  if (made === undefined) throw new Error('The scope is over')
  return made
}

async function ready(): Promise<MoneyDialog> {
  const made = dialog()
  made.open(target)
  at(previews.asked, 0).answer(preview())
  await settle()
  return made
}

beforeEach(() => {
  vi.useFakeTimers()
  for (const list of [previews.asked, runs.asked, lists.asked, done]) list.length = 0
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

test('twenty presses are one call', async () => {
  const { send } = await ready()
  for (let press = 0; press < 20; press += 1) send()
  await settle()
  expect(runs.asked).toHaveLength(1)
})

test('the preview is renewed before it runs out, and the press uses the renewed one', async () => {
  const { send, state } = await ready()
  await vi.advanceTimersByTimeAsync(45_000)
  at(previews.asked, 1).answer(preview({ previewId: 'p-2' }))
  await settle()
  expect(state.value.name).toBe('ready')
  send()
  expect(at(runs.asked, 0).input).toMatchObject({ previewId: 'p-2' })
})

test('an answer to the preview of a dialog that was closed and opened again is dropped', async () => {
  const { open, close, state } = dialog()
  open(target)
  close()
  open({ ...target, kind: 'activate' })
  at(previews.asked, 0).answer(preview({ packageName: 'of the first' }))
  await settle()
  expect(state.value.name).toBe('previewing')
})

test('reason, ticket and note go along with a refund; blanks stay away', async () => {
  const { write, send } = await ready()
  write({ reason: 'bought_twice', ticket: '  T-9 ', note: '   ' })
  send()
  expect(at(runs.asked, 0).input).toEqual({ previewId: 'p-1', refundReason: 'bought_twice', ticket: 'T-9' })
})

test('progress shows after 400 ms of sending and not before', async () => {
  const { send, slow } = await ready()
  send()
  await vi.advanceTimersByTimeAsync(399)
  expect(slow.value).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(slow.value).toBe(true)
  at(runs.asked, 0).answer(operation())
  await settle()
  expect(slow.value).toBe(false)
})

test('what was typed survives a refusal before sending, and goes once it is done', async () => {
  const { form, write, send, retry } = await ready()
  write({ reason: 'other', note: 'a long story' })
  send()
  at(runs.asked, 0).fail(new DeskError('preview_gone', 'gone'))
  await settle()
  retry()
  at(previews.asked, 1).answer(preview({ previewId: 'p-2' }))
  await settle()
  expect(form.note).toBe('a long story')
  send()
  at(runs.asked, 1).answer(operation())
  await settle()
  expect(form.note).toBe('')
  expect(done).toHaveLength(1)
})

test('where the answer to the press is lost, the journal says what became of it', async () => {
  const { send, state } = await ready()
  send()
  at(runs.asked, 0).fail(new DeskError('bridge_timeout', 'no answer'))
  await settle()
  expect(state.value).toMatchObject({ name: 'failed', sent: 'maybe' })
  const fresh = new Date().toISOString()
  const older = operation({ id: '01J0', createdAt: '2020-01-01T00:00:00Z' })
  at(lists.asked, 0).answer({ rows: [older, operation({ id: '01JE', state: 'UNKNOWN', createdAt: fresh })], total: 2 })
  await settle()
  expect(state.value).toMatchObject({ name: 'done', operation: { id: '01JE', state: 'UNKNOWN' } })
})

test('where the journal knows nothing of it either, it stays without a second press', async () => {
  const { send, retry, state } = await ready()
  send()
  at(runs.asked, 0).fail(new DeskError('bridge_timeout', 'no answer'))
  await settle()
  at(lists.asked, 0).answer({ rows: [operation({ createdAt: '2020-01-01T00:00:00Z' })], total: 1 })
  await settle()
  send()
  retry()
  expect(state.value).toMatchObject({ name: 'failed', sent: 'maybe' })
  expect(runs.asked).toHaveLength(1)
})
