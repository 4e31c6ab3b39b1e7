/**
 * A customer is found by the exact uid, whatever its spelling, and nobody is stored twice.
 *
 * @module-tag long
 */
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { openFile } from '../../../../electron/customers/directory/openFile.ts'
import { beginRun, createRunContext, endRun, known, put } from '../../../../electron/customers/directory/runs.ts'
import { emptyRecord } from '../../../../electron/customers/directory/record.ts'
import { storedCustomer } from '../../../../electron/customers/directory/read.ts'
import { customer } from '../../shared/model/customerSamples.ts'
import { now } from './support.ts'

/**
 * Uids that the search folds to the same text, and some with control characters. Some are removed from the stored copy,
 * because they look like activation codes.
 */
const uids = [
  'lpa:17',
  '1$smdp.example.com$abc',
  'a-b',
  'A-B',
  'á-b',
  ' a-b',
  'a-b\t7',
  'a-b\n2a-b',
  '"a-b"',
  'ﬀ',
  'ff',
  '\u0301',
  '2a-b',
  'ＡＢ-1',
  '٣',
]

function directory() {
  const file = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void file.db.close())
  const context = createRunContext(() => file)
  let asked = 0
  return {
    file,
    context,
    put: (uid: string, email: string) =>
      put(context, { entries: [customer(uid, email)], unreadableUids: [], askedAt: (asked += 1), fetchedAt: now }),
    emailOf: (uid: string): unknown =>
      storedCustomer(file.db, file.search.names, CustomerUid.parse(uid))?.entry.customer.email,
    count: (): unknown => file.db.prepare('SELECT count(*) FROM customers').pluck().get(),
  }
}

test.each([false, true])(
  'customers whose uids are spelled alike are several (names in the file: %j)',
  async (isCommitted) => {
    const { file, put: store, emailOf, count } = directory()
    for (const uid of uids) await store(uid, `${uids.indexOf(uid)}@x.example`)
    if (isCommitted) file.writer.commit()
    for (const uid of uids) expect(emailOf(uid)).toBe(`${uids.indexOf(uid)}@x.example`)
    for (const uid of uids) await store(uid, `${uids.indexOf(uid)}@other.example`)
    expect(count()).toBe(uids.length)
    for (const uid of uids) expect(emailOf(uid)).toBe(`${uids.indexOf(uid)}@other.example`)
    file.writer.write(() => file.store.remove('A-B', 1000))
    expect(emailOf('A-B')).toBeUndefined()
    expect(emailOf('a-b')).toBe(`${uids.indexOf('a-b')}@other.example`)
    expect(emailOf('nobody')).toBeUndefined()
  },
)

test('a first sync stores nobody twice, whoever was there before or comes while the uids are read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...uids), { maxLength: 8 }),
      fc.array(fc.constantFrom(...uids), { maxLength: 8 }),
      fc.array(fc.constantFrom(...uids), { maxLength: 30 }),
      async (before, meanwhile, listed) => {
        const { context, put: store, count, emailOf } = directory()
        for (const uid of before) await store(uid, 'before@x.example')
        beginRun(context)
        const reading = known(context)
        for (const uid of meanwhile) await store(uid, 'meanwhile@x.example')
        await reading
        for (const uid of listed) await store(uid, 'listed@x.example')
        expect(count()).toBe(new Set([...before, ...meanwhile, ...listed]).size)
        for (const uid of listed) expect(emailOf(uid)).toBe('listed@x.example')
        endRun(context, emptyRecord)
      },
    ),
    { numRuns: 50 },
  )
})

test('the search finds a customer by the spelling of the uid, and there is one for each exact spelling', async () => {
  const { file, put: store } = directory()
  await store('AB-12', 'one@x.example')
  await store('ab-12', 'two@x.example')
  const found = file.finder.search({ query: 'ab-12', limit: 9, now }).rows
  expect(new Set(found.map(({ uid }) => uid))).toEqual(new Set(['AB-12', 'ab-12']))
})
