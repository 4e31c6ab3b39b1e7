import { expect, test } from 'vitest'
import { FeedPage } from '#shared/wire/relay.ts'
import { readWebhook } from '#shared/wire/webhookEvents.ts'
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
const required: Readonly<Record<WebhookKind, readonly string[]>> = {
  esimStatus: ['iccid', 'profileState'],
  balanceActivation: ['uid', 'activatedItem'],
  lowBalance: ['uid'],
  dataConsumption: ['uid'],
  countryChange: ['iccid', 'newCountry'],
  activationRequest: ['activationId'],
  customerRegistration: [],
}

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

test.each(WebhookKind.options)('%s is read without its optional fields, and not without a required one', (kind) => {
  const names = required[kind]
  const least = Object.fromEntries(names.map((name) => [name, bodies[kind][name]]))
  if (kind === 'customerRegistration') {
    expect(readWebhook(kind, { uid: 'c' })?.customer).toBe('c')
    expect(readWebhook(kind, { customerUid: 'c' })?.customer).toBe('c')
    expect(readWebhook(kind, { userToken: 'user' })).toBeNull()
    return
  }
  expect(readWebhook(kind, least)).not.toBeNull()
  for (const name of names) expect(readWebhook(kind, { ...bodies[kind], [name]: undefined })).toBeNull()
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
