/**
 * The states of a money dialog and their transitions, as one pure function.
 *
 * Invariants: money is sent only from `ready` and only once, because `send` leaves that state at once. A preview that
 * changed by itself stops in `changed` until a person has seen it; one that changed because of a person's edit doesn't.
 * Nothing closes `sending`. A failure that may have happened after the first byte was sent (`sent: 'maybe'`) offers no
 * second submission.
 *
 * This file imports nothing that does I/O or rendering: useSubmission.ts drives the machine.
 */
import type { DeskError, DeskErrorCode } from '#shared/errors.ts'
import type { OperationPreview, OperationRow } from '#shared/model/operation/operation.ts'
import type { OperationTarget } from '#shared/model/operation/purchase.ts'
import { previewDifferences, type PreviewDifference } from './previewDifferences.ts'

export type MoneyState =
  | { readonly name: 'idle' }
  /** The form is incomplete, so no preview can be requested yet. */
  | { readonly name: 'writing' }
  /** `before` is the preview with which the next one is compared. */
  | { readonly name: 'previewing'; readonly target: OperationTarget; readonly before: OperationPreview | null }
  | { readonly name: 'ready'; readonly target: OperationTarget; readonly preview: OperationPreview }
  | {
      readonly name: 'changed'
      readonly target: OperationTarget
      readonly before: OperationPreview
      readonly preview: OperationPreview
      readonly differences: readonly PreviewDifference[]
    }
  | { readonly name: 'sending'; readonly target: OperationTarget; readonly preview: OperationPreview }
  | { readonly name: 'done'; readonly target: OperationTarget; readonly operation: OperationRow }
  | {
      readonly name: 'failed'
      readonly target: OperationTarget
      readonly preview: OperationPreview | null
      readonly error: DeskError
      /**
       * `no`: the operation was refused before anything was sent. `maybe`: the desk did not report it, and the journal
       * shows it.
       */
      readonly sent: 'no' | 'maybe'
    }

export type MoneyEvent =
  | { readonly type: 'open'; readonly target: OperationTarget | null }
  /** The user has changed what the operation is about, or made the form incomplete. */
  | { readonly type: 'edit'; readonly target: OperationTarget | null }
  | { readonly type: 'previewed'; readonly preview: OperationPreview }
  | { readonly type: 'preview_failed'; readonly error: DeskError }
  | { readonly type: 'accept' }
  | { readonly type: 'send' }
  | { readonly type: 'sent'; readonly operation: OperationRow }
  | { readonly type: 'send_failed'; readonly error: DeskError }
  | { readonly type: 'retry' }
  | { readonly type: 'close' }

export const idle: MoneyState = { name: 'idle' }

/** Whether the answer got lost, so that it is not known yet whether the operation was sent. */
export const mayBeSent = (state: MoneyState): state is Extract<MoneyState, { readonly name: 'failed' }> =>
  state.name === 'failed' && state.sent === 'maybe'

/** Refusals of `operations.run` that happen before the request. All others may have happened after it. */
const refusedBeforeSending: ReadonlySet<DeskErrorCode> = new Set([
  'invalid_input',
  'unknown_operation',
  'forbidden_sender',
  'too_large',
  'not_connected',
  'preview_gone',
  'preview_changed',
  'operation_not_possible',
  'operation_in_progress',
  'journal_unwritable',
  'not_approved',
  'approval_pending',
])

/** A failure of the journal after the request is marked as such: the operation was sent then, whatever its code. */
export function sentOf({ code, details }: DeskError): 'no' | 'maybe' {
  return refusedBeforeSending.has(code) && details['sent'] !== true ? 'no' : 'maybe'
}

function afterPreview(target: OperationTarget, before: OperationPreview | null, preview: OperationPreview): MoneyState {
  const differences = before === null ? [] : previewDifferences(before, preview)
  if (before === null || differences.length === 0) return { name: 'ready', target, preview }
  return { name: 'changed', target, before, preview, differences }
}

function previewed(state: MoneyState, preview: OperationPreview): MoneyState {
  switch (state.name) {
    case 'previewing':
      return afterPreview(state.target, state.before, preview)
    case 'ready':
      return afterPreview(state.target, state.preview, preview)
    case 'changed':
      return afterPreview(state.target, state.before, preview)
    case 'idle':
    case 'writing':
    case 'sending':
    case 'failed':
    case 'done':
      return state
  }
}

function previewFailed(state: MoneyState, error: DeskError): MoneyState {
  switch (state.name) {
    case 'previewing':
      return { name: 'failed', target: state.target, preview: state.before, error, sent: 'no' }
    case 'ready':
    case 'changed':
      return { name: 'failed', target: state.target, preview: state.preview, error, sent: 'no' }
    case 'idle':
    case 'writing':
    case 'sending':
    case 'failed':
    case 'done':
      return state
  }
}

const about = (target: OperationTarget | null): MoneyState =>
  target === null ? { name: 'writing' } : { name: 'previewing', target, before: null }

function edited(state: MoneyState, target: OperationTarget | null): MoneyState {
  switch (state.name) {
    case 'writing':
    case 'previewing':
    case 'ready':
    case 'changed':
      return about(target)
    case 'failed':
      return state.sent === 'no' ? about(target) : state
    case 'idle':
    case 'sending':
    case 'done':
      return state
  }
}

export function nextMoneyState(state: MoneyState, event: MoneyEvent): MoneyState {
  switch (event.type) {
    case 'open':
      return state.name === 'sending' ? state : about(event.target)
    case 'edit':
      return edited(state, event.target)
    case 'previewed':
      return previewed(state, event.preview)
    case 'preview_failed':
      return previewFailed(state, event.error)
    case 'accept':
      return state.name === 'changed' ? { name: 'ready', target: state.target, preview: state.preview } : state
    case 'send':
      return state.name === 'ready' && state.preview.possible
        ? { name: 'sending', target: state.target, preview: state.preview }
        : state
    case 'sent':
      return state.name === 'sending' || mayBeSent(state)
        ? { name: 'done', target: state.target, operation: event.operation }
        : state
    case 'send_failed':
      return state.name === 'sending'
        ? {
            name: 'failed',
            target: state.target,
            preview: state.preview,
            error: event.error,
            sent: sentOf(event.error),
          }
        : state
    case 'retry':
      return state.name === 'failed' && state.sent === 'no'
        ? { name: 'previewing', target: state.target, before: state.preview }
        : state
    case 'close':
      return state.name === 'sending' ? state : idle
  }
}
