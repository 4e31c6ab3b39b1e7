/**
 * The operation on a customer's package: a submission (useSubmission.ts) together with the fields of a refund. What was
 * typed belongs to one kind and item and stays until that operation is done.
 */
import { computed, reactive, ref, watch, type ComputedRef } from 'vue'
import type { InputOf } from '#shared/contract.ts'
import type { OperationPreview, OperationRow, RefundReason } from '#shared/model/operation/operation.ts'
import type { ItemTarget } from '#shared/model/operation/purchase.ts'
import { targetKey } from './targets.ts'
import { useSubmission, type MoneyDesk, type Submission } from './useSubmission.ts'

export interface RefundForm {
  reason: RefundReason | null
  ticket: string
  note: string
}

export interface MoneyDialog extends Omit<Submission, 'open' | 'edit'> {
  readonly form: Readonly<RefundForm>
  readonly write: (changes: Partial<RefundForm>) => void
  /** While an operation is being sent, no other one is opened: its dialog is shown again. */
  readonly open: (target: ItemTarget) => void
  /** The dialog was closed while its operation is being sent. The state machine still lets nothing be sent twice. */
  readonly isDismissed: ComputedRef<boolean>
  /** Closes the dialog of an operation that is being sent. The main process goes on. */
  readonly dismiss: () => void
}

function runInput(preview: OperationPreview, form: RefundForm): InputOf<'operations', 'run'> {
  if (preview.kind !== 'refund') return { previewId: preview.previewId }
  const ticket = form.ticket.trim()
  const note = form.note.trim()
  return {
    previewId: preview.previewId,
    ...(form.reason === null ? {} : { refundReason: form.reason }),
    ...(ticket === '' ? {} : { ticket }),
    ...(note === '' ? {} : { note }),
  }
}

/** `wasDismissed`: the agent has closed the dialog meanwhile, and does something else by now. */
export function useMoneyDialog(
  desk: MoneyDesk,
  onDone: (operation: OperationRow, wasDismissed: boolean) => void,
): MoneyDialog {
  const form = reactive<RefundForm>({ reason: null, ticket: '', note: '' })
  const isDismissed = ref(false)
  let formOf = ''
  const clear = (): void => void Object.assign(form, { reason: null, ticket: '', note: '' })
  const submission = useSubmission({
    desk,
    runInput: (preview) => runInput(preview, form),
    onDone: (operation) => {
      const wasDismissed = isDismissed.value
      isDismissed.value = false
      clear()
      onDone(operation, wasDismissed)
    },
  })
  // Of an operation that may have been sent the journal and the page show more than the dialog could.
  watch(submission.state, (now) => {
    if (now.name === 'failed' && now.sent === 'no') isDismissed.value = false
  })

  function open(target: ItemTarget): void {
    isDismissed.value = false
    if (submission.state.value.name === 'sending') return
    const key = targetKey(target)
    if (key !== formOf) clear()
    formOf = key
    submission.open(target)
  }

  function write(changes: Partial<RefundForm>): void {
    if (submission.state.value.name !== 'sending') Object.assign(form, changes)
  }

  const { state, pending, slow, close, accept, retry, send } = submission
  return {
    state,
    pending,
    slow,
    close,
    accept,
    retry,
    send,
    form,
    write,
    open,
    isDismissed: computed(() => isDismissed.value),
    dismiss: () => void (isDismissed.value = state.value.name === 'sending'),
  }
}
