/**
 * The e-mails of customers who are named outside of their page. They are read from the local directory, or from the
 * service where it has no copy, and never stored.
 */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CustomerView } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { afterPaint } from '../../lib/afterPaint.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'

export const useCustomerLabels = defineStore('customerLabels', () => {
  /** The e-mail is `null` for a customer without one. Customers who could not be read are absent. */
  const emails = shallowRef<ReadonlyMap<CustomerUid, string | null>>(new Map())
  const requested = new Set<CustomerUid>()

  /** The page of a customer whom the directory does not have yet asks the service too, and comes first. */
  async function readLater(uid: CustomerUid): Promise<CustomerView> {
    await afterPaint()
    return await desk.customers.get({ uid })
  }

  async function read(uid: CustomerUid): Promise<void> {
    const view = await desk.customers
      .get({ uid, from: 'directory' })
      .catch(() => readLater(uid))
      .catch(() => null)
    if (view === null) requested.delete(uid)
    else if (requested.has(uid)) emails.value = new Map(emails.value).set(uid, view.email)
  }

  onDeskEvent('customer.changed', ({ uid }) => {
    if (requested.has(uid)) void read(uid)
  })

  return {
    of: (uid: CustomerUid): string | null | undefined => emails.value.get(uid),
    load(uids: readonly CustomerUid[]): void {
      for (const uid of uids.filter((each) => !requested.has(each))) {
        requested.add(uid)
        void read(uid)
      }
    },
    /** Called when another connection was opened. */
    reset(): void {
      requested.clear()
      emails.value = new Map()
    },
  }
})
