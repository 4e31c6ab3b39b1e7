/** Links that agents made between customers of one connection who are the same person. They move no money. */
import * as z from 'zod'
import { CustomerUid } from '../../wire/ids.ts'
import { Instant, SamePerson } from './views.ts'

/** The largest number of customers that links may join to one person. */
export const maxLinkedCustomers = 20

export const LinkedCustomer = z.strictObject({
  uid: CustomerUid,
  /**
   * `gone`: the service reports that there is no such customer. `unknown`: the local list does not have the customer,
   * and the service could not be reached.
   */
  state: z.enum(['known', 'gone', 'unknown']),
  customer: SamePerson.nullable(),
  /** The link that joins the two customers, or `null` if only other customers join them. */
  link: z.strictObject({ at: Instant, by: z.string() }).nullable(),
})
export type LinkedCustomer = z.infer<typeof LinkedCustomer>

/** Two different customers. */
export const CustomerPair = z
  .strictObject({ uid: CustomerUid, other: CustomerUid })
  .refine(({ uid, other }) => uid !== other)
