/**
 * The sandbox's panel beside a customer: its state, and one action at a time. The answer to an action contains the new
 * state. An answer for a customer who is no longer shown is dropped.
 */
import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import { isInFlight } from '#shared/model/operation/operationStates.ts'
import type { SimulatorAct, SimulatorState } from '#shared/model/simulator.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { InputOf } from '#shared/contract.ts'
import type { JournalDesk } from '../operations/useJournal.ts'
import { useLatest } from '../../lib/useLatest.ts'

interface SimulatorDesk {
  readonly state: (input: InputOf<'sandbox', 'state'>) => Promise<SimulatorState>
  readonly act: (input: InputOf<'sandbox', 'act'>) => Promise<SimulatorState>
  readonly on: JournalDesk['on']
}

export interface SimulatorPanel {
  readonly state: Readonly<Ref<SimulatorState | null>>
  readonly error: Readonly<Ref<DeskError | null>>
  readonly busy: Readonly<Ref<boolean>>
  readonly load: () => Promise<void>
  /** Resolves to whether it was done. */
  readonly act: (order: SimulatorAct) => Promise<boolean>
}

/** The state of the panel as the latest answer has brought it, be it to a read or to an action. */
function useAnswers(read: () => Promise<SimulatorState>) {
  const state = shallowRef<SimulatorState | null>(null)
  const loadError = shallowRef<DeskError | null>(null)
  const busy = ref(false)
  const latest = useLatest()
  /** What happens while an answer is pending may be missing in that answer. */
  const news = useLatest()

  async function run(request: () => Promise<SimulatorState>, error: typeof loadError): Promise<boolean> {
    const isLatest = latest.begin()
    const isUpToDate = news.join()
    busy.value = true
    error.value = null
    try {
      const next = await request()
      if (!isLatest()) return false
      state.value = next
      loadError.value = null
      return true
    } catch (thrown) {
      if (isLatest()) error.value = asDeskError(thrown)
      return false
    } finally {
      if (isLatest()) {
        busy.value = false
        if (!isUpToDate()) void load()
      }
    }
  }

  const load = async (): Promise<void> => void (await run(read, loadError))

  function reload(): void {
    if (busy.value) news.drop()
    else void load()
  }
  return { state, loadError, busy, run, load, reload }
}

/** @param onDone called after an action, because what the service reports may have changed */
export function useSimulator(uid: () => CustomerUid, desk: SimulatorDesk, onDone: () => void): SimulatorPanel {
  const { state, loadError, busy, run, load, reload } = useAnswers(() => desk.state({ customerUid: uid() }))
  /** A failed action stays to be read, however often the state is loaded meanwhile. */
  const actError = shallowRef<DeskError | null>(null)

  watch(
    uid,
    () => {
      state.value = null
      actError.value = null
      void load()
    },
    { immediate: true },
  )
  // An operation spends credits and may use up a simulated fault.
  onScopeDispose(
    desk.on('operation.changed', ({ state: now }) => {
      if (!isInFlight(now)) reload()
    }),
  )
  // The sandbox may have kept the mail.
  onScopeDispose(
    desk.on('mail.changed', ({ state: now }) => {
      if (now !== 'SENDING') reload()
    }),
  )

  return {
    state,
    error: computed(() => actError.value ?? loadError.value),
    busy,
    load,
    async act(order) {
      if (busy.value) return false
      const done = await run(() => desk.act(order), actError)
      if (!done) return false
      onDone()
      // Actions on credits, time and faults are answered without the customer.
      if (state.value?.customer === null) await load()
      return true
    },
  }
}
