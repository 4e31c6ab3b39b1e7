/** Reads the journal and the customer of a scene whenever they change, and returns which goals are reached. */
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { PreparedScene, TrainingSceneName } from '#shared/model/training.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'
import { goalsOf, hasOperatorAnswered, type Goal, type SceneFacts } from './sceneGoals.ts'
import { useLatest } from '../../lib/useLatest.ts'

interface SceneProgress {
  readonly goals: readonly Goal[]
  readonly operatorAnswered: boolean
}

/** A customer of a scene has few operations, and a scene has few sales. */
const maxRows = 50

async function factsOf({ customerUid, email, iccid, country }: PreparedScene): Promise<SceneFacts> {
  const [view, operations, registrations, inventory] = await Promise.all([
    desk.customers.get({ uid: customerUid, from: 'directory' }).catch(() => null),
    desk.operations.list({ customerUid, limit: maxRows }).then(({ rows }) => rows),
    desk.operations.list({ kind: 'register', limit: maxRows }).then(({ rows }) => rows),
    desk.inventory
      .list({})
      .then(({ rows }) => rows)
      .catch(() => []),
  ])
  const sales = registrations.filter((row) => row.customerEmail === email)
  return { view, operations, sales, inventory, iccid, country }
}

export function useSceneProgress(
  scene: () => { readonly name: TrainingSceneName; readonly prepared: PreparedScene },
): Readonly<ShallowRef<SceneProgress | null>> {
  const progress = shallowRef<SceneProgress | null>(null)
  const latest = useLatest()

  async function check(): Promise<void> {
    const isLatest = latest.begin()
    const { name, prepared } = scene()
    const facts = await factsOf(prepared).catch(() => null)
    if (!isLatest() || facts === null) return
    progress.value = { goals: goalsOf(name, facts), operatorAnswered: hasOperatorAnswered(name, facts) }
  }

  const stops = [
    onDeskEvent('operation.changed', () => void check()),
    onDeskEvent('customer.changed', ({ uid }) => {
      if (uid === scene().prepared.customerUid) void check()
    }),
  ]
  onScopeDispose(() => {
    for (const stop of stops) stop()
  })
  watch(
    () => scene().prepared.customerUid,
    () => {
      progress.value = null
      void check()
    },
    { immediate: true },
  )
  return progress
}
