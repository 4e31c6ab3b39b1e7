/** The types of the bridge's handlers. Each handler receives a `Call` beside its input. */
import type { Handlers as AllHandlers, Namespace } from '#shared/contract.ts'

export interface Call {
  /** Aborted when the call's time limit is over or the desk ends: pass it on to everything that waits. */
  readonly signal: AbortSignal
}

export type Handlers = AllHandlers<Call>
export type HandlersOf<N extends Namespace> = Handlers[N]
