/** Customers of the directory tests. */
import type { CustomerRow } from '#shared/model/customer/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'
import type { openCalls } from './support.ts'
import { now } from './support.ts'

export const put = (
  calls: Pick<ReturnType<typeof openCalls>, 'put'>,
  ...entries: readonly WireCustomerEntry[]
): ReturnType<typeof calls.put> => calls.put({ entries, unreadableUids: [], askedAt: 1, fetchedAt: now })

export const sold = (uid: string, day: number, email: string | null = null): WireCustomerEntry =>
  customer(uid, email, {
    activatedItems: [
      item(`i-${uid}`, { metatag: null, salesDate: `2026-01-${String(day).padStart(2, '0')}T00:00:00Z` }),
    ],
  })

export const uids = (rows: readonly CustomerRow[]): readonly string[] => rows.map(({ uid }) => uid)

export const ann = customer('c86472ff-bcc6-4201-a322-828d4b30248c', 'Ann.Lee@Example.com', {
  activatedItems: [item('1e61265b-84b1-4ba0-94bc-365ba73b4f12', { metatag: 'ORDER-2026/17' })],
  relatedEsims: [esim('8937002512345678905')],
})

export const bob = customer('d0000000-bcc6-4201-a322-828d4b30248c', 'bob@other.example', {
  relatedEsims: [esim('8944110068123456789', { imsi: '310410000000001' })],
})
