/**
 * Drives the money dialog: asks for the preview, renews it before it runs out, sends once, and looks in the journal
 * where the answer to the press got lost between the desk's two sides.
 * What was typed belongs to one kind and item and stays until that one is done.
 */
import { computed, onScopeDispose, reactive, ref, shallowRef, watch, type ComputedRef } from 'vue'
import { asDeskError } from '#shared/errors.ts'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import type { OperationPreview, OperationRow, RefundReason } from '#shared/model/operation.ts'
import type { OperationSubject } from '#shared/model/purchase.ts'
import { idle, nextMoneyState, type MoneyEvent, type MoneyState } from './moneyMachine.ts'
import { filterOf, isRowOf, subjectKey } from './subjects.ts'

export interface MoneyDesk {
  readonly preview: (input: InputOf<'operations', 'preview'>) => Promise<OperationPreview>
  readonly run: (input: InputOf<'operations', 'run'>) => Promise<OperationRow>
  readonly list: (input: InputOf<'operations', 'list'>) => Promise<OutputOf<'operations', 'list'>>
}

export interface RefundForm {
  reason: RefundReason | null
  ticket: string
  note: string
}

export interface MoneyDialog {
  readonly state: ComputedRef<MoneyState>
  readonly form: Readonly<RefundForm>
  readonly write: (changes: Partial<RefundForm>) => void
  /** True once sending has taken longer than a person takes for instant. */
  readonly slow: ComputedRef<boolean>
  readonly open: (subject: OperationSubject) => void
  readonly close: () => void
  readonly accept: () => void
  readonly retry: () => void
  readonly send: () => void
}

const slowAfter = 400
const shortestRenewal = 5_000
const longestRenewal = 120_000
/** The journal is searched for rows since the press; the two sides of the desk share one clock. */
const journalSlack = 5_000

/** Milliseconds until a preview is asked for again: after two thirds of its life. */
export function renewalDelay(preview: OperationPreview, now: number): number {
  const life = Date.parse(preview.validUntil) - now
  if (!Number.isFinite(life)) return shortestRenewal
  return Math.min(Math.max((life * 2) / 3, shortestRenewal), longestRenewal)
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
  const state = shallowRef<MoneyState>(idle)
  const slow = ref(false)
  const form = reactive<RefundForm>({ reason: null, ticket: '', note: '' })
  let formOf = ''
  let asked = 0
  let renewal: ReturnType<typeof setTimeout> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined

  const clearForm = (): void => void Object.assign(form, { reason: null, ticket: '', note: '' })
  const step = (event: MoneyEvent): MoneyState => {
    state.value = nextMoneyState(state.value, event)
    return state.value
  }

  async function ask(subject: OperationSubject): Promise<void> {
    const turn = ++asked
    try {
      const preview = await desk.preview(subject)
      if (turn === asked) step({ type: 'previewed', preview })
    } catch (thrown) {
      if (turn === asked) step({ type: 'preview_failed', error: asDeskError(thrown) })
    }
  }

  async function findInJournal(subject: OperationSubject, since: number): Promise<OperationRow | null> {
    const { rows } = await desk.list({ ...filterOf(subject), limit: 50 })
    const ours = rows.filter((row) => isRowOf(row, subject) && Date.parse(row.createdAt) >= since - journalSlack)
    return ours.toSorted((a, b) => b.id.localeCompare(a.id))[0] ?? null
  }

  async function run(preview: OperationPreview, subject: OperationSubject): Promise<void> {
    const pressed = Date.now()
    try {
      step({ type: 'sent', operation: await desk.run(runInput(preview, form)) })
    } catch (thrown) {
      const next = step({ type: 'send_failed', error: asDeskError(thrown) })
      if (next.name !== 'failed' || next.sent !== 'maybe') return
      const found = await findInJournal(subject, pressed).catch(() => null)
      if (found !== null) step({ type: 'sent', operation: found })
    }
  }

  function open(subject: OperationSubject): void {
    if (state.value.name === 'sending') return
    const key = subjectKey(subject)
    if (key !== formOf) clearForm()
    formOf = key
    step({ type: 'open', subject })
    void ask(subject)
  }

  function retry(): void {
    const next = step({ type: 'retry' })
    if (next.name === 'previewing') void ask(next.subject)
  }

  function send(): void {
    const before = state.value
    const next = step({ type: 'send' })
    if (next !== before && next.name === 'sending') void run(next.preview, next.subject)
  }

  watch(
    state,
    (now, before) => {
      clearTimeout(renewal)
      if (now.name === 'ready' || now.name === 'changed') {
        renewal = setTimeout(() => void ask(now.subject), renewalDelay(now.preview, Date.now()))
      }
      if (now.name === 'sending') patience = setTimeout(() => (slow.value = true), slowAfter)
      else {
        clearTimeout(patience)
        slow.value = false
      }
      if (now.name === 'done' && before.name !== 'done') {
        clearForm()
        onDone(now.operation)
      }
    },
    { flush: 'sync' },
  )
  onScopeDispose(() => {
    asked += 1
    clearTimeout(renewal)
    clearTimeout(patience)
  })

  return {
    state: computed(() => state.value),
    form,
    write: (changes) => void Object.assign(form, changes),
    slow: computed(() => slow.value),
    open,
    close: () => void step({ type: 'close' }),
    accept: () => void step({ type: 'accept' }),
    retry,
    send,
  }
}
