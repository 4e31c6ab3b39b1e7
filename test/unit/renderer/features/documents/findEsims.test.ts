/** The eSIMs to which a line resolves: those that it names, or all in use where it names the customer. */
import { expect, test } from 'vitest'
import type { CustomerRow, CustomerView } from '#shared/model/customer/views.ts'
import { CustomerUid, EsimUid, Iccid } from '#shared/wire/ids.ts'
import { findEsims, type FindDesk, type ManyLine } from '../../../../../renderer/features/documents/findEsims.ts'
import { customer, esim } from '../../support/samples.ts'

const uid = CustomerUid.parse('c-1')
const row = (changes: Partial<CustomerRow> = {}): CustomerRow => ({
  uid,
  email: 'ada@example.org',
  esims: [],
  totalRemaining: null,
  nextExpiry: null,
  lastSeen: null,
  soldAt: null,
  packages: { active: 0, waiting: 0, over: 0, total: 0 },
  packageNames: [],
  match: null,
  ...changes,
})
const whole = (field: 'iccid' | 'imsi' | 'email' | 'customerUid' | 'itemUid' | 'metatag', value: string) => ({
  field,
  value,
  start: 0,
  end: value.length,
})

/** What the text is, the text, and where the search has found it. */
type Case = readonly [string, string, CustomerRow['match']]

const first = '8948010000000001111'
const second = '8948010000000002222'
const replaced = '8948010000000003333'
const three = [
  esim({ uid: EsimUid.parse('first'), iccid: Iccid.parse(first), imsi: '260010000001111' }),
  esim({ uid: EsimUid.parse('second'), iccid: Iccid.parse(second), imsi: '260010000002222' }),
  esim({ uid: EsimUid.parse('replaced'), iccid: Iccid.parse(replaced), imsi: null, active: false }),
]

interface World {
  readonly view?: Partial<CustomerView>
  readonly match?: CustomerRow['match']
  /** Whether the search says that the text names this customer alone. */
  readonly isExact?: boolean
}

async function find(line: string | Omit<ManyLine, 'number'>, { view = {}, match = null, isExact = true }: World = {}) {
  const omitted: string[] = []
  const desk: FindDesk = {
    search: () =>
      Promise.resolve({
        rows: [row({ match })],
        exact: isExact ? uid : null,
        source: 'directory',
        serviceProblem: null,
      }),
    customer: () => Promise.resolve(customer({ uid, esims: three, ...view })),
  }
  const known = typeof line === 'string' ? { text: line, uid: null } : line
  const found = await findEsims(desk, { ...known, number: 1 }, (reason) => omitted.push(reason))
  return [...found.map((one) => one.esim.uid), ...omitted]
}

test.each<Case>([
  ['a whole ICCID', second, whole('iccid', second)],
  ['a whole ICCID with separators', '8948 0100 0000 0002 222', whole('iccid', second)],
  ['an ICCID with a label', `ICCID: ${second}`, whole('iccid', second)],
  ['an ICCID without its last digit', second.slice(0, -1), { ...whole('iccid', second), end: 18 }],
  ['last digits', '2222', { field: 'iccid', value: second, start: 15, end: 19 }],
  ['an IMSI', '260010000002222', whole('imsi', '260010000002222')],
  [
    'a name and last digits',
    'ada 2222',
    { ...whole('email', 'ada@example.org'), end: 3, others: [{ field: 'iccid', value: second, start: 15, end: 19 }] },
  ],
])('%s means that eSIM alone', async (_what, text, match) => {
  expect(await find(text, { match })).toEqual(['second'])
  expect(await find(text, { match, isExact: false })).toEqual(['second'])
})

test('a replaced eSIM is found by its ICCID, and by nothing that names the customer', async () => {
  expect(await find(replaced, { match: whole('iccid', replaced) })).toEqual(['replaced'])
  expect(await find('ada@example.org', { match: whole('email', 'ada@example.org') })).toEqual(['first', 'second'])
})

const unlisted = '8948010000000009999'
test.each<Case>([
  ['an ICCID', unlisted, whole('iccid', unlisted)],
  ['an ICCID of which the search says nothing', unlisted, null],
  ['an ICCID that is a reference of the customer', unlisted, whole('metatag', unlisted)],
  ['last digits', '9999', { field: 'iccid', value: unlisted, start: 15, end: 19 }],
  ['last digits of which the search says nothing', '9999', null],
  ['an IMSI', '260010000009999', whole('imsi', '260010000009999')],
])('%s that the customer’s data do not list takes no other eSIM', async (_what, text, match) => {
  expect(await find(text, { match })).toEqual(['notListed'])
})

test.each<Case>([
  ['an order number', '20269999', whole('metatag', '20269999')],
  ['a long order number', '202611210009999', whole('metatag', '202611210009999')],
  ['a uid of digits', '9999', whole('customerUid', '9999')],
  ['a long uid of digits', unlisted, whole('customerUid', unlisted)],
  ['the uid of a package', 'i-9999', whole('itemUid', 'i-9999')],
  ['an address with digits', 'ada9999@example.org', null],
])('%s means the customer, and all eSIMs in use', async (_what, text, match) => {
  expect(await find(text, { match })).toEqual(['first', 'second'])
})

test('a line of the selection means the customer, whatever digits it has', async () => {
  expect(await find({ text: `${replaced}@example.org`, uid })).toEqual(['first', 'second'])
})

test('an activation code means the only eSIM, and of several ones none', async () => {
  const code = 'LPA:1$smdp.example.com$AB-12'
  const match = { ...whole('iccid', ''), field: 'activationCode' as const }
  expect(await find(code, { match, view: { esims: three.slice(0, 1) } })).toEqual(['first'])
  expect(await find(code, { match })).toEqual(['whichEsim'])
  expect(await find(code, { match, view: { esims: three.slice(0, 1), omittedEsims: 1 } })).toEqual(['whichEsim'])
  expect(await find(code, { match, view: { esims: [] } })).toEqual(['notListed'])
})

test('a customer without an eSIM in use is named', async () => {
  expect(await find('ada@example.org', { view: { esims: three.slice(2) } })).toEqual(['noEsim'])
})

const address = 'shop@example.org'
const sharing = (n: number): CustomerRow =>
  row({ uid: CustomerUid.parse(`c-${String(n)}`), email: address, match: whole('email', address) })
const resembling = row({
  uid: CustomerUid.parse('other'),
  email: `${address}.uk`,
  match: { ...whole('email', `${address}.uk`), end: address.length },
})

type Answer = Awaited<ReturnType<FindDesk['search']>>

/** Looks for the address where the search has these rows, in pages. */
async function findIn(all: readonly CustomerRow[], changes: Partial<Answer> = {}, text = address) {
  const omitted: string[] = []
  const cursors: (string | undefined)[] = []
  const desk: FindDesk = {
    search(_query, cursor) {
      cursors.push(cursor)
      const end = Number(cursor ?? 0) + 50
      const rows = all.slice(end - 50, end)
      const next = end < all.length ? { cursor: String(end) } : {}
      return Promise.resolve({ rows, exact: null, source: 'directory', serviceProblem: null, ...next, ...changes })
    },
    customer: (of) => Promise.resolve(customer({ uid: of, esims: [esim({ uid: EsimUid.parse(`e of ${of}`) })] })),
  }
  const found = await findEsims(desk, { text, uid: null, number: 1 }, (reason) => omitted.push(reason))
  return { uids: found.map((one) => one.customer.uid), omitted, cursors }
}
const many = (count: number): readonly CustomerRow[] => Array.from({ length: count }, (_, n) => sharing(n))

test('all customers who share an address are found, on whatever page they are', async () => {
  const all = many(120)
  const { uids, omitted, cursors } = await findIn([...all, ...Array.from({ length: 200 }, () => resembling)])
  expect([uids, omitted]).toEqual([all.map((one) => one.uid), []])
  // The rest only resembles the address.
  expect(cursors).toEqual([undefined, '50', '100'])
})

test('where there are more customers than are read, the list says so', async () => {
  const { uids, omitted } = await findIn(many(700))
  expect([uids.length, omitted]).toEqual([500, ['more']])
  expect((await findIn(many(500))).omitted).toEqual([])
})

test('a full answer of the service may have left out others with the address', async () => {
  expect((await findIn(many(50), { source: 'service' })).omitted).toEqual(['more'])
  expect((await findIn(many(49), { source: 'service' })).omitted).toEqual([])
})

const isUnreachable = { serviceProblem: 'address_unreachable' }
test('where the service gave no usable answer it says so, and not that there is nobody', async () => {
  expect(await findIn([], isUnreachable)).toMatchObject({ uids: [], omitted: ['noAnswer'] })
  expect(await findIn([resembling], isUnreachable)).toMatchObject({ uids: [], omitted: ['noAnswer'] })
  expect(await findIn([], {}, address)).toMatchObject({ uids: [], omitted: ['notFound'] })
})

test('somebody who only resembles a number is not taken while the service could not be asked for it', async () => {
  const longer = row({ match: { ...whole('iccid', second), end: 18 } })
  expect(await findIn([longer], isUnreachable, second.slice(0, -1))).toMatchObject({ uids: [], omitted: ['noAnswer'] })
})

test('the customer with the address is found although the service could not be asked for others, and the list says so', async () => {
  expect(await findIn(many(2), isUnreachable)).toMatchObject({ uids: ['c-0', 'c-1'], omitted: ['maybeOthers'] })
})

test('an activation code without its address means the one eSIM that has it, as a whole code does', async () => {
  const match = { field: 'activationCode', value: '', start: 0, end: 0 } as const
  expect(await find('K2-ABC-2344', { match })).toEqual(['whichEsim'])
})

test('a number that a spreadsheet has shortened is not searched, and a rounded one is named where nobody has it', async () => {
  const searched: string[] = []
  const nobody: FindDesk = {
    search: (text) => (
      searched.push(text),
      Promise.resolve({ rows: [], exact: null, source: 'directory', serviceProblem: null })
    ),
    customer: () => Promise.reject(new Error('Nobody is read')),
  }
  const omitted: string[] = []
  for (const text of ['8.94311E+18', '8943108165000710000', '89049032000001000000012345678901', '356938035643809'])
    await findEsims(nobody, { text, uid: null, number: 1 }, (reason) => omitted.push(reason))
  expect(omitted).toEqual(['shortened', 'rounded', 'eid', 'imei'])
  expect(searched).not.toContain('8.94311E+18')
})
