import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { day } from '../../../../electron/sandbox/clock.ts'
import { selfSigned } from '../../../../electron/sandbox/tls/certificate.ts'
import { order, sale, useService } from './sandboxService.ts'

const service = useService({ customers: 400 })

type Receiver = { readonly url: string; readonly bodies: Record<string, unknown>[] }

async function listen(server: ReturnType<typeof createServer>, scheme: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return `${scheme}://127.0.0.1:${port}`
}

const accept = (_: IncomingMessage, response: ServerResponse): void => void response.end('thank you')

/** Collects the bodies that arrive and lets `answer` respond. */
function collecting(bodies: Record<string, unknown>[], answer: RequestListener): RequestListener {
  return (request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      bodies.push(JSON.parse(text) as Record<string, unknown>)
      answer(request, response)
    })
  }
}

async function receiver(answer: RequestListener = accept): Promise<Receiver> {
  const bodies: Record<string, unknown>[] = []
  return { bodies, url: await listen(createServer(collecting(bodies, answer)), 'http') }
}

beforeEach(async () => {
  await service().control.clearTroubles()
  await service().control.deliveries()
})

/** Registers a customer, so that the events of one test are the only ones of its receiver. */
async function newEsim(): Promise<{ readonly uid: string; readonly iccid: string }> {
  const item = (await service().inventory()).find((one) => one.countrySet === 'EUROPE' && one.active === true)
  const sold = sale(await service().post('/service/activations/register', order(item?.id ?? '')))
  return { uid: sold.customer.uid, iccid: sold.esimProfile?.iccid ?? '' }
}

const statesOf = (bodies: readonly Record<string, unknown>[]): unknown[] => bodies.map((body) => body.profileState)

describe('a record of a delivery', () => {
  it('has the answer and its times, and an address without secrets', async () => {
    const { url } = await receiver()
    const secret = 'f2b7c1d09a8e4f6b9d3c5a7e'
    await service().control.setWebhooks({ esimStatus: `${url}/in/${secret}?key=${secret}` })
    const { iccid } = await newEsim()
    await service().control.install(iccid)
    expect((await service().control.deliveries()).at(-1)).toEqual({
      id: expect.any(Number),
      kind: 'esimStatus',
      origin: 'event',
      at: expect.stringMatching(/^\d{4}-.+Z$/),
      url: `${url}/in/…`,
      body: expect.objectContaining({ iccid, profileState: 'INSTALLED' }),
      status: 200,
      problem: null,
      dropped: false,
      answer: 'thank you',
      waited: expect.any(Number),
      duration: expect.any(Number),
    })
  })

  it('keeps the beginning of a long answer alone', async () => {
    const { url } = await receiver((_, response) => void response.writeHead(500).end('x'.repeat(100_000)))
    await service().control.setWebhooks({ esimStatus: url })
    await service().control.install((await newEsim()).iccid)
    expect((await service().control.deliveries()).at(-1)).toMatchObject({ status: 500, answer: 'x'.repeat(300) })
  })

  it('reports that no answer came in time, also where the receiver answers byte by byte', async () => {
    const { url } = await receiver((_, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    })
    await service().control.setWebhooks({ esimStatus: url })
    await service().control.setTroubles({ timeoutMs: 150 })
    await service().control.install((await newEsim()).iccid)
    const delivery = (await service().control.deliveries()).at(-1)
    expect(delivery).toMatchObject({ status: null, problem: 'no response in time', answer: null })
    expect(delivery?.duration).toBeGreaterThanOrEqual(145)
  })
})

describe('a receiver with an authority of its own', () => {
  const now = Date.now()
  const certificate = selfSigned({ names: ['localhost'], addresses: ['127.0.0.1'], from: now - day, until: now + day })

  it('is trusted once its certificate is set, and no longer once it is removed', async () => {
    const bodies: Record<string, unknown>[] = []
    const server = createHttpsServer(certificate, collecting(bodies, accept))
    const url = await listen(server, 'https')
    const { iccid } = await newEsim()
    await service().control.setWebhooks({ esimStatus: url })
    await service().control.install(iccid)
    expect((await service().control.deliveries()).at(-1)).toMatchObject({ status: null, problem: expect.any(String) })
    await service().control.setWebhooks({ certificateAuthority: certificate.cert })
    await service().control.uninstall(iccid)
    expect((await service().control.deliveries()).at(-1)).toMatchObject({ status: 200 })
    await service().control.setWebhooks({ certificateAuthority: null })
    await service().control.install(iccid)
    expect((await service().control.deliveries()).at(-1)).toMatchObject({ status: null })
    expect(statesOf(bodies)).toEqual(['RELEASED'])
  })

  it.each(['not a certificate', '', certificate.key])('can not be %j', async (certificateAuthority) => {
    await expect(service().control.setWebhooks({ certificateAuthority })).rejects.toMatchObject({ status: 400 })
  })
})

describe('troubles on the way', () => {
  it('are none at first, are set one by one, and are cleared', async () => {
    const none = { delayMs: 0, dropped: 0, duplicated: 0, reordered: 0, holdMs: 5000, timeoutMs: 10_000 }
    expect((await service().control.state()).troubles).toEqual(none)
    expect(await service().control.setTroubles({ delayMs: 5 })).toEqual({ ...none, delayMs: 5 })
    expect(await service().control.setTroubles({ dropped: 0.5 })).toEqual({ ...none, delayMs: 5, dropped: 0.5 })
    expect(await service().control.clearTroubles()).toEqual(none)
    for (const wrong of [{ dropped: 2 }, { delayMs: -1 }, { lost: 1 }])
      await expect(service().control.call('POST', '/webhooks/troubles', wrong)).rejects.toMatchObject({ status: 400 })
  })

  it('delay deliveries and keep their order', async () => {
    const { url, bodies } = await receiver()
    await service().control.setWebhooks({ esimStatus: url })
    await service().control.setTroubles({ delayMs: 150 })
    const { iccid } = await newEsim()
    for (const act of ['install', 'uninstall', 'install'] as const) await service().control[act](iccid)
    const deliveries = (await service().control.deliveries()).slice(-3)
    expect(statesOf(bodies)).toEqual(['INSTALLED', 'RELEASED', 'INSTALLED'])
    for (const { waited } of deliveries) expect(waited).toBeGreaterThanOrEqual(145)
  })

  it('drop deliveries and record them', async () => {
    const { url, bodies } = await receiver()
    await service().control.setWebhooks({ esimStatus: url })
    await service().control.setTroubles({ dropped: 1 })
    const { iccid } = await newEsim()
    await service().control.install(iccid)
    expect((await service().control.deliveries()).at(-1)).toMatchObject({ dropped: true, status: null, answer: null })
    expect(bodies).toEqual([])
  })

  it('send deliveries twice', async () => {
    const { url, bodies } = await receiver()
    await service().control.setWebhooks({ esimStatus: url })
    await service().control.setTroubles({ duplicated: 1 })
    await service().control.install((await newEsim()).iccid)
    const origins = (await service().control.deliveries()).slice(-2).map(({ origin }) => origin)
    expect([origins, bodies.length]).toEqual([['event', 'duplicate'], 2])
    expect(bodies[1]).toEqual(bodies[0])
  })

  it('exchange neighbours, and send the last one after a while', async () => {
    const { url, bodies } = await receiver()
    await service().control.setWebhooks({ esimStatus: url })
    await service().control.setTroubles({ reordered: 1, holdMs: 200 })
    await service().control.setVariants({ esimStatusWebhook: 'everyChange' })
    const { iccid } = await newEsim()
    for (const act of ['install', 'disable', 'enable', 'uninstall', 'install'] as const)
      await service().control[act](iccid)
    await service().control.deliveries()
    await service().control.setVariants({ esimStatusWebhook: 'installations' })
    expect(statesOf(bodies)).toEqual(['DISABLED', 'INSTALLED', 'RELEASED', 'INSTALLED', 'INSTALLED'])
  })

  it('affect about the part of the deliveries that is set, and lose none otherwise', async () => {
    const { url, bodies } = await receiver()
    await service().control.setWebhooks({ countryChange: url })
    await service().control.setTroubles({ dropped: 0.3, duplicated: 0.3, reordered: 0.5, holdMs: 50 })
    const { uid, iccid } = await newEsim()
    await service().control.install(iccid)
    const count = 100
    for (let turn = 0; turn < count; turn++) await service().control.enter(uid, turn % 2 === 0 ? 'DE' : 'FR')
    const deliveries = (await service().control.deliveries())
      .slice(-2 * count)
      .filter(({ kind }) => kind === 'countryChange')
    const number = (test: (one: (typeof deliveries)[number]) => boolean): number => deliveries.filter(test).length
    expect(number(({ origin }) => origin === 'event')).toBe(count)
    expect(bodies).toHaveLength(number(({ dropped }) => !dropped))
    for (const affected of [number(({ dropped }) => dropped), number(({ origin }) => origin === 'duplicate')])
      expect(Math.abs(affected - 0.25 * count)).toBeLessThan(0.2 * count)
    await service().control.setWebhooks({ countryChange: null })
  })
})

describe('a delivery on request', () => {
  it('repeats an earlier one with the same body', async () => {
    const { url, bodies } = await receiver()
    await service().control.setWebhooks({ esimStatus: url })
    await service().control.install((await newEsim()).iccid)
    const first = (await service().control.deliveries()).at(-1)
    const second = await service().control.repeat(first?.id ?? 0)
    expect(second).toMatchObject({ origin: 'repeat', kind: 'esimStatus', body: first?.body, status: 200 })
    expect(second.id).toBeGreaterThan(first?.id ?? 0)
    expect(bodies).toEqual([first?.body, first?.body])
    await expect(service().control.repeat(987_654)).rejects.toMatchObject({ status: 404 })
    await service().control.setWebhooks({ esimStatus: null })
    await expect(service().control.repeat(first?.id ?? 0)).rejects.toMatchObject({ status: 409, code: 'no-address' })
  })

  it.each([
    'esimStatus',
    'balanceActivation',
    'lowBalance',
    'dataConsumption',
    'countryChange',
    'activationRequest',
    'customerRegistration',
  ] as const)('forges %s about a customer, and changes nothing', async (kind) => {
    const { url, bodies } = await receiver()
    await service().control.setWebhooks({ [kind]: url })
    const { uid } = await service().control.sample('usable')
    const before = [
      await service().entry(uid),
      await service().control.customer(uid),
      (await service().control.state()).counts.ledger,
    ]
    const forged = await service().control.forge({ kind, customerUid: uid })
    expect(forged).toMatchObject({ kind, origin: 'forged', status: 200 })
    expect(bodies).toEqual([forged.body])
    expect([
      await service().entry(uid),
      await service().control.customer(uid),
      (await service().control.state()).counts.ledger,
    ]).toEqual(before)
    await service().control.setWebhooks({ [kind]: null })
  })

  it('sends any body', async () => {
    const { url, bodies } = await receiver()
    await service().control.setWebhooks({ lowBalance: url })
    await service().control.forge({ kind: 'lowBalance', body: { uid: 7, more: ['x'] } })
    expect(bodies).toEqual([{ uid: 7, more: ['x'] }])
    await expect(service().control.forge({ kind: 'lowBalance', customerUid: 'nobody' })).rejects.toMatchObject({
      status: 404,
    })
    await service().control.setWebhooks({ lowBalance: null })
  })

  it('is listed without waiting for the others on request', async () => {
    const { url } = await receiver()
    await service().control.setWebhooks({ esimStatus: url })
    await service().control.setTroubles({ delayMs: 2000 })
    await service().control.install((await newEsim()).iccid)
    const { deliveries } = await service().control.call<{ deliveries: { at: string }[] }>(
      'GET',
      '/webhooks/deliveries?limit=1&wait=10',
    )
    const { deliveries: later } = await service().control.call<{ deliveries: { at: string }[] }>(
      'GET',
      '/webhooks/deliveries?limit=1',
    )
    expect(later).not.toEqual(deliveries)
  })
})

describe('a webhook that needs an answer', () => {
  const activation = async (): Promise<unknown> => {
    const item = (await service().inventory()).find((one) => one.countrySet === 'EUROPE' && one.active === true)
    return service().control.libraryActivate({ inventoryItemId: item?.id ?? '', userToken: `token-${Math.random()}` })
  }
  const approve: RequestListener = (_, response) => void response.end('{"returnCode":"SUCCESS","returnMessage":null}')

  it.each([
    [
      'is late',
      (_: IncomingMessage, response: ServerResponse) =>
        void setTimeout(() => response.end('{"returnCode":"SUCCESS"}'), 600),
    ],
    [
      'is a redirect',
      (_: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(307, { location: '/' }).end('{"returnCode":"SUCCESS"}'),
    ],
    [
      'is 201',
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(201).end('{"returnCode":"SUCCESS"}'),
    ],
    ['breaks off', (_: IncomingMessage, response: ServerResponse) => void response.destroy()],
    [
      'spells it in another way',
      (_: IncomingMessage, response: ServerResponse) => void response.end('{"returnCode":"success"}'),
    ],
  ])('refuses the installation when the answer %s', async (_, answer) => {
    const { url } = await receiver(answer)
    await service().control.setWebhooks({ activationRequest: url })
    await service().control.setTroubles({ timeoutMs: 200 })
    const before = await service().control.state()
    await expect(activation()).rejects.toMatchObject({ code: 'remote-verification-failed' })
    expect((await service().control.state()).counts.customers).toBe(before.counts.customers)
  })

  it('is lost, delayed and sent twice like the others, and the first answer counts', async () => {
    const { url, bodies } = await receiver(approve)
    await service().control.setWebhooks({ activationRequest: url, customerRegistration: null })
    await service().control.setTroubles({ dropped: 1 })
    await expect(activation()).rejects.toMatchObject({ code: 'remote-verification-failed' })
    expect(bodies).toEqual([])
    await service().control.clearTroubles()
    await service().control.setTroubles({ duplicated: 1, delayMs: 100 })
    await activation()
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toEqual(bodies[0])
    expect((await service().control.deliveries()).at(-1)?.waited).toBeGreaterThanOrEqual(95)
  })

  it('leaves a customer without an e-mail when the registration is answered badly or not at all', async () => {
    const approval = await receiver(approve)
    for (const answer of [
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(500).end('{"email":"a@example.com"}'),
      (_: IncomingMessage, response: ServerResponse) => void response.end('{"email":7}'),
      (_: IncomingMessage, response: ServerResponse) => void response.destroy(),
    ]) {
      const registration = await receiver(answer)
      await service().control.setWebhooks({ activationRequest: approval.url, customerRegistration: registration.url })
      const { customerUid } = (await activation()) as { readonly customerUid: string }
      expect(registration.bodies).toHaveLength(1)
      expect((await service().entry(customerUid)).customer.email).toBeNull()
    }
  })
})
