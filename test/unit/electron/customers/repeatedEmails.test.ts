/**
 * The memory of e-mail addresses that several customers may have.
 *
 * @module-tag long
 */
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { nameOf } from '../../../../electron/customers/directory/indexedNames.ts'
import { type OpenFile, openFile } from '../../../../electron/customers/directory/openFile.ts'
import { createRepeatedEmails } from '../../../../electron/customers/directory/repeatedEmails.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { locationIn } from './support.ts'

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

test('the addresses of a file are read in several steps, and of those that come meanwhile none is forgotten', async () => {
  const location = locationIn(await temporaryFolder())
  const customers = 30_000
  // Every address but some single ones belongs to two customers.
  const addressOf = (id: number): string => emailOf(id % 7 === 0 ? id : (id >> 1) + customers)
  const add = ({ writer, staging }: OpenFile, id: number): void =>
    writer.write(() => staging.insertNames([addressOf(id), nameOf('metatag', `shop ${id}`)], id))
  const first = openFile(location, [])
  for (let id = 1; id < customers; id += 1) add(first, id)
  while (first.writer.write(first.staging.writeSome));
  first.filling.close()

  const file = openFile(location, [])
  onTestFinished(file.filling.close)
  const { staging, writer } = file
  expect(staging.names.mayBeRepeated(emailOf(7))).toBe(true)
  let steps = 0
  for (; staging.hasUnreadEmails(); steps += 1) {
    staging.readEmails()
    add(file, customers + steps)
    while (writer.write(staging.writeSome));
  }
  expect(steps).toBeGreaterThan(2)
  const ids = Array.from({ length: customers + steps - 1 }, (_, n) => n + 1)
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(addressOf(id), (counts.get(addressOf(id)) ?? 0) + 1)
  const wrong = [...counts].filter(([name, count]) => count > 1 && !staging.names.mayBeRepeated(name))
  expect(wrong).toEqual([])
  const single = [...counts].filter(([, count]) => count === 1).map(([name]) => name)
  expect(single.length).toBeGreaterThan(1000)
  expect(single.filter((name) => staging.names.mayBeRepeated(name)).length).toBeLessThan(single.length / 20)
})

test('an address that was deleted while it was read counts again when that is rolled back', async () => {
  const location = locationIn(await temporaryFolder())
  const first = openFile(location, [])
  first.writer.write(() => {
    first.staging.insertNames([emailOf(1)], 1)
    first.staging.insertNames([emailOf(5)], 5)
  })
  while (first.writer.write(first.staging.writeSome));
  first.filling.close()
  const { staging, writer, filling } = openFile(location, [])
  onTestFinished(filling.close)
  writer.write(() => staging.deleteName(emailOf(1), 1))
  while (staging.hasUnreadEmails()) staging.readEmails()
  const fail = (): never =>
    writer.write(() => {
      throw new Error('The disk is full')
    })
  expect(fail).toThrow('The disk is full')
  writer.write(() => staging.insertNames([emailOf(1)], 2))
  expect(staging.names.mayBeRepeated(emailOf(1))).toBe(true)
  while (writer.write(staging.writeSome));
  while (staging.hasUnreadEmails()) staging.readEmails()
  expect([1, 5].map((n) => staging.names.mayBeRepeated(emailOf(n)))).toEqual([true, false])
})
