import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutSecrets } from '#shared/model/customer/unreadableParts.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { esim, item } from '../model/customerSamples.ts'

const entry = (more: Readonly<Record<string, unknown>> = {}) => ({
  customer: { uid: 'c-1', email: 'ann@x.example' },
  totalAvailableBalance: { sizeValue: 1, sizeUnit: 'GB' },
  activatedItems: [item('one'), item('two')],
  relatedEsims: [esim('8937001')],
  ...more,
})

test('a broken package is named with what is known of it, and the others are read', () => {
  const uid = 'x'.repeat(201)
  const read = WireCustomerEntry.parse(entry({ activatedItems: [item('one'), { ...item('bad'), uid }] }))
  expect(read.activatedItems.map(({ uid: known }) => known)).toEqual(['one'])
  expect(read.unreadableParts).toEqual([
    {
      part: 'package',
      uid: 'x'.repeat(200),
      iccid: null,
      imsi: null,
      metatag: 'order-bad',
      name: 'Europe 3 GB',
      reason: expect.stringContaining('uid'),
      raw: JSON.stringify(uid),
    },
  ])
})

test('a list with a broken package proves of no package that it is missing', () => {
  expect(WireCustomerEntry.parse(entry()).itemsListed).toBe(true)
  for (const activatedItems of [[item('one'), 7], 'none', { 0: item('one') }]) {
    const read = WireCustomerEntry.parse(entry({ activatedItems }))
    expect(read.itemsListed).toBe(false)
    expect(WireCustomerEntry.parse(JSON.parse(JSON.stringify(read))).itemsListed).toBe(false)
  }
})

test('broken fields of the customer are named, and the customer is read', () => {
  const read = WireCustomerEntry.parse(
    entry({
      customer: { uid: 'c-1', email: ['ann'], profileUrl: [7] },
      totalAvailableBalance: 5,
      relatedEsims: true,
    }),
  )
  expect(read.customer).toMatchObject({ uid: 'c-1', email: undefined })
  expect(read.unreadableParts?.map(({ part, raw }) => [part, raw])).toEqual([
    ['esims', 'true'],
    ['balance', '5'],
    ['link', null],
    ['email', '["ann"]'],
  ])
  expect(read.itemsListed).toBe(true)
})

test('eSIM profiles that are sent as one object are named without the code inside of it', () => {
  const one = { uid: 'E', iccid: '89', activationCode: '04386-AGYFT-A74Y8-3F815' }
  const [part] = WireCustomerEntry.parse(entry({ relatedEsims: one })).unreadableParts ?? []
  expect([part?.part, part?.raw]).toEqual(['esims', null])
})

test.each([[7], [null], [[]], [{}], [{ customer: {} }], [{ customer: { uid: '' } }], [{ customer: 'c-1' }]])(
  '%j is unreadable as a whole',
  (value) => {
    const { success, error } = WireCustomerEntry.safeParse(value)
    expect(success).toBe(false)
    expect(error?.issues.length).toBeGreaterThan(0)
  },
)

test('every entry with a uid is read, and reading it again changes nothing', () => {
  const anything = fc.jsonValue()
  fc.assert(
    fc.property(
      fc.record({
        activatedItems: fc.oneof(anything, fc.array(fc.oneof(anything, fc.constant(item('one'))))),
        relatedEsims: fc.oneof(anything, fc.array(fc.oneof(anything, fc.constant(esim('8937001'))))),
        totalAvailableBalance: anything,
        unreadableParts: anything,
        email: anything,
      }),
      ({ email, ...parts }) => {
        const read = WireCustomerEntry.parse({ ...parts, customer: { uid: 'c-1', email } })
        expect(read.customer.uid).toBe('c-1')
        expect(WireCustomerEntry.parse(JSON.parse(JSON.stringify(read)))).toEqual(JSON.parse(JSON.stringify(read)))
        const items = Array.isArray(parts.activatedItems) ? parts.activatedItems.length : 0
        const named = (read.unreadableParts ?? []).filter(({ part }) => part === 'package')
        expect(read.activatedItems.length + named.length).toBeGreaterThanOrEqual(items)
      },
    ),
    { numRuns: 300 },
  )
})

test.each([
  ['LPA:1$smdp.example$CODE', 'state: expected string'],
  ['["https://link.example/x"]', 'state: expected string'],
  ['{"a":"lpa%3A1%24"}', 'state: expected string'],
  ['12345', 'activationCode: expected string'],
  ['12345', 'relatedEsims.0.matchingId: expected string'],
  ['{"uid":"E","ActivationCode":"04386-AGYFT-A74Y8-3F815"}', 'relatedEsims: expected array'],
  ['{"a":[{"matchingId":"AGYFT"}]}', 'state: expected string'],
])('the raw value %s of a field is not shown, because it may be a secret', (raw, reason) => {
  const part = { part: 'esim', uid: null, iccid: '89', imsi: null, metatag: null, name: null } as const
  expect(withoutSecrets({ ...part, raw, reason }).raw).toBeNull()
  expect(withoutSecrets({ ...part, raw: '7', reason: 'state: expected string' }).raw).toBe('7')
})
