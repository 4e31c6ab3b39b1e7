import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope, type EffectScope } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { OperationPreview, OperationRow } from '#shared/model/operation/operation.ts'
import { useMoneyDialog, type MoneyDialog } from '../../../../../renderer/features/money/useMoneyDialog.ts'
import { at, recordRequests, flush } from '../../support/deferred.ts'
import { customerUid, itemUid, operation, preview } from '../../support/samples.ts'

const target = { kind: 'refund', customerUid, itemUid } as const
let scope: EffectScope
const done: OperationRow[] = []
const previews = recordRequests<InputOf<'operations', 'preview'>, OperationPreview>()
const runs = recordRequests<InputOf<'operations', 'run'>, OperationRow>()
const lists = recordRequests<InputOf<'operations', 'list'>, OutputOf<'operations', 'list'>>()

function dialog(): MoneyDialog {
  scope = effectScope()
  const made = scope.run(() =>
    useMoneyDialog({ preview: previews.send, run: runs.send, list: lists.send }, (row) => done.push(row)),
  )
  if (made === undefined) throw new Error('The scope is over')
  return made
}

async function ready(): Promise<MoneyDialog> {
  const made = dialog()
  made.open(target)
  at(previews.requests, 0).answer(preview())
  await flush()
  return made
}

beforeEach(() => {
  vi.useFakeTimers()
  for (const list of [previews.requests, runs.requests, lists.requests, done]) list.length = 0
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

test('twenty submissions make one call', async () => {
  const { send } = await ready()
  for (let press = 0; press < 20; press += 1) send()
  await flush()
  expect(runs.requests).toHaveLength(1)
})

test('the preview is renewed before it expires, and the submission uses the renewed one', async () => {
  const { send, state } = await ready()
  await vi.advanceTimersByTimeAsync(45_000)
  at(previews.requests, 1).answer(preview({ previewId: 'p-2' }))
  await flush()
  expect(state.value.name).toBe('ready')
  send()
  expect(at(runs.requests, 0).input).toMatchObject({ previewId: 'p-2' })
})

test('a dialog that was closed requests no further preview', async () => {
  const { close } = await ready()
  close()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(previews.requests).toHaveLength(1)
})

test('an answer to the preview of a dialog that was closed and opened again is dropped', async () => {
  const { open, close, state } = dialog()
  open(target)
  close()
  open({ ...target, kind: 'activate' })
  at(previews.requests, 0).answer(preview({ packageName: 'of the first' }))
  await flush()
  expect(state.value.name).toBe('previewing')
})

test('reason, ticket and note are sent with a refund, and blank ones are not', async () => {
  const { write, send } = await ready()
  write({ reason: 'bought_twice', ticket: '  T-9 ', note: '   ' })
  send()
  expect(at(runs.requests, 0).input).toEqual({ previewId: 'p-1', refundReason: 'bought_twice', ticket: 'T-9' })
})

test('sending shows after 100 ms and its progress after 400 ms, not before and not for longer', async () => {
  const { send, pending, slow } = await ready()
  send()
  const shown = async (milliseconds: number): Promise<readonly boolean[]> => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    return [pending.value, slow.value]
  }
  expect(await shown(99)).toEqual([false, false])
  expect(await shown(1)).toEqual([true, false])
  expect(await shown(299)).toEqual([true, false])
  expect(await shown(1)).toEqual([true, true])
  at(runs.requests, 0).answer(operation())
  await flush()
  expect(await shown(1000)).toEqual([false, false])
})

test('what is typed while a refund is sent is not taken, because it would not be sent', async () => {
  const { form, write, send } = await ready()
  write({ reason: 'other', note: 'typed before' })
  send()
  write({ note: 'typed too late' })
  expect(form.note).toBe('typed before')
  at(runs.requests, 0).fail(new DeskError('preview_changed', 'changed'))
  await flush()
  write({ note: 'typed after it' })
  expect(form.note).toBe('typed after it')
})

test('what was typed survives a refusal before sending, and is cleared once the operation is done', async () => {
  const { form, write, send, retry } = await ready()
  write({ reason: 'other', note: 'a long story' })
  send()
  at(runs.requests, 0).fail(new DeskError('preview_gone', 'gone'))
  await flush()
  retry()
  at(previews.requests, 1).answer(preview({ previewId: 'p-2' }))
  await flush()
  expect(form.note).toBe('a long story')
  send()
  at(runs.requests, 1).answer(operation())
  await flush()
  expect(form.note).toBe('')
  expect(done).toHaveLength(1)
})

test('the journal shows the outcome if the answer is lost', async () => {
  const { send, state } = await ready()
  send()
  at(runs.requests, 0).fail(new DeskError('bridge_timeout', 'no answer'))
  await flush()
  expect(state.value).toMatchObject({ name: 'failed', sent: 'maybe' })
  const fresh = new Date().toISOString()
  const older = operation({ id: '01J0', createdAt: '2020-01-01T00:00:00Z' })
  at(lists.requests, 0).answer({
    rows: [older, operation({ id: '01JE', state: 'UNKNOWN', createdAt: fresh })],
    total: 2,
  })
  await flush()
  expect(state.value).toMatchObject({ name: 'done', operation: { id: '01JE', state: 'UNKNOWN' } })
})

test("it can't be submitted again if the journal does not contain it either", async () => {
  const { send, retry, state } = await ready()
  send()
  at(runs.requests, 0).fail(new DeskError('bridge_timeout', 'no answer'))
  await flush()
  at(lists.requests, 0).answer({ rows: [operation({ createdAt: '2020-01-01T00:00:00Z' })], total: 1 })
  await flush()
  send()
  retry()
  expect(state.value).toMatchObject({ name: 'failed', sent: 'maybe' })
  expect(runs.requests).toHaveLength(1)
})
