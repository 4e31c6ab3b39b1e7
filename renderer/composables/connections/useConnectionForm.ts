/**
 * The form of a connection: what was typed, what is wrong with it, and how testing and connecting go.
 *
 * What was typed stays until the connection is open, the secret too, here and nowhere else. Nothing is kept by the desk
 * before a test of exactly these values has passed.
 */
import { computed, reactive, ref, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { ConnectionProfile, ConnectionTest, CurrentConnection } from '#shared/model/connection.ts'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { Desk } from '../../desk.ts'
import {
  changeOf,
  emptyFields,
  fieldsOf,
  inputOf,
  movesElsewhere,
  problemsOf,
  trialOf,
  type ConnectionFields,
  type FieldName,
  type FieldProblem,
} from './connectionFields.ts'

export type FormState = 'idle' | 'testing' | 'tested' | 'connecting' | 'failed'

export interface ConnectionForm {
  readonly fields: ConnectionFields
  readonly problems: ComputedRef<Partial<Record<FieldName, FieldProblem>>>
  /** Problems to show: of fields that were left, and of all once a button was pressed. */
  readonly shown: ComputedRef<Partial<Record<FieldName, FieldProblem>>>
  readonly state: Readonly<Ref<FormState>>
  readonly error: Readonly<Ref<DeskError | null>>
  readonly result: Readonly<Ref<ConnectionTest | null>>
  readonly busy: ComputedRef<boolean>
  /** Whether what is typed leads elsewhere than what is stored. */
  readonly moves: ComputedRef<boolean>
  readonly touch: (field: FieldName) => void
  /** Each takes what is typed now; false where a field is wrong. */
  readonly test: () => Promise<boolean>
  readonly connect: () => Promise<boolean>
  readonly save: () => Promise<boolean>
}

type FormDesk = Pick<Desk['connections'], 'add' | 'update' | 'test' | 'open'>
interface Outcomes {
  readonly opened?: (connection: CurrentConnection) => void
  readonly saved?: (profile: ConnectionProfile) => void
}

export function useConnectionForm(
  desk: FormDesk,
  edited: ConnectionProfile | null,
  { opened, saved }: Outcomes,
): ConnectionForm {
  const fields = reactive<ConnectionFields>(edited === null ? emptyFields() : fieldsOf(edited))
  const stored = shallowRef(edited)
  const state = ref<FormState>('idle')
  const error = shallowRef<DeskError | null>(null)
  const result = shallowRef<ConnectionTest | null>(null)
  const touched = reactive(new Set<FieldName>())
  const pressed = ref(false)
  /** Values that passed a test, so that connecting needn't test them again. */
  let passed = ''

  const problems = computed(() => problemsOf(fields, stored.value))
  const shown = computed(() => {
    const visible = Object.entries(problems.value).filter(
      ([name, problem]) => pressed.value || [...touched].some((field) => field === name) || problem === 'httpElsewhere',
    )
    return Object.fromEntries(visible)
  })
  const busy = computed(() => state.value === 'testing' || state.value === 'connecting')

  /** Runs `work` unless a field is wrong or something runs already; a failure is kept for the form to show. */
  async function step(during: FormState, after: FormState, work: () => Promise<void>): Promise<boolean> {
    pressed.value = true
    if (busy.value || Object.keys(problems.value).length > 0) return false
    state.value = during
    error.value = null
    try {
      await work()
      state.value = after
      return true
    } catch (thrown) {
      error.value = asDeskError(thrown)
      state.value = 'failed'
      return false
    }
  }

  /** With what was typed; an edited profile's secrets stand for those that stay. */
  async function runTest(): Promise<void> {
    result.value = null
    const typed = inputOf(fields)
    result.value = await desk.test(stored.value === null ? typed : trialOf(fields, stored.value))
    passed = JSON.stringify(typed)
  }

  async function keep(): Promise<ConnectionProfile> {
    stored.value = await (stored.value === null
      ? desk.add(inputOf(fields))
      : desk.update(changeOf(fields, stored.value)))
    return stored.value
  }

  return {
    fields,
    problems,
    shown,
    state,
    error,
    result,
    busy,
    moves: computed(() => movesElsewhere(fields, stored.value)),
    touch: (field) => void touched.add(field),
    test: () => step('testing', 'tested', runTest),
    connect: () =>
      step('connecting', 'idle', async () => {
        if (passed !== JSON.stringify(inputOf(fields))) await runTest()
        const { id } = await keep()
        opened?.(await desk.open({ id }))
      }),
    save: () => step('connecting', 'idle', async () => saved?.(await keep())),
  }
}
