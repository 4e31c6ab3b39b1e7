/** Purchases through the client: what is sent, what is answered, what is not sent (interface 4.9 to 4.11). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WireActivation, type WireRegister } from '#shared/wire/activation.ts'
import { CustomerUid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import type { Evidence, MoneyRequest, PurchaseKind, ServiceClient } from '../../../../electron/service/index.ts'
import { control, type Control } from '../../../support/control.ts'
import { clientOf, failureOf, rawService } from './support.ts'

let sandbox: Sandbox
let acts: Control
beforeAll(async () => {
  sandbox = await startSandbox({ customers: 30, seed: 7 })
  acts = control(sandbox)
})
afterAll(() => sandbox.close())

const connect = (): ServiceClient =>
  clientOf(sandbox.baseUrl, { segment: sandbox.segment, credentials: () => Promise.resolve(sandbox) })

/** A package that can be bought, with the retail price that its list shows. */
async function packageOf(client: ServiceClient) {
  const { items } = await client.inventory()
  const found = items.find(
    ({ retailPrices, amount }) =>
      retailPrices?.some(({ currencyCode }) => currencyCode === 'USD') === true && (amount ?? 0) === 0,
  )
  const retail = found?.retailPrices?.find(({ currencyCode }) => currencyCode === 'USD')
  if (found === undefined || retail === undefined) throw new Error('the sandbox sells no package with a price')
  return { id: found.id, expectedPrice: { priceValue: retail.priceValue, currencyCode: 'USD' as const } }
}

function answered(evidence: Evidence): WireActivation {
  if (evidence.type !== 'answer' || evidence.status !== 200)
    throw new Error(`no answer of success: ${JSON.stringify(evidence)}`)
  return WireActivation.parse(JSON.parse(evidence.body))
}

const registration: WireRegister = {
  inventoryItemId: InventoryItemId.parse('package-1'),
  metatag: '01JINTENT order 17',
  userIp: '2001:db8::1',
  userCountry: 'DE',
}
const register = (body: WireRegister, intentId = '01JINTENT'): MoneyRequest => ({
  kind: 'register',
  body,
  intentId,
})

describe('at the sandbox', () => {
  it('registers a customer, tops up, and tops up with a profile, each once with its key and metatag', async () => {
    const client = connect()
    const { id, expectedPrice } = await packageOf(client)
    const before = (await acts.ledger()).length
    const first = answered(
      await client.sendMoney(
        register(
          {
            ...registration,
            inventoryItemId: id,
            metatag: 'INTENT-1 order 17',
            customerEmail: 'ada@example.org',
            expectedPrice,
            activationMode: 'FIRST_USE',
          },
          'INTENT-1',
        ),
      ),
    )
    expect(first).toMatchObject({
      status: 'success',
      customer: { email: 'ada@example.org' },
      activatedItem: { metatag: 'INTENT-1 order 17', balance: { activationMode: 'FIRST_USE' } },
      esimProfile: { state: 'RELEASED' },
    })
    const customerUid = first.customer.uid
    const second = answered(
      await client.sendMoney({
        kind: 'top-up',
        body: { inventoryItemId: id, metatag: 'INTENT-2', customerUid, userIp: '192.0.2.7', userCountry: 'DE' },
        intentId: 'INTENT-2',
      }),
    )
    expect(second).toMatchObject({ status: 'success', customer: { uid: customerUid }, esimProfile: null })
    const third = answered(
      await client.sendMoney({
        kind: 'top-up-with-profile',
        body: { inventoryItemId: id, metatag: 'INTENT-3', customerUid, dedicated: true },
        intentId: 'INTENT-3',
      }),
    )
    expect(third.esimProfile?.iccid).toMatch(/^\d{18,22}$/)
    expect((await acts.ledger()).slice(before)).toMatchObject([
      {
        kind: 'register',
        executed: true,
        idempotencyKey: 'INTENT-1',
        metatag: 'INTENT-1 order 17',
        customerUid,
        itemUid: first.activatedItem.uid,
      },
      {
        kind: 'topUp',
        executed: true,
        idempotencyKey: 'INTENT-2',
        metatag: 'INTENT-2',
        customerUid,
        itemUid: second.activatedItem.uid,
      },
      {
        kind: 'topUpWithProfile',
        executed: true,
        idempotencyKey: 'INTENT-3',
        metatag: 'INTENT-3',
        customerUid,
        itemUid: third.activatedItem.uid,
      },
    ])
    expect((await client.customer(customerUid)).activatedItems).toHaveLength(3)
  })

  it('is refused with the text of the service if the expected price differs', async () => {
    const client = connect()
    const { id, expectedPrice } = await packageOf(client)
    const evidence = await client.sendMoney(
      register({
        ...registration,
        inventoryItemId: id,
        expectedPrice: { ...expectedPrice, priceValue: expectedPrice.priceValue + 1 },
      }),
    )
    expect(evidence).toMatchObject({ type: 'answer', status: 422, contentType: 'application/problem+json' })
    expect((await acts.ledger()).at(-1)).toMatchObject({ kind: 'register', executed: false })
  })

  it.each([
    ['dropAfter', 'reset'],
    ['endAfter', 'reset'],
    ['cut', 'cut'],
  ] as const)('whose answer is lost is sent once and says that it was written: %s', async (fault, cause) => {
    const client = connect()
    const { id } = await packageOf(client)
    await acts.fault('register', fault)
    const before = (await acts.ledger()).length
    expect(failureOf(await client.sendMoney(register({ ...registration, inventoryItemId: id })))).toEqual({
      cause,
      written: true,
    })
    expect((await acts.ledger()).slice(before)).toMatchObject([{ kind: 'register', executed: true }])
  })
})

it.each<[PurchaseKind, MoneyRequest]>([
  ['register', register(registration)],
  [
    'top-up',
    {
      kind: 'top-up',
      body: { inventoryItemId: registration.inventoryItemId, metatag: 'm', customerUid: CustomerUid.parse('c-1') },
      intentId: '01JINTENT',
    },
  ],
  [
    'top-up-with-profile',
    {
      kind: 'top-up-with-profile',
      body: {
        inventoryItemId: registration.inventoryItemId,
        metatag: 'm',
        customerUid: CustomerUid.parse('c-1'),
        dedicated: false,
      },
      intentId: '01JINTENT',
    },
  ],
])('%s goes to its own path as JSON, with what was given and nothing else', async (kind, request) => {
  const { address, requests } = await rawService((socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'),
  )
  const client = clientOf(address)
  expect(client.moneyRoutes(kind)).toEqual([`/service/activations/${kind}`])
  expect(await client.sendMoney(request)).toMatchObject({ type: 'answer', status: 200 })
  const [head = '', body = ''] = (requests()[0] ?? '').split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^POST /service/activations/${kind} HTTP/1\\.1\r\n`))
  expect(head).toContain('\r\nidempotency-key: 01JINTENT\r\n')
  expect(head).toContain('\r\ncontent-type: application/json\r\n')
  expect(head).toContain('\r\naccept-encoding: identity\r\n')
  expect(JSON.parse(body)).toEqual('body' in request ? request.body : null)
})

describe('nothing is sent', () => {
  const misspelt = { ...registration, expectedprice: 1 }
  it.each<[string, MoneyRequest]>([
    ['a field that the service does not know', register(misspelt)],
    ['no metatag', register({ ...registration, metatag: '' })],
    ['an address that is none', register({ ...registration, userIp: 'localhost' })],
    ['a country that is none', register({ ...registration, userCountry: 'Germany' })],
    ['a key that is too long', register(registration, 'x'.repeat(65))],
    [
      'a key that would be a header of its own',
      { kind: 'refund', itemUid: ItemUid.parse('item-1'), intentId: 'a\r\nx-evil: 1' },
    ],
  ])('of %s', async (_name, request) => {
    const { address, requests } = await rawService((socket) => socket.destroy())
    expect(await clientOf(address).sendMoney(request)).toEqual({
      type: 'failure',
      cause: 'other',
      written: false,
      code: 'invalid_input',
    })
    expect(requests()).toEqual([])
  })
})
