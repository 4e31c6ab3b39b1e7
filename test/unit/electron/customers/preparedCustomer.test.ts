/** What is prepared of a customer reaches the other thread as it is, whatever its texts hold. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headOf, prepareCustomer, readHead } from '../../../../electron/customers/directory/preparedCustomer.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { esim, item } from '../../shared/model/customerSamples.ts'

/** Texts full of what separates parts and items, of halves of characters and of letters that are folded. */
const awkward = fc.stringMatching(/^[\0\n\t\u0001\u0002"\\,|ßİ\ud800a1]{1,12}$/)

test('the head of a customer is read as it was written', () => {
  const entry = fc.record({
    customer: fc.record({
      uid: awkward.map((text) => text.toWellFormed()),
      email: fc.option(awkward),
    }),
    activatedItems: fc.array(
      fc
        .record({ uid: awkward.map((text) => text.toWellFormed()), metatag: fc.option(awkward) })
        .map(({ uid, metatag }) => item(uid, { metatag, salesDate: '2026-01-02T03:04:05Z' })),
      { maxLength: 3 },
    ),
    relatedEsims: fc.array(
      fc.option(awkward).map((imsi) => ({ ...esim('1'), imsi })),
      { maxLength: 3 },
    ),
  })
  fc.assert(
    fc.property(entry, fc.array(fc.base64String({ minLength: 1 })), (received, hashes) => {
      const prepared = { ...prepareCustomer(WireCustomerEntry.parse(received), () => ''), codes: hashes }
      expect({ ...readHead(headOf(prepared)), copy: prepared.copy }).toEqual(prepared)
    }),
    { numRuns: 500 },
  )
})
