/** Remembers when each customer that a check reads was requested, because answers are ordered by that. */
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { Clock } from '../../base/clock.ts'
import { trackSending, type Sending, type ServiceClient } from '../../service/index.ts'

interface TimedReads {
  /** Reads as the given client does. */
  readonly client: ServiceClient
  /** When this customer, whom the client has read, was requested, by the monotonic clock. */
  readonly askedAt: (entry: WireCustomerEntry) => number
}

export function timedReads(client: ServiceClient, clock: Pick<Clock, 'monotonic'>): TimedReads {
  const begunAt = clock.monotonic()
  const times = new WeakMap<WireCustomerEntry, number>()
  const note = (entries: readonly WireCustomerEntry[], { at }: Sending): void =>
    entries.forEach((entry) => times.set(entry, at()))

  const readCustomer: ServiceClient['readCustomer'] = async (uid, read) => {
    const sending = trackSending(clock)
    const found = await client.readCustomer(uid, { ...read, onSend: sending.onSend })
    note([found.entry], sending)
    return found
  }

  return {
    client: {
      ...client,
      readCustomer,
      customer: async (uid, read) => (await readCustomer(uid, read)).entry,
      async searchCustomers(query, read) {
        const sending = trackSending(clock)
        const answer = await client.searchCustomers(query, { ...read, onSend: sending.onSend })
        note(answer.entries, sending)
        return answer
      },
      async customersPage(page, { take, ...read } = {}) {
        const sending = trackSending(clock)
        const answer = await client.customersPage(page, {
          ...read,
          onSend: sending.onSend,
          ...(take !== undefined && {
            take: (part) => {
              note(part.entries, sending)
              return take(part)
            },
          }),
        })
        note(answer.entries, sending)
        return answer
      },
    },
    askedAt: (entry) => times.get(entry) ?? begunAt,
  }
}
