/** The language of the installation sheet that a customer probably reads. */
import { likelyLanguage, type SheetLanguage } from '#shared/sheet/language.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'

/** Returns `null` if neither the country of residence nor the e-mail address indicates a language. */
export function customerLanguage(customer: WireCustomerEntry['customer']): SheetLanguage | null {
  // The country is not in the interface, but a service that accepts one may also return it.
  const country = customer['countryOfResidence']
  return likelyLanguage(typeof country === 'string' ? country : null, customer.email ?? null)
}
