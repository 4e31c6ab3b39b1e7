/**
 * The e-mails of customers who are named outside of their page, and what distinguishes those with the same e-mail. They
 * are read from the local directory, or from the service where it has no copy, and never stored.
 */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CustomerView } from '#shared/model/customer/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { afterPaint } from '../../lib/afterPaint.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'

const shownDigits = 4
/** As many characters of a uid as usually distinguish a few customers. */
const shownUid = 8

/** The shortest beginning of the uid that none of the others has. */
function distinctStart(uid: CustomerUid, others: readonly CustomerUid[]): string {
  let length = shownUid
  while (length < uid.length && others.some((other) => other.startsWith(uid.slice(0, length)))) length += 1
  return length < uid.length ? `${uid.slice(0, length)}…` : uid
}

export const useCustomerLabels = defineStore('customerLabels', () => {
  /** The e-mail is `null` for a customer without one. Customers who could not be read are absent. */
  const emails = shallowRef<ReadonlyMap<CustomerUid, string | null>>(new Map())
  /** The last digits of the ICCID of the first eSIM. Customers without an eSIM are absent. */
  const digits = shallowRef<ReadonlyMap<CustomerUid, string>>(new Map())
  const requested = new Set<CustomerUid>()

  /** The page of a customer whom the directory does not have yet asks the service too, and comes first. */
  async function readLater(uid: CustomerUid): Promise<CustomerView> {
    await afterPaint()
    return await desk.customers.get({ uid, unasked: true })
  }

  async function read(uid: CustomerUid): Promise<void> {
    const view = await desk.customers
      .get({ uid, from: 'directory' })
      .catch(() => readLater(uid))
      .catch(() => null)
    if (view === null) requested.delete(uid)
    else if (requested.has(uid)) keep(uid, view)
  }

  function keep(uid: CustomerUid, { email, esims }: CustomerView): void {
    emails.value = new Map(emails.value).set(uid, email)
    const [first] = esims
    if (first !== undefined) digits.value = new Map(digits.value).set(uid, first.iccid.slice(-shownDigits))
  }

  /** What distinguishes a customer from others with the same e-mail: the eSIM or the uid. Empty without others. */
  function distinguish(uid: CustomerUid, among: readonly CustomerUid[]): string {
    const alike = among.filter((other) => other !== uid && emails.value.get(other) === emails.value.get(uid))
    if (!emails.value.has(uid) || alike.length === 0) return ''
    const own = digits.value.get(uid)
    const isUnique = own !== undefined && alike.every((other) => digits.value.get(other) !== own)
    return isUnique ? `…${own}` : distinctStart(uid, alike)
  }

  onDeskEvent('customer.changed', ({ uid }) => {
    if (requested.has(uid)) void read(uid)
  })

  return {
    of: (uid: CustomerUid): string | null | undefined => emails.value.get(uid),
    distinguish,
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
      digits.value = new Map()
    },
  }
})
