/**
 * A modal that shows the contents of other modals, one after another, in place of opening each of them: UiModal.vue
 * with `stepped`. A modal inside of it that is open is its present step.
 */
import {
  computed,
  inject,
  onBeforeUnmount,
  provide,
  shallowRef,
  watch,
  type ComputedRef,
  type InjectionKey,
  type ShallowRef,
} from 'vue'

interface ModalStep {
  readonly description: string
  readonly width: string
  readonly height: string | undefined
  readonly locked: boolean
  readonly close: () => void
  readonly submit: () => void
}

type Step = ComputedRef<ModalStep>
const presentStep: InjectionKey<ShallowRef<Step | null> | null> = Symbol('the present step of a modal')

interface ModalSteps {
  /** The present step of this modal, or else the modal itself. */
  readonly shown: Step
  /** This modal is a step of another one. */
  readonly isStep: boolean
}

export function useModalSteps(own: Step, isOpen: () => boolean, stepped: boolean): ModalSteps {
  const outer = inject(presentStep, null)
  const step = shallowRef<Step | null>(null)
  // Whatever a step opens is a modal again.
  provide(presentStep, stepped ? step : null)
  const endStep = (): void => {
    if (outer?.value === own) outer.value = null
  }
  watch(
    isOpen,
    (now) => {
      if (!now) endStep()
      else if (outer !== null) outer.value = own
    },
    { immediate: true },
  )
  onBeforeUnmount(endStep)
  return { shown: computed(() => (step.value ?? own).value), isStep: outer !== null }
}
