/** A webhook on its way into the database, and its content. */
import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { AnswerRecord } from '#shared/wire/relay.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import { parseWebhookBody, readWebhook, type WebhookEvent } from '#shared/wire/webhookEvents.ts'
import type { Sealer } from '../secrets.ts'

/** What a call of the client library was answered, as it gets into the feed. */
export const AnswerContent = AnswerRecord.pick({
  outcome: true,
  status: true,
  returnCode: true,
  returnMessage: true,
  tookMs: true,
})
export type AnswerContent = z.infer<typeof AnswerContent>

export const DeliveryHead = z.object({
  /** Given when it was received, so that writing it twice has no effect. */
  id: z.uuid(),
  receivedAt: z.number(),
  connection: z.string(),
  kind: WebhookKind,
  /** The hash of the token that it was posted with, in hexadecimal; a test has none. */
  address: z.string().optional(),
  isTest: z.boolean(),
  /** Which desk has sent a test: the name of its invitation. */
  desk: z.string().optional(),
  answer: AnswerContent.nullable(),
})
export interface Delivery extends z.infer<typeof DeliveryHead> {
  readonly body: Buffer
  /** The name of the key that `body` is still encrypted with, because it could not be opened. */
  readonly sealedWith?: string
}

/** A random id whose order is that of time (UUID version 7), so that an index grows at its end. */
export function newId(at: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(at, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export interface ReadDelivery {
  readonly event: WebhookEvent
  readonly details: WebhookEvent['details']
  /** The hash of the identity, or of the whole event if nothing in it makes it unique. */
  readonly fingerprint: Buffer
  readonly isUnique: boolean
}

/** PostgreSQL stores neither the character 0 nor half of a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\0', '�').toWellFormed()
export const storableOrNull = (text: string | null): string | null => (text === null ? null : storable(text))

/** Returns the content of the body, or null if it can't be read. */
export function readDelivery(delivery: Delivery, sealer: Sealer): ReadDelivery | null {
  const { kind, body, sealedWith } = delivery
  if (sealedWith !== undefined) return null
  const event = readWebhook(kind, parseWebhookBody(body.toString('utf8')))
  if (event === null) return null
  const content = event.identity ?? JSON.stringify([event.iccid, event.customer, event.item, event.details])
  const sentBy = delivery.desk === undefined ? {} : { desk: delivery.desk }
  const details = Object.fromEntries(
    Object.entries({ ...event.details, ...sentBy }).map(([name, value]) => [
      name,
      typeof value === 'string' ? storable(value) : value,
    ]),
  )
  return {
    event: {
      ...event,
      iccid: storableOrNull(event.iccid),
      customer: storableOrNull(event.customer),
      item: storableOrNull(event.item),
    },
    // The user's token may be an e-mail address. Its digest still shows which calls are of the same user.
    details: event.userToken === null ? details : { ...details, user: sealer.digest(event.userToken) },
    fingerprint: createHash('sha256').update(`${kind}\n${content}`).digest(),
    isUnique: event.identity !== null,
  }
}
