/** The state of an eSIM profile (interface 3.1). A new state is read as `unknown` and shown as it came. */
import type { EsimState } from './views.ts'

const states: ReadonlyMap<string, EsimState> = new Map([
  ['RELEASED', 'released'],
  ['INSTALLED', 'installed'],
  ['ENABLED', 'installed'],
  ['INSTALLED/ENABLED', 'installed'],
  ['DISABLED', 'disabled'],
  ['ERROR', 'error'],
])

export function esimState(raw: string | null | undefined): EsimState {
  return states.get(raw?.replaceAll(/\s/g, '').toUpperCase() ?? '') ?? 'unknown'
}
