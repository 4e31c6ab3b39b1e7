/**
 * Drives the machine of a press that moves money (moneyMachine.ts): asks for the preview, soon after an edit and again
 * before it runs out, sends once, and looks in the journal where the answer to the press got lost between the desk's two sides.
 */
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef } from 'vue'
import { asDeskError } from '#shared/errors.ts'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import type { OperationPreview, OperationRow } from '#shared/model/operation.ts'
import type { OperationSubject } from '#shared/model/purchase.ts'
import { idle, nextMoneyState, type MoneyEvent, type MoneyState } from './moneyMachine.ts'
import { filterOf, isRowOf } from './subjects.ts'

export interface MoneyDesk {
  readonly preview: (input: InputOf<'operations', 'preview'>) => Promise<OperationPreview>
  readonly run: (input: InputOf<'operations', 'run'>) => Promise<OperationRow>
  readonly list: (input: InputOf<'operations', 'list'>) => Promise<OutputOf<'operations', 'list'>>
}

export interface MoneyPress {
  readonly state: ComputedRef<MoneyState>
  /** True once sending has taken longer than a person takes for instant. */
  readonly slow: ComputedRef<boolean>
  readonly open: (subject: OperationSubject | null) => void
  /** Of a form: what stands in it now, or null while it isn't whole. */
  readonly edit: (subject: OperationSubject | null) => void
  readonly close: () => void
  readonly accept: () => void
  readonly retry: () => void
  readonly send: () => void
}

export interface MoneyPressOptions {
  readonly desk: MoneyDesk
  readonly runInput: (preview: OperationPreview) => InputOf<'operations', 'run'>
  readonly onDone: (operation: OperationRow) => void
}

const slowAfter = 400
const shortestRenewal = 5_000
const longestRenewal = 120_000
/** Who types isn't asked about every key. */
const typingPause = 250
/** The journal is searched for rows since the press; the two sides of the desk share one clock. */
const journalSlack = 5_000

/** Milliseconds until a preview is asked for again: after two thirds of its life. */
export function renewalDelay(preview: OperationPreview, now: number): number {
  const life = Date.parse(preview.validUntil) - now
  if (!Number.isFinite(life)) return shortestRenewal
  return Math.min(Math.max((life * 2) / 3, shortestRenewal), longestRenewal)
}

export function useMoneyPress({ desk, runInput, onDone }: MoneyPressOptions): MoneyPress {
  const state = shallowRef<MoneyState>(idle)
  const slow = ref(false)
  let asked = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  let renewal: ReturnType<typeof setTimeout> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined

  const step = (event: MoneyEvent): MoneyState => {
    state.value = nextMoneyState(state.value, event)
    return state.value
  }

  async function ask(subject: OperationSubject): Promise<void> {
    clearTimeout(pause)
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
      step({ type: 'sent', operation: await desk.run(runInput(preview)) })
    } catch (thrown) {
      const next = step({ type: 'send_failed', error: asDeskError(thrown) })
      if (next.name !== 'failed' || next.sent !== 'maybe') return
      const found = await findInJournal(subject, pressed).catch(() => null)
      if (found !== null) step({ type: 'sent', operation: found })
    }
  }

  function open(subject: OperationSubject | null): void {
    if (state.value.name === 'sending') return
    asked += 1
    step({ type: 'open', subject })
    if (subject !== null) void ask(subject)
  }

  function edit(subject: OperationSubject | null): void {
    const before = state.value
    const next = step({ type: 'edit', subject })
    if (next === before) return
    asked += 1
    clearTimeout(pause)
    if (subject !== null) pause = setTimeout(() => void ask(subject), typingPause)
  }

  function close(): void {
    if (step({ type: 'close' }).name !== 'idle') return
    asked += 1
    clearTimeout(pause)
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
      if (now.name === 'done' && before.name !== 'done') onDone(now.operation)
    },
    { flush: 'sync' },
  )
  onScopeDispose(() => {
    asked += 1
    for (const timer of [pause, renewal, patience]) clearTimeout(timer)
  })

  return {
    state: computed(() => state.value),
    slow: computed(() => slow.value),
    open,
    edit,
    close,
    accept: () => void step({ type: 'accept' }),
    retry,
    send,
  }
}
