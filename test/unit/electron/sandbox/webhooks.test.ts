import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Delivery } from '../../../support/control.ts'
import { order, sale, useService } from './sandboxService.ts'

type ReceivedWebhook = { readonly path: string; readonly body: Record<string, unknown>; readonly at: number }

const service = useService({ customers: 400 })
let server: Server
let url = ''
let received: ReceivedWebhook[] = []
let replies: Record<string, { status: number; body: string }> = {}

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, body: JSON.parse(Buffer.concat(chunks).toString()), at: performance.now() })
      const answer = replies[path] ?? { status: 200, body: '' }
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : ''
})
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    }),
)
beforeEach(async () => {
  await service().control.deliveries()
  received = []
  replies = {}
})

const bodies = async (path: string): Promise<Record<string, unknown>[]> => {
  await service().control.deliveries()
  return received.filter((one) => one.path === path).map((one) => one.body)
}

describe('webhooks (interface 6)', () => {
  it.each([
    ['installations', ['INSTALLED', 'RELEASED', 'ERROR']],
    ['everyChange', ['INSTALLED', 'DISABLED', 'RELEASED', 'ERROR', 'RELEASED']],
  ] as const)('send the eSIM status after %s, in the order of the events', async (esimStatusWebhook, states) => {
    await service().control.setVariants({ esimStatusWebhook })
    const path = `/${esimStatusWebhook}`
    await service().control.setWebhooks({ esimStatus: `${url}${path}` })
    const { iccid, imsi } = await service().control.sample('esimReleased', 3)
    for (const act of ['install', 'disable', 'uninstall', 'failToInstall', 'replace'] as const)
      await service().control[act](iccid ?? '')
    const sent = await bodies(path)
    expect(sent.map(({ profileState }) => profileState)).toEqual(states)
    expect(sent[0]).toMatchObject({ iccid, imsi })
    await service().control.setVariants({ esimStatusWebhook: 'installations' })
  })

  it('list the latest deliveries up to a limit', async () => {
    await service().control.setWebhooks({ esimStatus: `${url}/esim` })
    const { iccid } = await service().control.sample('esimReleased', 1)
    await service().control.install(iccid ?? '')
    await service().control.uninstall(iccid ?? '')
    const latest = await service().control.call<{ deliveries: Delivery[] }>('GET', '/webhooks/deliveries?limit=1')
    expect(latest.deliveries).toEqual([
      expect.objectContaining({
        kind: 'esimStatus',
        body: expect.objectContaining({ iccid, profileState: 'RELEASED' }),
      }),
    ])
    await expect(service().control.call('GET', '/webhooks/deliveries?limit=some')).rejects.toMatchObject({
      status: 400,
    })
  })

  it('send every activation of a balance: sale, activate, first use, 90 days', async () => {
    await service().control.setWebhooks({ balanceActivation: `${url}/balance` })
    const item = (await service().inventory()).find((one) => one.countrySet === 'EUROPE' && one.active === true)
    const sold = await service().post('/service/activations/register', order(item?.id ?? ''))
    const manual = await service().control.itemSample('activatable')
    await service().post(`/service/activations/activated-items/${manual.itemUid}/activate`)
    const notifications = await bodies('/balance')
    expect(notifications.map((body) => body.activatedItem)).toEqual([expect.any(String), manual.itemUid])
    expect(sold.json).toMatchObject({
      customer: { uid: notifications[0]?.uid },
      activatedItem: { uid: notifications[0]?.activatedItem },
    })
    for (const body of notifications)
      expect(Date.parse(String(body.expiresAt))).toBeGreaterThan(Date.parse(String(body.activatedAt)))

    const waiting = await service().control.itemSample('firstUse')
    await service().control.advance('91 days')
    const automatic = await bodies('/balance')
    expect(automatic.map((body) => body.activatedItem)).toContain(waiting.itemUid)
    expect(new Set(automatic.map((body) => body.activatedItem)).size).toBe(automatic.length)
    await service().control.setWebhooks({ balanceActivation: null })
    await service().authenticate()
  })

  it('send low data once and each threshold once for a package', async () => {
    await service().control.setWebhooks({
      lowBalance: `${url}/low`,
      dataConsumption: `${url}/use`,
      thresholds: [50, 80.5, 100],
    })
    const item = (await service().inventory()).find(
      (one) => one.countrySet === 'EUROPE' && one.name.startsWith('Europe 1 GB'),
    )
    const sold = await service().post('/service/activations/register', order(item?.id ?? ''))
    const { customer, esimProfile } = sale(sold)
    await service().control.install(esimProfile?.iccid ?? '')
    for (const megabytes of [500, 12, 1, 320, 150, 41]) await service().control.use(customer.uid, megabytes)
    const used = await bodies('/use')
    expect(used.map((body) => body.configuredThresholdPercentage)).toEqual([50, 80.5, 100])
    expect(used[0]).toMatchObject({
      uid: customer.uid,
      iccid: esimProfile?.iccid,
      balanceAmountInByte: 512 * 1024 * 1024,
      originalBalanceAmountInByte: 1024 ** 3,
      activatedItemId: expect.any(String),
    })
    const low = await bodies('/low')
    expect(low).toHaveLength(1)
    expect(low[0]).toMatchObject({ uid: customer.uid, balanceAmountInByte: (1024 - 983) * 1024 * 1024 })
  })

  it('send low data again when a top-up has raised the data and it runs low a second time', async () => {
    await service().control.setWebhooks({ lowBalance: `${url}/low` })
    const packages = (await service().inventory()).filter((one) => one.countrySet === 'EUROPE' && one.active === true)
    const [first, second] = ['Europe 3 GB', 'Test Europe 10 MB'].map(
      (name) => packages.find((one) => one.name.startsWith(name))?.id ?? '',
    )
    const sold = sale(await service().post('/service/activations/register', order(first ?? '')))
    const { uid } = sold.customer
    await service().control.install(sold.esimProfile?.iccid ?? '')
    await service().control.use(uid, 3 * 1024 - 97)
    const topUp = { inventoryItemId: second, metatag: 'again', customerUid: uid }
    expect((await service().post('/service/activations/top-up', topUp)).status).toBe(200)
    // The first package ends first, so it is used first and causes both alerts.
    await service().control.use(uid, 10)
    await service().control.use(uid, 10)
    expect((await bodies('/low')).map((body) => body.balanceAmountInByte)).toEqual([97, 97].map((mb) => mb * 1024 ** 2))
  })

  it('send a change of country, the first one with null', async () => {
    await service().control.setWebhooks({ countryChange: `${url}/country` })
    const item = (await service().inventory()).find((one) => one.countrySet === 'WWW' && one.active === true)
    const { customer, esimProfile } = sale(await service().post('/service/activations/register', order(item?.id ?? '')))
    const { uid, iccid, imsi } = { ...esimProfile, uid: customer.uid }
    await service().control.install(iccid ?? '')
    for (const country of ['JP', 'JP', 'FR']) await service().control.enter(uid, country)
    expect(await bodies('/country')).toEqual([
      { imsi, iccid, previousCountry: null, newCountry: 'JP' },
      { imsi, iccid, previousCountry: 'JP', newCountry: 'FR' },
    ])
  })

  it.each(['http://example.com/hook', 'ftp://127.0.0.1/x', 'not an address', 'http://127.0.0.1.example.com/'])(
    'accept no address like %s',
    async (address) => {
      await expect(service().control.setWebhooks({ esimStatus: address })).rejects.toMatchObject({ status: 400 })
    },
  )

  it('accept at most three thresholds', async () => {
    await expect(service().control.setWebhooks({ thresholds: [1, 2, 3, 4] })).rejects.toMatchObject({ status: 400 })
  })

  it('continue after a receiver that does not exist', async () => {
    await service().control.setWebhooks({ esimStatus: 'http://127.0.0.1:9/nobody' })
    const { iccid } = await service().control.sample('esimReleased', 2)
    await service().control.install(iccid ?? '')
    expect((await service().control.deliveries()).at(-1)).toMatchObject({ status: null, problem: expect.any(String) })
    await service().control.setWebhooks({ esimStatus: null })
  })
})

describe('the client-library flow (interface 6.6, 6.4b)', () => {
  const activation = async (
    userToken: string,
  ): ReturnType<ReturnType<typeof service>['control']['libraryActivate']> => {
    const item = (await service().inventory()).find(
      (one) => one.countrySet === 'EUROPE' && one.name.startsWith('Europe 1 GB'),
    )
    return service().control.libraryActivate({ inventoryItemId: item?.id ?? '', userToken, metatag: 'from the app' })
  }

  it('requests approval, creates a customer, and gets the e-mail; the next activation is a top-up', async () => {
    await service().control.setWebhooks({
      activationRequest: `${url}/approve`,
      customerRegistration: `${url}/registered`,
    })
    replies = {
      '/approve': { status: 200, body: '{"returnCode":"SUCCESS","returnMessage":null}' },
      '/registered': { status: 200, body: '{"email":"app.user@example.com"}' },
    }
    const first = await activation('token-1')
    const [request] = await bodies('/approve')
    expect(request).toMatchObject({
      userToken: 'token-1',
      metaTag: 'from the app',
      activationId: first.activationId,
      inventoryItemId: expect.any(String),
    })
    expect(await bodies('/registered')).toEqual([
      { userToken: 'token-1', uid: first.customerUid, customerUid: first.customerUid },
    ])
    expect((await service().entry(first.customerUid)).customer.email).toBe('app.user@example.com')
    expect(first.profile.state).toBe('RELEASED')
    const second = await activation('token-1')
    expect(second.customerUid).toBe(first.customerUid)
    expect(await bodies('/registered')).toHaveLength(1)
    const { profiles } = await service().control.call<{ profiles: unknown[] }>(
      'GET',
      '/library/profiles?userToken=token-1',
    )
    expect(profiles).toHaveLength(1)
    expect(await service().control.call('GET', `/library/profiles/${first.profile.id}`)).toEqual(profiles[0])
    await expect(service().control.call('GET', '/library/profiles/nothing')).rejects.toMatchObject({ status: 404 })
    expect((await service().control.ledger()).slice(-2)).toMatchObject([
      {
        kind: 'register',
        executed: true,
        customerUid: first.customerUid,
        itemUid: first.itemUid,
        metatag: 'from the app',
      },
      { kind: 'topUp', executed: true, customerUid: first.customerUid, itemUid: second.itemUid },
    ])
  })

  it.each([
    ['FAIL', { status: 200, body: '{"returnCode":"FAIL","returnMessage":"no"}' }],
    ['not JSON', { status: 200, body: 'SUCCESS' }],
    ['another status', { status: 500, body: '{"returnCode":"SUCCESS"}' }],
  ])('sells nothing when the response is %s', async (_, answer) => {
    await service().control.setWebhooks({ activationRequest: `${url}/approve` })
    replies = { '/approve': answer }
    const before = await service().control.state()
    await expect(activation('token-2')).rejects.toThrow('Remote Verification failed')
    expect((await service().control.state()).credits).toEqual(before.credits)
  })
})
