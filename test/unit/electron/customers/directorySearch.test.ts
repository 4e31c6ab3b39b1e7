/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { defaultListView } from '#shared/model/customer/customerList.ts'
import { findMatch, namesOf, understandSearch } from '#shared/model/search/search.ts'
import { CustomerRow } from '#shared/model/customer/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'
import { now, openCalls, searchAll } from './support.ts'
import { ann, bob, put, sold, uids } from './samples.ts'

test('whoever has a matching id as a reference is found by it first', async () => {
  const calls = openCalls()
  const code = 'CODE-8937002512345678905'
  await put(calls, ann, customer('c', 'c@x.example', { activatedItems: [item('i', { metatag: code })] }))
  expect(calls.search({ query: code, limit: 9, now }).rows.map(({ uid, match }) => [uid, match?.field])).toEqual([
    ['c', 'metatag'],
  ])
})

test('an ICCID of 20 digits is found as it is, also if the first 19 are that of somebody else', async () => {
  const calls = openCalls()
  const whole = customer('w', 'w@x.example', { relatedEsims: [esim('89370025123456789053')] })
  await put(calls, ann, whole)
  expect(calls.search({ query: '89370025123456789053', limit: 9, now })).toMatchObject({
    exact: 'w',
    rows: [{ uid: 'w' }],
  })
})

describe('a customer is found', () => {
  test.each([
    ['8937002512345678905', 'iccid'],
    ['8937 0025 1234 5678 905', 'iccid'],
    ['8905', 'iccid'],
    ['678905', 'iccid'],
    ['893700', 'iccid'],
    ['240071234567890', 'imsi'],
    ['24007', 'imsi'],
    ['67890', 'imsi'],
    ['ANN.LEE@example.com', 'email'],
    ['an', 'email'],
    ['lee@ex', 'email'],
    ['C86472FF-bcc6-4201-a322-828d4b30248c', 'customerUid'],
    ['c86472', 'customerUid'],
    ['1e61265b-84b1-4ba0-94bc-365ba73b4f12', 'itemUid'],
    ['1e61265b', 'itemUid'],
    ['order-2026/17', 'metatag'],
    ['R-2026', 'metatag'],
    ['lee ann', 'email'],
    ['lee 8905', 'email'],
    ['ICCID ends with 8905', 'iccid'],
    ['my number is 8905, ann', 'iccid'],
    ['my iccid ends with 8905 and it does not work', 'iccid'],
    ['ICCID: 8905, my phone is broken', 'iccid'],
    ['LPA:1$smdp.example.com$CODE-8937002512345678905', 'activationCode'],
    ['https://link.example.com/?carddata=LPA:1$SMDP.example.com$code-8937002512345678905', 'activationCode'],
    ['LPA%253A1%2524smdp.example.com%2524CODE-8937002512345678905', 'activationCode'],
    ['code-8937002512345678905', 'activationCode'],
    ['89370025123456789053', 'iccid'],
    ['8937\u00ad0025\u22121234\u20675678\u2069905\ufe0f', 'iccid'],
    ['8,937,002,512,345,678,905', 'iccid'],
  ])('by %j', async (query, field) => {
    const calls = openCalls()
    await put(calls, ann, bob)
    const { rows } = calls.search({ query, limit: 50, now })
    expect(rows.map(({ uid, match }) => [uid, match?.field])).toEqual([[ann.customer.uid, field]])
    expect(CustomerRow.parse(rows[0])).toEqual(rows[0])
  })

  test.each([
    'zz',
    'ann other',
    'lee 8904',
    'nobody@example.com',
    '8937002512345678906',
    'LPA:1$smdp.example.com$CODE',
    'LPA:1$smdp.example.com$CODE-89370025123456789050',
  ])('not by %j', async (query) => {
    const calls = openCalls()
    await put(calls, ann, bob)
    expect(calls.search({ query, limit: 50, now })).toEqual({ rows: [], exactCount: 0, hasSimilar: false, exact: null })
  })
})

describe('exact is the one customer whom a whole identifier names', () => {
  const exact = async (query: string, ...entries: readonly WireCustomerEntry[]): Promise<string | null> => {
    const calls = openCalls()
    await put(calls, ...entries)
    return calls.search({ query, limit: 50, now }).exact
  }
  test.each([
    '8937002512345678905',
    'ann.lee@example.com',
    ann.customer.uid,
    '1e61265b-84b1-4ba0-94bc-365ba73b4f12',
    'LPA:1$smdp.example.com$CODE-8937002512345678905',
    'order-2026/17',
  ])('%j names one', async (query) => expect(await exact(query, ann, bob)).toBe(ann.customer.uid))
  test('last digits name nobody, because another customer may have them who is not in the list yet', async () => {
    expect(await exact('678905', ann, bob)).toBeNull()
    expect(await exact('…678 905', ann, bob)).toBeNull()
  })
  test('separators do not make a short reference long enough', async () => {
    const short = customer('short', null, { activatedItems: [item('i', { metatag: 'a-1' })] })
    expect(await exact('a - - - 1', short)).toBeNull()
  })
  test('an e-mail address of two customers, a part of an identifier and a plain word name no customer', async () => {
    expect(await exact('ann.lee@example.com', ann, customer('other', 'ann.lee@example.com'))).toBeNull()
    expect(await exact('78905', ann)).toBeNull()
    expect(await exact('893700251', ann)).toBeNull()
    expect(await exact('LEE-26', customer('h', 'lee-26@example.com'))).toBeNull()
    expect(
      await exact('holiday', customer('h', null, { activatedItems: [item('i', { metatag: 'holiday' })] })),
    ).toBeNull()
  })
})

test('better matches come first, then the most recently sold', async () => {
  const calls = openCalls()
  await put(
    calls,
    sold('a', 1, 'xx-ann@x.example'),
    sold('b', 2, 'annabel@x.example'),
    sold('c', 3, 'joann@x.example'),
    sold('d', 4, 'anna@x.example'),
    sold('ann', 1),
  )
  expect(uids(searchAll(calls, 'ann'))).toEqual(['ann', 'd', 'b', 'c', 'a'])
  expect(uids(searchAll(calls, 'ann', 2))).toEqual(['ann', 'd', 'b', 'c', 'a'])
})

test('the list is sorted by the latest sale, and its pages miss and repeat no customer', async () => {
  const calls = openCalls()
  await put(calls, ...Array.from({ length: 25 }, (_, n) => sold(`c${n}`, 1 + (n % 7))), customer('never-sold', null))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = calls.list({ limit: 4, cursor, now })
    expect(page.total).toBe(26)
    seen.push(...uids(page.rows))
    cursor = page.cursor
  } while (cursor !== undefined)
  expect(new Set(seen).size).toBe(26)
  expect(seen.at(-1)).toBe('never-sold')
  expect(uids(searchAll(calls, '  '))).toEqual(seen)
})

test.each(['', 'x', 'MC4xLjE', '!!!!', 'OS45OTk5OTk5OTk5OTk5OTk5OTk5LjE'])(
  'an invalid cursor is refused or harmless: %j',
  async (cursor) => {
    const calls = openCalls()
    await put(calls, ann)
    if (cursor === 'MC4xLjE') expect(calls.list({ limit: 5, cursor, now }).rows).toEqual([])
    else
      expect(() => calls.search({ query: 'ann', limit: 5, cursor, now })).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      )
  },
)

test('the same person is whoever has the same e-mail, whatever its case', async () => {
  const calls = openCalls()
  await put(
    calls,
    ann,
    customer('second', ' ann.lee@EXAMPLE.com '),
    customer('third', 'ann.lee@example.com.au'),
    customer('none', null),
  )
  expect(
    calls.samePerson({ email: 'ANN.LEE@example.com', uid: ann.customer.uid }).map((entry) => entry.customer.uid),
  ).toEqual(['second'])
})

test('customers with the same e-mail address have what distinguishes them, in a search and in the list', async () => {
  const calls = openCalls()
  const bought = (uid: string, email: string | null, metatag: string): WireCustomerEntry =>
    customer(uid, email, { activatedItems: [item(`i-${uid}`, { metatag })] })
  await put(
    calls,
    bought('c-1', 'Zoe.Lee@x.example', 'A-1'),
    bought('c-2', 'zoe.lee@x.example ', 'A-2'),
    bought('c-3', 'zoë.lee@x.example', 'A-3'),
    bought('c-4', null, 'A-4'),
    bought('c-5', null, 'A-5'),
  )
  const shared = (rows: readonly CustomerRow[]): unknown =>
    Object.fromEntries(rows.map(({ uid, sharedEmail }) => [uid, sharedEmail?.reference]))
  expect(shared(searchAll(calls, 'zoe.lee'))).toEqual({ 'c-1': 'A-1', 'c-2': 'A-2', 'c-3': undefined })
  const { rows } = await calls.browse({ view: defaultListView, from: 0, limit: 10, unconfirmed: [], now })
  expect(shared(rows)).toEqual({ 'c-1': 'A-1', 'c-2': 'A-2', 'c-3': undefined, 'c-4': undefined, 'c-5': undefined })
  calls.remove({ uid: CustomerUid.parse('c-1'), askedAt: 2 })
  expect(shared(searchAll(calls, 'zoe.lee'))).toEqual({ 'c-2': undefined, 'c-3': undefined })
})

test('customers whose reference is an address do not hide those who have it as their own', async () => {
  const calls = openCalls()
  const sales = Array.from({ length: 60 }, (_, n) =>
    customer(`c-${n}`, null, { activatedItems: [item(`i-${n}`, { metatag: 'shop@x.example' })] }),
  )
  await put(calls, ...sales, customer('one', 'shop@x.example'), customer('other', 'Shop@x.example'))
  const { email, uid } = { email: 'shop@x.example', uid: CustomerUid.parse('one') }
  expect(calls.samePerson({ email, uid }).map(({ customer: { uid: found } }) => found)).toEqual(['other'])
  const shared = searchAll(calls, 'shop@x').filter(({ sharedEmail }) => sharedEmail !== undefined)
  expect(uids(shared).toSorted()).toEqual(['one', 'other'])
})

test('all customers with packages that begin alike are found, however many packages each has', async () => {
  const calls = openCalls()
  const items = (n: number) => Array.from({ length: 6 }, (_, k) => item(`order-${n}-${k}`, { metatag: null }))
  await put(calls, ...Array.from({ length: 120 }, (_, n) => customer(`c-${n}`, null, { activatedItems: items(n) })))
  expect(searchAll(calls, 'order-')).toHaveLength(120)
})

test('accents and case of either side are ignored, and two addresses that differ by an accent are two persons', async () => {
  const calls = openCalls()
  const zoe = customer('c-zoe', 'Zoë.Öztürk@x.example', { activatedItems: [item('i-1', { metatag: 'Straße 12' })] })
  await put(calls, zoe, customer('c-plain', 'zoe.ozturk@x.example'), customer('c-same', 'ZOË.öztürk@x.example'))
  for (const query of ['ozturk', 'ÖZTURK', 'zoe.oz', 'Zoë.Ö'])
    expect([query, uids(searchAll(calls, query)).toSorted()]).toEqual([query, ['c-plain', 'c-same', 'c-zoe']])
  expect(uids(searchAll(calls, 'strasse'))).toEqual(['c-zoe'])
  const others = calls.samePerson({ email: 'Zoë.Öztürk@x.example', uid: zoe.customer.uid })
  expect(others.map((other) => other.customer.uid)).toEqual(['c-same'])
})

test.each([
  ['jose@x.example', 'josé@x.example'],
  ['josé@x.example', 'jose@x.example'],
  ['c-token-0123456789a', 'c-tóken-0123456789a'],
])('%j is not the name of the customer %j, who is found all the same', async (query, other) => {
  const calls = openCalls()
  const find = () => calls.search({ query, limit: 9, now })
  await put(calls, customer(other.includes('@') ? 'c-other' : other, other.includes('@') ? other : null))
  expect(find()).toMatchObject({ rows: [{}], exactCount: 0, hasSimilar: true, exact: null })
  const named = customer(
    query.includes('@') ? 'c-named' : query,
    query.includes('@') ? ` ${query.toUpperCase()} ` : null,
  )
  await put(calls, named)
  expect(find()).toMatchObject({ rows: [{}, {}], exactCount: 1, hasSimilar: true, exact: named.customer.uid })
})

const awkward = [
  '"',
  "'",
  '%',
  '_',
  '*',
  '\\',
  'NEAR(a b)',
  'a OR b',
  'text:a',
  '-a',
  '^a',
  '"a" AND',
  '\u0000',
  'a\u0000b',
  'a\nb',
  '\u0001a',
  '🎉🎉🎉',
  '👩\u200d💻',
  'שלום',
  '\u202eevil',
  '\ud800',
  '(',
  'a*',
  '{a}',
  '<script>',
  "'; DROP TABLE customers; --",
  'x'.repeat(2000),
  '1$a$b',
  '$',
  'ﬁ',
  'İ',
  'ß',
]

test.each(awkward)('hostile text is a text like others: %j', async (text) => {
  const calls = openCalls()
  await put(
    calls,
    customer('h', `${text}@x.example`, {
      activatedItems: [item('i', { metatag: text })],
      relatedEsims: [esim(`89${text}`.slice(0, 40), { uid: 'esim-h' })],
    }),
    bob,
  )
  const needle = understandSearch(text)
  const isFound = uids(searchAll(calls, text)).includes('h')
  const expected =
    needle.text === '' || findMatch(namesOf(calls.get(CustomerUid.parse('h'))?.entry ?? bob), needle) !== null
  expect(isFound).toBe(expected)
  expect(calls.list({ limit: 9, now }).total).toBe(2)
})
