/** The record of the latest deliveries. It keeps bodies, so that a delivery can be repeated, but no whole address. */
import type { WebhookKind } from '#shared/wire/webhookKind.ts'

/** Why something was delivered: an event, its second copy, a repetition on request, or an invention. */
export type DeliveryOrigin = 'event' | 'duplicate' | 'repeat' | 'forged'

export type Delivery = {
  /** Counts the deliveries of this sandbox from 1. */
  readonly id: number
  readonly kind: WebhookKind
  readonly origin: DeliveryOrigin
  /** The time of the sandbox's clock at which it was sent or dropped. */
  readonly at: string
  /** The address without secrets. */
  readonly url: string
  readonly body: unknown
  /** The status of the receiver's response, or null without a response. */
  readonly status: number | null
  /** Why there is no response, or null if there is one. */
  readonly problem: string | null
  /** Whether it was dropped on purpose, and therefore never sent. */
  readonly dropped: boolean
  /** The beginning of the response, or null without one. */
  readonly answer: string | null
  /** Milliseconds from the event to the start of the request. */
  readonly waited: number
  /** Milliseconds from the start of the request to its end. */
  readonly duration: number
}

const maxDeliveries = 500
const maxAnswerLength = 300

export const answerHead = (body: string): string => body.slice(0, maxAnswerLength)

export class Deliveries {
  readonly #stored: Delivery[] = []
  #count = 0

  /** Returns at most `limit` of the latest deliveries that are stored, the oldest first. */
  latest(limit: number): readonly Delivery[] {
    return limit === 0 ? [] : this.#stored.slice(-limit)
  }

  get(id: number): Delivery | undefined {
    return this.#stored.find((one) => one.id === id)
  }

  add(delivery: Omit<Delivery, 'id'>): Delivery {
    this.#count += 1
    const stored = { id: this.#count, ...delivery }
    this.#stored.push(stored)
    if (this.#stored.length > maxDeliveries) this.#stored.shift()
    return stored
  }
}
