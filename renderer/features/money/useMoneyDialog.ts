/**
 * The operation on a customer's package: a submission (useSubmission.ts) together with the fields of a refund. What was
 * typed belongs to one kind and item and stays until that operation is done.
 */
import { reactive } from 'vue'
import type { InputOf } from '#shared/contract.ts'
import type { OperationPreview, OperationRow, RefundReason } from '#shared/model/operation.ts'
import type { ItemTarget } from '#shared/model/purchase.ts'
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
  readonly open: (target: ItemTarget) => void
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

export function useMoneyDialog(desk: MoneyDesk, onDone: (operation: OperationRow) => void): MoneyDialog {
  const form = reactive<RefundForm>({ reason: null, ticket: '', note: '' })
  let formOf = ''
  const clear = (): void => void Object.assign(form, { reason: null, ticket: '', note: '' })
  const submission = useSubmission({
    desk,
    runInput: (preview) => runInput(preview, form),
    onDone: (operation) => {
      clear()
      onDone(operation)
    },
  })

  function open(target: ItemTarget): void {
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
  return { state, pending, slow, close, accept, retry, send, form, write, open }
}
