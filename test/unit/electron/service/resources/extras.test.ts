/**
 * What a service may have beside the interface (field notes): used where it is, missed nowhere, found out by reads
 * alone.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../../electron/base/clock.ts'
import { startSandbox, type Sandbox } from '../../../../../electron/sandbox/index.ts'
import type { Dialect, ServiceClient, ServiceClientOptions } from '../../../../../electron/service/index.ts'
import { control, type Control } from '../../../../support/control.ts'
import { clientOf, http, thrownBy } from '../support.ts'

const nothingLearnt = {
  customer: null,
  list: null,
  pages: null,
  search: null,
  searchBy: null,
  refund: null,
  devices: null,
}

const day = 86_400_000
const all = [
  'history',
  'item',
  'customerCorrection',
  'profileDomains',
  'inventoryItem',
  'retailPrice',
  'connectivity',
  'version',
] as const
let sandbox: Sandbox
let acts: Control
let learned: Dialect | undefined

const connect = (more: Partial<ServiceClientOptions> = {}): ServiceClient =>
  clientOf(sandbox.baseUrl, {
    segment: sandbox.segment,
    credentials: () => Promise.resolve(sandbox),
    onDialect: (dialect) => (learned = dialect),
    ...more,
  })
const always = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
const requests = async (): Promise<number> =>
  Object.values((await acts.state()).counts.requests).reduce((sum, count) => sum + count, 0)

beforeAll(async () => {
  sandbox = await startSandbox({ customers: 30, seed: 7 })
  acts = control(sandbox)
})
beforeEach(async () => {
  await acts.clearFaults()
  await acts.setVariants({ optional: [...all], errorForm: 'problem' })
  learned = undefined
})
afterAll(() => sandbox.close())

describe('a service that offers the additional endpoints', () => {
  it('the sales history is read between two instants, sorted, each with its customer', async () => {
    const client = connect()
    const { sales, unreadable } = await client.salesHistory({ ...always, sortBy: 'SALESDATE', direction: 'DESC' })
    const dates = sales.map(({ salesDate }) => Date.parse(salesDate ?? ''))
    expect([sales.length > 20, unreadable]).toEqual([true, []])
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
    const [last] = sales
    const uid = CustomerUid.parse(last?.customerUid)
    expect((await client.customer(uid)).activatedItems.map((item) => item.uid)).toContain(last?.uid)
    const day = (last?.salesDate ?? '').slice(0, 10)
    const { sales: some } = await client.salesHistory({ from: `${day}T00:00:00Z`, to: `${day}T23:59:59.999Z` })
    expect(some.map(({ salesDate }) => salesDate?.slice(0, 10))).toEqual(some.map(() => day))
    expect(some.length).toBeLessThan(sales.length)
  })

  it('connectivity is returned as it was sent, and that of an unknown eSIM is not found', async () => {
    const client = connect()
    const { uid } = await acts.sample('esimInstalled')
    const iccid = (await acts.customer(uid)).esims[0]?.iccid ?? ''
    expect(await client.connectivity(Iccid.parse(iccid))).toMatchObject({ iccid, connected: expect.any(Boolean) })
    expect(await thrownBy(client.connectivity(Iccid.parse('8900000000000000000')))).toMatchObject({ code: 'not_found' })
    expect((await client.capabilities()).features.connectivity).toBe('yes')
  })

  it('a customer’s e-mail address is changed with one request', async () => {
    const client = connect()
    const { uid } = await acts.sample('noEmail')
    const customerUid = CustomerUid.parse(uid)
    const before = (await acts.state()).counts.requests
    await client.correctCustomer(customerUid, { customerEmail: 'new@example.org', countryOfResidence: 'FR' })
    expect((await client.customer(customerUid)).customer.email).toBe('new@example.org')
    const after = (await acts.state()).counts.requests
    expect(after['customerCorrection']).toBe((before['customerCorrection'] ?? 0) + 1)
    expect(learned?.features).toMatchObject({ customerCorrection: { there: true } })
  })
})

describe('the set of additional endpoints', () => {
  it('is detected by reads alone, and remembered', async () => {
    const changes = async (): Promise<unknown> => (await acts.state()).counts.requests['customerCorrection']
    const changed = await changes()
    const client = connect()
    const { version, features } = await client.capabilities()
    expect(await changes()).toEqual(changed)
    expect(version).toMatch(/sandbox/)
    expect(features).toEqual({
      salesHistory: 'yes',
      oneItem: 'yes',
      connectivity: 'yes',
      profileDomains: 'yes',
      customerCorrection: 'unknown',
    })
    const again = connect({ ...(learned === undefined ? {} : { remembered: learned }) })
    const before = await requests()
    expect((await again.capabilities()).features).toEqual(features)
    expect((await requests()) - before).toBe(1) // the version, which needs no token
  })

  it.each(['problem', 'message', 'error', 'text'] as const)(
    'is reported as not there, and nothing is missed by it, with errors as %s',
    async (errorForm) => {
      await acts.setVariants({ optional: [], errorForm })
      const client = connect()
      expect(await client.capabilities()).toEqual({
        version: null,
        features: {
          salesHistory: 'no',
          oneItem: 'no',
          connectivity: 'no',
          profileDomains: 'no',
          customerCorrection: 'unknown',
        },
        forms: nothingLearnt,
      })
      const before = await requests()
      for (const call of [client.salesHistory(always), client.connectivity(Iccid.parse('8901'))]) {
        expect(await thrownBy(call)).toMatchObject({ code: 'not_supported' })
      }
      expect(await requests()).toBe(before)
      expect((await client.inventory()).items.length).toBeGreaterThan(5)
    },
  )

  it('is detected again on request, and by itself after some days', async () => {
    await acts.setVariants({ optional: [] })
    const client = connect()
    await client.capabilities()
    await acts.setVariants({ optional: [...all] })
    expect((await client.capabilities()).features.salesHistory).toBe('no')
    const remembered = learned
    expect((await client.salesHistory(always, { refresh: true })).sales.length).toBeGreaterThan(20)
    expect((await client.capabilities({ refresh: true })).features).toMatchObject({
      salesHistory: 'yes',
      oneItem: 'yes',
    })
    const later = connect({
      clock: { ...systemClock, now: () => Date.now() + 8 * day },
      ...(remembered === undefined ? {} : { remembered }),
    })
    expect((await later.capabilities()).features).toMatchObject({
      salesHistory: 'yes',
      oneItem: 'yes',
      connectivity: 'yes',
    })
  })

  it('is returned without a request if all of it is known', async () => {
    await connect().capabilities()
    const seen: unknown[] = []
    const connection = connect({
      address: 'http://127.0.0.1:9',
      onHealth: (health) => void seen.push(health.state),
      ...(learned === undefined ? {} : { remembered: learned }),
    })
    expect((await connection.capabilities()).version).toBeNull()
    expect(seen).not.toContain('online')
  })

  it('is noticed when it disappears', async () => {
    const client = connect()
    await client.capabilities()
    await acts.setVariants({ optional: [] })
    expect(await thrownBy(client.salesHistory(always))).toMatchObject({ code: 'not_supported' })
    expect((await client.capabilities()).features.salesHistory).toBe('no')
  })

  it('stays unknown if the service fails', async () => {
    await acts.fault('history', 'status', { status: 503, times: 'always' })
    expect((await connect().capabilities()).features).toMatchObject({ salesHistory: 'unknown', oneItem: 'yes' })
  })

  it('is not reported if customers can’t be read', async () => {
    await acts.fault('customers', 'status', { status: 422, times: 'always' })
    expect(await thrownBy(connect().capabilities())).toMatchObject({ code: 'service_refused' })
  })
})

describe('a change', () => {
  const uid = CustomerUid.parse('customer-1')
  const correction = { customerEmail: 'new@example.org' }
  const token = '{"accessToken":"token-of-the-service","expiresIn":86400}'

  async function service(meet: (response: ServerResponse, before: number, request: IncomingMessage) => void) {
    const seen: string[] = []
    const address = await http((request, response) => {
      if (request.url === '/reseller/authenticate')
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(token)
      seen.push(`${request.method ?? ''} ${request.url ?? ''}`)
      request.resume().on('end', () => meet(response, seen.length - 1, request))
    })
    return { client: clientOf(address), seen }
  }

  it.each<[string, (response: ServerResponse) => void]>([
    ['the answer is lost', (response) => response.destroy()],
    ['the service fails', (response) => response.writeHead(503).end()],
    ['it is put off', (response) => response.writeHead(202).end()],
    [
      'a page answers',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>'),
    ],
    ['it is sent elsewhere', (response) => response.writeHead(307, { location: '/elsewhere' }).end()],
  ])('is sent once and reported as unclear if %s', async (_name, answer) => {
    const { client, seen } = await service(answer)
    expect(await thrownBy(client.correctCustomer(uid, correction))).toMatchObject({ code: 'outcome_unclear' })
    expect(seen).toEqual(['PUT /service/activations/customers/customer-1'])
  })

  it('reports the text of the service where the outcome is unclear', async () => {
    const { client } = await service((response) =>
      response.writeHead(500, { 'content-type': 'text/plain' }).end('The address may be stored.'),
    )
    expect(await thrownBy(client.correctCustomer(uid, correction))).toMatchObject({
      code: 'outcome_unclear',
      details: { status: 500, reason: 'The address may be stored.' },
    })
  })

  it.each<[string, string, (response: ServerResponse) => void]>([
    [
      'the service refuses it',
      'service_refused',
      (response) =>
        response.writeHead(422, { 'content-type': 'application/json' }).end('{"message":"no e-mail address"}'),
    ],
    [
      'the service does not know whom',
      'not_found',
      (response) =>
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"unknown customer"}'),
    ],
    ['the service is asked too often', 'rate_limited', (response) => response.writeHead(429).end()],
    ['the service has no such method', 'not_supported', (response) => response.writeHead(405).end()],
    ['the service has not got it built', 'not_supported', (response) => response.writeHead(501).end()],
    [
      'a page reports that there is nothing',
      'not_supported',
      (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<html>Nothing here</html>'),
    ],
  ])('is reported as not made if %s', async (_name, code, answer) => {
    const { client, seen } = await service(answer)
    expect(await thrownBy(client.correctCustomer(uid, correction))).toMatchObject({ code })
    expect(seen).toHaveLength(1)
  })

  it('is not tried again at a service that doesn’t offer it, unless that is requested', async () => {
    const { client, seen } = await service(
      (response, before) => void response.writeHead(before === 0 ? 405 : 204).end(),
    )
    await thrownBy(client.correctCustomer(uid, correction))
    expect(await thrownBy(client.correctCustomer(uid, correction))).toMatchObject({ code: 'not_supported' })
    expect(seen).toEqual(['PUT /service/activations/customers/customer-1'])
    await client.correctCustomer(uid, correction, { refresh: true })
    expect(seen).toHaveLength(2)
  })

  it('is sent again only after a refused token', async () => {
    const { client, seen } = await service(
      (response, before) =>
        void (before === 0 ? response.writeHead(403).end('{active = false}') : response.writeHead(204).end()),
    )
    await client.correctCustomer(uid, correction)
    expect(seen).toHaveLength(2)
    const never = await service((response) => response.writeHead(403).end('{active = false}'))
    expect(await thrownBy(never.client.correctCustomer(uid, correction))).toMatchObject({
      code: 'credentials_rejected',
    })
    expect(never.seen).toHaveLength(2)
  })

  it('that is empty, or whose caller has aborted, is not sent', async () => {
    const { client, seen } = await service((response) => response.writeHead(204).end())
    expect(await thrownBy(client.correctCustomer(uid, { customerEmail: 'nobody' }))).toMatchObject({
      code: 'invalid_input',
    })
    await client.prepareMoney()
    expect(await thrownBy(client.correctCustomer(uid, correction, { signal: AbortSignal.abort() }))).toMatchObject({
      code: 'aborted',
    })
    expect(seen).toEqual([])
  })
})

it('reads a sales history whose entries or envelope differ from the interface', async () => {
  const item = {
    uid: 'item-1',
    balance: { size: { sizeValue: 1, sizeUnit: 'GB' }, availableBalance: { sizeValue: 1, sizeUnit: 'GB' } },
  }
  const list = { activatedItems: [{ ...item, customer: { uid: 'customer-1' } }, { uid: 7 }, item] }
  const address = await http((request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(request.url === '/reseller/authenticate' ? '{"accessToken":"token-of-the-service"}' : JSON.stringify(list))
  })
  const { sales, unreadable } = await clientOf(address).salesHistory(always)
  expect(sales.map(({ customerUid }) => customerUid)).toEqual(['customer-1', null])
  expect(unreadable).toMatchObject([{ uid: '7' }])
})
