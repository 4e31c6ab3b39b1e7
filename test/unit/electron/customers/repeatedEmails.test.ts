/** The memory of e-mail addresses that several customers may have. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameOf } from '#shared/model/indexedNames.ts'
import { createRepeatedEmails } from '../../../../electron/customers/directory/repeatedEmails.ts'

const emailOf = (n: number): string => nameOf('email', `customer-${n}@example.com`)

test('an address that was added again is never taken for a single one', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { maxLength: 200 }), (addresses) => {
      const emails = createRepeatedEmails()
      const names = addresses.map((address) => nameOf('email', address))
      names.forEach(emails.add)
      for (const name of names)
        if (names.indexOf(name) !== names.lastIndexOf(name)) expect(emails.mayBeRepeated(name)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('few addresses of a large directory are taken for repeated ones, and other names count for none', () => {
  const emails = createRepeatedEmails()
  const count = 100_000
  for (let n = 0; n < count; n += 1) {
    emails.add(emailOf(n))
    emails.add(nameOf('metatag', 'the same for all'))
  }
  let taken = 0
  for (let n = 0; n < count; n += 1) if (emails.mayBeRepeated(emailOf(n))) taken += 1
  expect(taken).toBeLessThan(count / 40)
  expect(emails.mayBeRepeated(emailOf(count))).toBe(false)
})
