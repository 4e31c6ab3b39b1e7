/** The links to other records of a person show what is left there, and carry the facts of the call along. */
import { expect, test } from 'vitest'
import type { SamePerson } from '#shared/model/customer/views.ts'
import { CountrySetId, CustomerUid } from '#shared/wire/ids.ts'
import SamePersonChips from '../../../../../renderer/features/customer/SamePersonChips.vue'
import { useCall } from '../../../../../renderer/lib/call.store.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customerUid } from '../../support/samples.ts'

const europe = CountrySetId.parse('EUROPE')
const other = (uid: string, changes: Partial<SamePerson> = {}): SamePerson => ({
  uid: CustomerUid.parse(uid),
  email: null,
  packages: 1,
  countrySets: [europe],
  usableSets: [],
  hasEsim: true,
  ...changes,
})

test('a record with a package that is still valid says so', () => {
  const customers = [other('c-2', { usableSets: [europe] }), other('c-3')]
  const chips = mounted(SamePersonChips, { from: customerUid, customers })
  const one = text('customer.samePerson.packages', { count: 1 })
  expect(chips.findAll('a').map(read)).toEqual([
    `${text('places.set.EUROPE')}${one}${text('customer.samePerson.left')}`,
    `${text('places.set.EUROPE')}${one}`,
  ])
})

test('the other record opens with where the caller is', async () => {
  const chips = mounted(SamePersonChips, { from: customerUid, customers: [other('c-2')] })
  const call = useCall()
  call.setFacts(customerUid, { country: 'JP' })
  await chips.get('a').trigger('click')
  expect(call.factsOf(CustomerUid.parse('c-2')).country).toBe('JP')
})
