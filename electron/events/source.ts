/**
 * Where events come from. A source delivers bodies as they were received, or the records of a relay's feed; what they
 * mean and which of them repeat others is decided behind it.
 */
import type { EventStatus } from '#shared/model/customer/events.ts'
import type { ClaimAnswer, ReceivedRecord } from '#shared/wire/relay.ts'
import type { WebhookKind } from '#shared/wire/webhookKind.ts'

export interface Delivery {
  readonly kind: WebhookKind
  readonly body: string
  /** When it was received, in epoch milliseconds. */
  readonly at: number
  /** How an activation request was answered for the reseller's app; absent where this desk refused it by itself. */
  readonly outcome?: 'passed' | 'refused'
}

export interface EventSink {
  /**
   * Stores all deliveries or none. They are durable when this returns, and only then may they be acknowledged. `cursor`
   * is stored with them; it names the last of them for a source that can continue from there. Throws a DeskError
   * of storage.
   */
  readonly store: (deliveries: readonly Delivery[], cursor: string | null) => void
  /**
   * Stores records as `store` does deliveries. Events from before `newsFrom` (epoch milliseconds) count as read,
   * because this desk joined later.
   */
  readonly storeRecords: (records: readonly ReceivedRecord[], cursor: string, newsFrom: number) => void
  /** The test event with this id has arrived. */
  readonly tested: (id: string) => void
  /** Called when what the source reports of itself has changed, with the code of what keeps it from receiving. */
  readonly onState: (problem: string | null) => void
}

/** Decides which desk reads a customer again. It never fails: `null` means that no relay can be reached. */
export interface Claims {
  readonly claim: (customer: string, isOpen: boolean, signal: AbortSignal) => Promise<ClaimAnswer | null>
  /** Reports to the other desks what was read. */
  readonly report: (
    read: { readonly customer: string; readonly iccids: readonly string[]; readonly events: readonly string[] },
    signal: AbortSignal,
  ) => Promise<void>
}

export interface EventSource {
  readonly name: NonNullable<EventStatus['source']>
  /** Whether events that are sent while this desk is away arrive later, so that its absence is no hole. */
  readonly isDurable?: boolean
  readonly relay?: () => NonNullable<EventStatus['relay']>
  readonly claims?: Claims
  /** Sends a test event along the whole path, and returns its id. */
  readonly sendTest?: (kind: WebhookKind, signal: AbortSignal) => Promise<string>
  /** Frees what the source holds if it is never started. */
  readonly dispose?: () => Promise<void>
  /** The machine woke from sleep. */
  readonly wake?: () => void
  /**
   * Starts to receive what follows the cursor, which is `null` for a source without one and at the first start.
   * Resolves once the source is listening. Returns the function that ends it, and that resolves when nothing more is
   * delivered. The signal ends it too; it is aborted with the connection.
   */
  readonly start: (sink: EventSink, cursor: string | null, signal: AbortSignal) => Promise<() => Promise<void>>
}
