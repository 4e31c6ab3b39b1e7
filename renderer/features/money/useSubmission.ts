/**
 * Drives the state machine of an operation that moves money (moneyMachine.ts): it requests the preview, again soon
 * after an edit and before the preview expires, sends once, and searches the journal if the bridge lost the answer.
 */
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { asDeskError } from '#shared/errors.ts'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import type { OperationPreview, OperationRow } from '#shared/model/operation/operation.ts'
import type { OperationTarget } from '#shared/model/operation/purchase.ts'
import { idle, mayBeSent, nextMoneyState, type MoneyEvent, type MoneyState } from './moneyMachine.ts'
import { filterOf, isRowSince } from './targets.ts'
import { useLatest } from '../../lib/useLatest.ts'

export interface MoneyDesk {
  readonly preview: (input: InputOf<'operations', 'preview'>) => Promise<OperationPreview>
  readonly run: (input: InputOf<'operations', 'run'>) => Promise<OperationRow>
  readonly list: (input: InputOf<'operations', 'list'>) => Promise<OutputOf<'operations', 'list'>>
}

/** How long sending has taken. */
interface SendingTime {
  /**
   * Becomes `true` once sending takes longer than what a person perceives as instant, and the controls are disabled. An
   * answer that comes sooner is all that changes in the window; the state machine alone keeps anything from being sent
   * twice.
   */
  readonly pending: ComputedRef<boolean>
  /** Becomes `true` once a person would ask whether anything happens. */
  readonly slow: ComputedRef<boolean>
}

export interface Submission extends SendingTime {
  readonly state: ComputedRef<MoneyState>
  readonly open: (target: OperationTarget | null) => void
  /** The present content of a form, or `null` while it is incomplete. */
  readonly edit: (target: OperationTarget | null) => void
  readonly close: () => void
  readonly accept: () => void
  readonly retry: () => void
  readonly send: () => void
}

interface SubmissionOptions {
  readonly desk: MoneyDesk
  readonly runInput: (preview: OperationPreview) => InputOf<'operations', 'run'>
  readonly onDone: (operation: OperationRow) => void
}

const pendingAfterMs = 100
const slowAfterMs = 400
const minRenewalMs = 5_000
const maxRenewalMs = 120_000
/** Milliseconds. Typing does not request a preview for every key. */
const typingPauseMs = 250

/** Milliseconds until the preview is requested again: two thirds of its remaining life. */
function renewalDelay(preview: OperationPreview, now: number): number {
  const life = Date.parse(preview.validUntil) - now
  if (!Number.isFinite(life)) return minRenewalMs
  return Math.min(Math.max((life * 2) / 3, minRenewalMs), maxRenewalMs)
}

/** Requests previews, again before one expires, and emits only the answer to the latest request. */
function usePreviewRequests(desk: MoneyDesk, state: Readonly<Ref<MoneyState>>, emit: (event: MoneyEvent) => void) {
  const latest = useLatest()
  let pause: ReturnType<typeof setTimeout> | undefined
  let renewal: ReturnType<typeof setTimeout> | undefined

  async function request(target: OperationTarget): Promise<void> {
    clearTimeout(pause)
    const isLatest = latest.begin()
    try {
      const preview = await desk.preview(target)
      if (isLatest()) emit({ type: 'previewed', preview })
    } catch (thrown) {
      if (isLatest()) emit({ type: 'preview_failed', error: asDeskError(thrown) })
    }
  }

  watch(
    state,
    (now) => {
      clearTimeout(renewal)
      if (now.name === 'ready' || now.name === 'changed') {
        renewal = setTimeout(() => void request(now.target), renewalDelay(now.preview, Date.now()))
      }
    },
    { flush: 'sync' },
  )
  onScopeDispose(() => {
    clearTimeout(pause)
    clearTimeout(renewal)
  })

  return {
    request,
    requestAfterTyping: (target: OperationTarget): void => {
      pause = setTimeout(() => void request(target), typingPauseMs)
    },
    cancel: (): void => {
      latest.drop()
      clearTimeout(pause)
    },
  }
}

/** The latest row of the journal that the submission of `target` since `since` can have created. */
async function findInJournal(desk: MoneyDesk, target: OperationTarget, since: number): Promise<OperationRow | null> {
  const { rows } = await desk.list({ ...filterOf(target), limit: 50 })
  const candidates = rows.filter((row) => isRowSince(row, target, since))
  return candidates.toSorted((a, b) => b.id.localeCompare(a.id))[0] ?? null
}

function useSendingTime(state: Readonly<Ref<MoneyState>>): SendingTime {
  const pending = ref(false)
  const slow = ref(false)
  let timers: readonly ReturnType<typeof setTimeout>[] = []
  function stop(): void {
    for (const timer of timers) clearTimeout(timer)
    pending.value = slow.value = false
  }
  watch(
    state,
    (now) => {
      stop()
      if (now.name !== 'sending') return
      timers = [
        setTimeout(() => (pending.value = true), pendingAfterMs),
        setTimeout(() => (slow.value = true), slowAfterMs),
      ]
    },
    { flush: 'sync' },
  )
  onScopeDispose(stop)
  return { pending: computed(() => pending.value), slow: computed(() => slow.value) }
}

export function useSubmission({ desk, runInput, onDone }: SubmissionOptions): Submission {
  const state = shallowRef<MoneyState>(idle)
  const time = useSendingTime(state)

  const step = (event: MoneyEvent): MoneyState => {
    const next = nextMoneyState(state.value, event)
    state.value = next
    return next
  }
  const previews = usePreviewRequests(desk, state, step)

  /** The state that is shown has changed by the time of `onDone`, which may wait for its rendering. */
  function finish(operation: OperationRow): void {
    const before = state.value
    if (step({ type: 'sent', operation }) !== before && state.value.name === 'done') onDone(operation)
  }

  async function run(preview: OperationPreview, target: OperationTarget): Promise<void> {
    const submittedAt = Date.now()
    try {
      finish(await desk.run(runInput(preview)))
    } catch (thrown) {
      const next = step({ type: 'send_failed', error: asDeskError(thrown) })
      if (!mayBeSent(next)) return
      const found = await findInJournal(desk, target, submittedAt).catch(() => null)
      if (found !== null) finish(found)
    }
  }

  function open(target: OperationTarget | null): void {
    if (state.value.name === 'sending') return
    previews.cancel()
    const opened = step({ type: 'open', target })
    // A watcher of the state may have edited the form by now, which requests the preview of its present content.
    if (target !== null && state.value === opened) void previews.request(target)
  }

  function edit(target: OperationTarget | null): void {
    const before = state.value
    const next = step({ type: 'edit', target })
    if (next === before) return
    previews.cancel()
    if (target !== null) previews.requestAfterTyping(target)
  }

  function close(): void {
    if (step({ type: 'close' }).name === 'idle') previews.cancel()
  }

  function retry(): void {
    const next = step({ type: 'retry' })
    if (next.name === 'previewing') void previews.request(next.target)
  }

  function send(): void {
    const before = state.value
    const next = step({ type: 'send' })
    if (next !== before && next.name === 'sending') void run(next.preview, next.target)
  }

  return {
    state: computed(() => state.value),
    ...time,
    open,
    edit,
    close,
    accept: () => void step({ type: 'accept' }),
    retry,
    send,
  }
}
