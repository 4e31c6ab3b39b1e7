import { expect, test } from 'vitest'
import { FeedPage } from '#shared/wire/relay.ts'
import { parseWebhookBody, readWebhook } from '#shared/wire/webhookEvents.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'

const time = '2026-03-01T10:00:00Z'
/** A body of each kind with all fields of the interface, and one that it does not have. */
const bodies: Readonly<Record<WebhookKind, Readonly<Record<string, unknown>>>> = {
  esimStatus: { iccid: '8901', imsi: 'IMSI', profileState: 'INSTALLED/ENABLED', eid: 'EID', later: 1 },
  balanceActivation: { uid: 'c', activatedItem: 'i', activatedAt: time, expiresAt: time, later: 1 },
  lowBalance: { uid: 'c', iccid: '8901', imsi: 'IMSI', timestamp: time, balanceAmountInByte: 104857600, later: 1 },
  dataConsumption: {
    uid: 'c',
    iccid: '8901',
    imsi: 'IMSI',
    timestamp: time,
    configuredThresholdPercentage: 99.5,
    balanceAmountInByte: 1,
    originalBalanceAmountInByte: 9007199254740991,
    activatedItemId: 'i',
    later: 1,
  },
  countryChange: { imsi: 'IMSI', iccid: '8901', previousCountry: null, newCountry: 'FR', later: 1 },
  activationRequest: { inventoryItemId: 'p', userToken: 'user', metaTag: 'm', activationId: 'a', later: 1 },
  customerRegistration: { userToken: 'user', uid: 'c', customerUid: 'c', later: 1 },
}
/** What of each kind names whom it is about: one of them is enough. */
const subjects: Readonly<Record<WebhookKind, readonly string[]>> = {
  esimStatus: ['iccid'],
  balanceActivation: ['uid'],
  lowBalance: ['uid', 'iccid'],
  dataConsumption: ['uid', 'iccid'],
  countryChange: ['iccid'],
  activationRequest: ['activationId'],
  customerRegistration: ['uid', 'customerUid'],
}
/** Values that no field has. */
const odd = [null, undefined, {}, [], true, '', { value: '8901' }, Number.MAX_VALUE]

test('each kind of webhook is read field by field, without IMSI, EID and unknown fields', () => {
  const read = WebhookKind.options.map((kind) => readWebhook(kind, bodies[kind]))
  expect(read).toMatchObject([
    { iccid: '8901', customer: null, item: null, details: { profileState: 'INSTALLED/ENABLED' }, identity: null },
    { customer: 'c', item: 'i', details: { activatedAt: time, expiresAt: time } },
    { customer: 'c', iccid: '8901', details: { timestamp: time, balanceAmountInByte: 104857600 } },
    {
      customer: 'c',
      item: 'i',
      details: {
        timestamp: time,
        configuredThresholdPercentage: 99.5,
        balanceAmountInByte: 1,
        originalBalanceAmountInByte: 9007199254740991,
      },
    },
    { iccid: '8901', details: { previousCountry: null, newCountry: 'FR' }, identity: null },
    { details: { activationId: 'a', inventoryItemId: 'p', metaTag: 'm' }, userToken: 'user' },
    { customer: 'c', userToken: 'user', details: {} },
  ])
  expect(JSON.stringify(read)).not.toMatch(/IMSI|EID|later/)
})

test.each(WebhookKind.options)(
  '%s is a hint with each of its fields odd or missing, if it says whom it is about',
  (kind) => {
    const whole = readWebhook(kind, bodies[kind])
    for (const name of Object.keys(bodies[kind]))
      for (const value of odd) {
        const read = readWebhook(kind, { ...bodies[kind], [name]: value })
        if (subjects[kind].length > 1 || !subjects[kind].includes(name)) expect(read, name).not.toBeNull()
        for (const part of ['customer', 'iccid', 'item'] as const)
          expect([whole?.[part], null], name).toContain(read?.[part] ?? null)
      }
    for (const name of subjects[kind]) expect(readWebhook(kind, { [name]: bodies[kind][name] })).not.toBeNull()
    const nobody = Object.fromEntries(subjects[kind].map((name) => [name, {}]))
    expect(readWebhook(kind, { ...bodies[kind], ...nobody })).toBeNull()
  },
)

test.each<[WebhookKind, object, object]>([
  ['lowBalance', { uid: 'u1', balanceAmountInByte: '104857600' }, { details: { balanceAmountInByte: 104857600 } }],
  ['lowBalance', { uid: 17, iccid: 89431 }, { customer: '17', iccid: '89431' }],
  [
    'lowBalance',
    { uid: 'u1', timestamp: 1795167600000 },
    { details: { timestamp: '2026-11-20T09:40:00.000Z' }, identity: '["u1","2026-11-20T09:40:00.000Z"]' },
  ],
  ['lowBalance', { uid: 'u1', timestamp: '1795167600' }, { details: { timestamp: '2026-11-20T09:40:00.000Z' } }],
  [
    'lowBalance',
    { iccid: '89431', timestamp: time },
    { customer: null, iccid: '89431', identity: `["89431","${time}"]` },
  ],
  [
    'dataConsumption',
    { uid: 'u1', configuredThresholdPercentage: '80', activatedItemId: 'i1' },
    { item: 'i1', details: { configuredThresholdPercentage: 80 }, identity: '["u1","i1",80]' },
  ],
  [
    'esimStatus',
    { uid: 'u1', profileState: 'ERROR' },
    { customer: 'u1', iccid: null, details: { profileState: 'ERROR' } },
  ],
  ['activationRequest', { activationId: 12, metaTag: 7 }, { details: { activationId: '12', metaTag: '7' } }],
])('%s %j is read with what it means', (kind, body, expected) => {
  expect(readWebhook(kind, body)).toMatchObject(expected)
})

test('an ICCID that is sent as a number keeps all of its digits', () => {
  const body = parseWebhookBody('{"iccid": 8943108165000712344, "n": 1, "big": 1e30, "text": "8943108165000712344"}')
  expect(body).toEqual({ iccid: '8943108165000712344', n: 1, big: 1e30, text: '8943108165000712344' })
  expect(readWebhook('esimStatus', body)?.iccid).toBe('8943108165000712344')
  expect(parseWebhookBody('{"iccid": ')).toBeUndefined()
  expect(parseWebhookBody('\ufeff{"iccid": "1"}')).toEqual({ iccid: '1' })
  // A number whose digits JSON has lost already names nobody.
  expect(readWebhook('esimStatus', JSON.parse('{"iccid": 8943108165000712344}'))).toBeNull()
})

test.each(WebhookKind.options)('%s that is no object is not read', (kind) => {
  for (const body of [null, [], 'text', 7, undefined]) expect(readWebhook(kind, body)).toBeNull()
})

test('the same threshold of the same package is the same event, whenever it is reported', () => {
  const identity = (change: object): string | null | undefined =>
    readWebhook('dataConsumption', { ...bodies.dataConsumption, ...change })?.identity
  expect(identity({ timestamp: '2026-04-01T00:00:00Z' })).toBe(identity({}))
  expect(identity({ configuredThresholdPercentage: 50 })).not.toBe(identity({}))
  expect(identity({ activatedItemId: undefined })).not.toBeNull()
  expect(identity({ activatedItemId: undefined, timestamp: undefined })).toBeNull()
})

test('a record of an unknown type keeps its place in the feed', () => {
  const page = { feed: 'f', records: [{ seq: 5, at: time, type: 'of tomorrow', more: 1 }], next: 5, more: false }
  expect(FeedPage.parse(page).records).toEqual([{ seq: 5, at: time, type: 'unknown' }])
})
