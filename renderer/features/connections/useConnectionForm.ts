/**
 * The form of a connection: its fields, their problems, and the progress of testing and connecting.
 *
 * What was typed, including the secret, stays in this form and nowhere else until the connection is open. The desk
 * stores nothing before a test of exactly these values has passed.
 */
import { computed, reactive, ref, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { ConnectionProfile, ConnectionTest, CurrentConnection } from '#shared/model/connection.ts'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { Desk } from '../../lib/desk.ts'
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

type FormState = 'idle' | 'testing' | 'tested' | 'connecting' | 'failed'

export interface ConnectionForm {
  readonly fields: ConnectionFields
  readonly problems: ComputedRef<Partial<Record<FieldName, FieldProblem>>>
  /** The problems to show: those of fields that have lost the focus, and all of them once a button was pressed. */
  readonly shown: ComputedRef<Partial<Record<FieldName, FieldProblem>>>
  readonly state: Readonly<Ref<FormState>>
  readonly error: Readonly<Ref<DeskError | null>>
  readonly result: Readonly<Ref<ConnectionTest | null>>
  readonly busy: ComputedRef<boolean>
  /** Whether the fields point to another address or proxy than the stored profile. */
  readonly moves: ComputedRef<boolean>
  readonly touch: (field: FieldName) => void
  /** Each of these uses the present fields and resolves to `false` if a field is invalid. */
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
  const submitted = ref(false)
  /** The values that passed a test, so that connecting does not test them again. */
  let testedValues = ''

  const problems = computed(() => problemsOf(fields, stored.value))
  const shown = computed(() => {
    const visible = Object.entries(problems.value).filter(
      ([name, problem]) =>
        submitted.value || [...touched].some((field) => field === name) || problem === 'httpElsewhere',
    )
    return Object.fromEntries(visible)
  })
  const busy = computed(() => state.value === 'testing' || state.value === 'connecting')

  /** Runs `work` unless a field is invalid or another step is running. The form shows a failure. */
  async function step(during: FormState, after: FormState, work: () => Promise<void>): Promise<boolean> {
    submitted.value = true
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

  /** Tests the present fields. The stored secrets of an edited profile replace those that were not typed. */
  async function runTest(): Promise<void> {
    result.value = null
    const typed = inputOf(fields)
    result.value = await desk.test(stored.value === null ? typed : trialOf(fields, stored.value))
    testedValues = JSON.stringify(typed)
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
        if (testedValues !== JSON.stringify(inputOf(fields))) await runTest()
        const { id } = await keep()
        opened?.(await desk.open({ id }))
      }),
    save: () => step('connecting', 'idle', async () => saved?.(await keep())),
  }
}
