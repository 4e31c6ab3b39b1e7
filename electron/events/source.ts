/**
 * Where events come from. A source delivers bodies as they were received; what they mean and which of them repeat
 * others is decided behind it.
 */
import type { EventStatus } from '#shared/model/events.ts'
import type { WebhookKind } from '#shared/wire/webhooks.ts'

export interface Delivery {
  readonly kind: WebhookKind
  readonly body: string
  /** When it was received, in epoch milliseconds. */
  readonly at: number
}

export interface EventSink {
  /**
   * Stores all deliveries or none. They are durable when this returns, and only then may they be acknowledged. `cursor`
   * is stored with them; it names the last of them for a source that can be asked for what follows. Throws a DeskError
   * of storage.
   */
  readonly store: (deliveries: readonly Delivery[], cursor: string | null) => void
}

export interface EventSource {
  readonly name: NonNullable<EventStatus['source']>
  /**
   * Starts to receive what follows the cursor, which is `null` for a source without one and at the first start.
   * Resolves once the source is listening. Returns the function that ends it, and that resolves when nothing more is
   * delivered.
   */
  readonly start: (sink: EventSink, cursor: string | null) => Promise<() => Promise<void>>
}
