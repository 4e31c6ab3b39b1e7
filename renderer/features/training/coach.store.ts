/**
 * What the sandbox shows beside the pages: the tour, or one scene of the training. At most one runs at a time, and it
 * ends with the connection. Only the sandbox has either of them.
 */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { PreparedScene, TrainingSceneName } from '#shared/model/training.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { desk } from '../../lib/desk.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { tourSteps, type TourStep } from './tourSteps.ts'

type Running =
  | { readonly kind: 'tour'; readonly prepared: PreparedScene; readonly index: number }
  | { readonly kind: 'scene'; readonly prepared: PreparedScene; readonly name: TrainingSceneName }

/** Prepares the customer of a scene, and reads them at once, so that the search finds them. */
function usePreparation() {
  const connection = useConnection()
  const busy = ref(false)
  const error = shallowRef<unknown>(null)

  /** Resolves to `null` if that failed, or if another connection was opened meanwhile. */
  async function prepare(scene: PreparedScene['scene']): Promise<PreparedScene | null> {
    const { key } = connection
    busy.value = true
    error.value = null
    try {
      const prepared = await desk.sandbox.prepare({ scene })
      await desk.customers.get({ uid: prepared.customerUid, from: 'service' })
      return key === connection.key ? prepared : null
    } catch (thrown) {
      if (key === connection.key) error.value = thrown
      return null
    } finally {
      busy.value = false
    }
  }
  return { prepare, busy, error }
}

/** The offer of the tour, whose outcome is stored. */
function useTourOffer() {
  const connection = useConnection()
  const settings = useSettings()
  const isOffering = ref(false)

  /** A setting that can't be stored is no reason to end the tour. */
  function remember(tour: 'offered' | 'left' | 'done'): void {
    if (settings.settings?.tour === 'done' && tour !== 'done') return
    void settings.change({ tour }).catch(() => undefined)
  }

  /** Offers the tour on the first start of the sandbox, and never again. */
  function offerOnce(): void {
    if (!connection.isSandbox || settings.settings?.tour !== 'new') return
    isOffering.value = true
    remember('offered')
  }
  return { isOffering, offerOnce, remember }
}

export const useCoach = defineStore('coach', () => {
  const connection = useConnection()
  const running = shallowRef<Running | null>(null)
  const { isOffering, offerOnce, remember } = useTourOffer()
  const isListOpen = ref(false)
  const { prepare, busy, error } = usePreparation()
  /** The scenes whose goals were all reached since the connection was opened. */
  const reached = shallowRef<ReadonlySet<TrainingSceneName>>(new Set())

  watch(
    () => connection.key,
    () => {
      running.value = null
      isOffering.value = false
      isListOpen.value = false
      error.value = null
      reached.value = new Set()
    },
    { flush: 'sync' },
  )

  /** `run` is called once the customer is prepared. */
  async function start(scene: PreparedScene['scene'], run: (prepared: PreparedScene) => void): Promise<void> {
    if (busy.value || !connection.isSandbox) return
    isOffering.value = false
    const prepared = await prepare(scene)
    if (prepared !== null) run(prepared)
  }

  const startTour = (): Promise<void> =>
    start('tour', (prepared) => (running.value = { kind: 'tour', prepared, index: 0 }))

  function goTo(index: number): void {
    const { value } = running
    if (value?.kind === 'tour' && tourSteps[index] !== undefined) running.value = { ...value, index }
  }

  const startScene = (name: TrainingSceneName): Promise<void> =>
    start(name, (prepared) => {
      running.value = { kind: 'scene', prepared, name }
      isListOpen.value = false
    })

  function end(result: 'left' | 'done'): void {
    if (running.value?.kind === 'tour') remember(result)
    running.value = null
    error.value = null
  }

  return {
    running,
    step: computed<TourStep | null>(() =>
      running.value?.kind === 'tour' ? (tourSteps[running.value.index] ?? null) : null,
    ),
    isOffering,
    isListOpen,
    busy,
    error,
    reached,
    offerOnce,
    decline: (): void => void (isOffering.value = false),
    startTour,
    goTo,
    startScene,
    leave: (): void => end('left'),
    finish: (): void => end('done'),
    markReached: (name: TrainingSceneName): void => void (reached.value = new Set([...reached.value, name])),
  }
})
