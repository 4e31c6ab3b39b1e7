/** Customers to choose one from, found while typing: an answer to an earlier text never replaces a later one's. */
import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import type { CustomerRow } from '#shared/model/views.ts'

export type AskCustomers = (input: InputOf<'customers', 'search'>) => Promise<OutputOf<'customers', 'search'>>

export interface CustomerChoice {
  readonly typed: Ref<string>
  readonly offered: Readonly<ShallowRef<readonly CustomerRow[]>>
  /** `none`: nothing typed. `failed`: it could not be asked. */
  readonly state: Readonly<Ref<'none' | 'asking' | 'answered' | 'failed'>>
}

const pause = 150
const mostOffered = 8

export function useCustomerChoice(ask: AskCustomers): CustomerChoice {
  const typed = ref('')
  const offered = shallowRef<readonly CustomerRow[]>([])
  const state = ref<'none' | 'asking' | 'answered' | 'failed'>('none')
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0

  async function find(query: string): Promise<void> {
    const mine = ++turn
    try {
      const { rows } = await ask({ query, limit: mostOffered })
      if (mine !== turn) return
      offered.value = rows
      state.value = 'answered'
    } catch {
      if (mine === turn) state.value = 'failed'
    }
  }

  watch(typed, (text) => {
    clearTimeout(timer)
    turn += 1
    const query = text.trim()
    state.value = query === '' ? 'none' : 'asking'
    if (query === '') offered.value = []
    else timer = setTimeout(() => void find(query), pause)
  })
  onScopeDispose(() => {
    turn += 1
    clearTimeout(timer)
  })
  return { typed, offered, state }
}
