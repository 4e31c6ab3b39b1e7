/** What every handler of the bridge gets beside its input. */
import type { Handlers as AllHandlers, Namespace } from '#shared/contract.ts'

export interface Call {
  /** Aborted when the window goes away or the desk closes: pass it on to whatever waits. */
  readonly signal: AbortSignal
}

export type Handlers = AllHandlers<Call>
export type HandlersOf<N extends Namespace> = Handlers[N]
