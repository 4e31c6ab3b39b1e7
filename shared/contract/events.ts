/** What the service reported by webhooks. Each event is a hint that makes the desk read; it confirms nothing. */
import * as z from 'zod'
import { ServiceAddress } from '../model/connection.ts'
import { EventRow, EventStatus, EventTest, TimelineEntry, TimelineType } from '../model/customer/events.ts'
import { CustomerUid, Iccid } from '../wire/ids.ts'
import { WebhookKind } from '../wire/webhookKind.ts'
import { type AnyNamespace, afterQuestion, done, nothing, operation, second } from './operation.ts'

export const events = {
  /** The inbox, newest first, without repeats. */
  list: operation(
    () =>
      z.union([
        nothing,
        z.strictObject({
          kinds: z.array(WebhookKind).min(1).max(7).optional(),
          unread: z.boolean().optional(),
          customerUid: CustomerUid.optional(),
          /** Also those of which it is not known whose eSIM it is. */
          iccid: Iccid.optional(),
          limit: z.number().int().min(1).max(500).optional(),
          cursor: z.string().max(100).optional(),
        }),
      ]),
    () => z.strictObject({ rows: z.array(EventRow), cursor: z.string().optional(), total: z.number().int() }),
  ),
  markRead: operation(
    () =>
      z.strictObject({
        ids: z
          .array(z.string().regex(/^\d{1,16}$/))
          .min(1)
          .max(500),
      }),
    done,
  ),
  markAllRead: operation(nothing, done),
  /**
   * The operations, mails, events and notes of a customer and what differed between reads, or the operations, mails,
   * events and differences of one of the customer's eSIMs, newest first.
   */
  timeline: operation(
    () =>
      z.strictObject({
        customerUid: CustomerUid,
        iccid: Iccid.optional(),
        /** Only entries of this type. */
        only: TimelineType.optional(),
        limit: z.number().int().min(1).max(200).optional(),
        cursor: z.string().max(100).optional(),
      }),
    () => z.strictObject({ rows: z.array(TimelineEntry), cursor: z.string().optional() }),
  ),
  /** The customer whose page is open is read first after an event. */
  watch: operation(() => z.strictObject({ customerUid: CustomerUid.nullable() }), done),
  status: operation(nothing, EventStatus),
  /**
   * Connects this desk to the relay of the open connection. The code is that of an invitation and is used up by the
   * first attempt. The key that takes its place never leaves the main process.
   */
  connectRelay: operation(
    () => z.strictObject({ address: ServiceAddress, code: z.string().trim().min(1).max(64) }),
    EventStatus,
    afterQuestion(120 * second),
  ),
  /**
   * Removes the desk's key and its copy of the events, and requests the relay to end the access of this desk. `hasLeft`
   * is false if the relay could not be reached.
   */
  disconnectRelay: operation(nothing, () => z.strictObject({ hasLeft: z.boolean() }), 60 * second),
  /** Has a test event sent the whole way and waits for it. */
  sendTest: operation(nothing, EventTest, 90 * second),
} as const satisfies AnyNamespace
