import { connect as connectSocket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { useService, type Reply } from './sandboxService.ts'

const service = useService()
const inventory = '/service/products/inventory'

afterEach(async () => {
  await service().control.clearFaults()
})

const activate = (uid: string): Promise<Reply> => service().post(`/service/activations/activated-items/${uid}/activate`)
const executed = async (uid: string): Promise<number> =>
  (await service().control.ledger()).filter((row) => row.itemUid === uid && row.executed).length
const nextItem = (() => {
  let nth = 0
  return async (): Promise<string> =>
    (await service().control.itemSample(nth % 2 === 0 ? 'activatable' : 'firstUse', Math.floor(nth++ / 2))).itemUid
})()

describe('faults before the execution prevent it', () => {
  it.each([
    ['status', { status: 503, body: 'down for a moment' }, 503, 'text/plain', 'down for a moment'],
    [
      'status',
      { status: 400, body: '{"message":"no"}', contentType: 'application/json' },
      400,
      'application/json',
      '{"message":"no"}',
    ],
    ['proxyPage', {}, 502, 'text/html', /Bad Gateway/],
    ['loginPage', {}, 200, 'text/html', /guest network/],
    ['tooManyRequests', { retryAfter: 7 }, 429, 'text/plain', 'Too Many Requests'],
    ['redirect', {}, 302, 'text/plain', 'Found'],
    ['tokenRevoked', {}, 403, 'text/plain', '{active = false}'],
  ] as const)('%s %o', async (kind, more, status, type, text) => {
    const uid = await nextItem()
    await service().control.fault('activate', kind, more)
    const answer = await activate(uid)
    expect([answer.status, answer.type]).toEqual([status, type])
    expect(answer.text).toMatch(text)
    if (kind === 'tooManyRequests') expect(answer.headers.get('retry-after')).toBe('7')
    if (kind === 'redirect') expect(answer.headers.get('location')).toContain('elsewhere')
    expect(await executed(uid)).toBe(0)
    await service().authenticate()
    expect((await activate(uid)).status).toBe(200)
    expect(await executed(uid)).toBe(1)
  })

  it('dropBefore resets the connection', async () => {
    const uid = await nextItem()
    await service().control.fault('activate', 'dropBefore')
    await expect(activate(uid)).rejects.toThrow()
    expect(await executed(uid)).toBe(0)
  })

  it('hang never responds', async () => {
    const uid = await nextItem()
    await service().control.fault('activate', 'hang')
    const { baseUrl } = service().info
    await expect(
      fetch(`${baseUrl}/service/activations/activated-items/${uid}/activate`, {
        method: 'POST',
        signal: AbortSignal.timeout(150),
      }),
    ).rejects.toThrow()
    expect(await executed(uid)).toBe(0)
  })

  it('latency waits, then responds', async () => {
    await service().control.fault('inventory', 'latency', { ms: 120 })
    const start = performance.now()
    expect((await service().get(inventory)).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThan(110)
  })
})

describe('faults after the execution affect only the response', () => {
  it.each(['dropAfter', 'endAfter', 'cut'] as const)('%s', async (kind) => {
    const uid = await nextItem()
    await service().control.fault('activate', kind, { bytes: 25 })
    await expect(activate(uid)).rejects.toThrow()
    expect(await executed(uid)).toBe(1)
  })

  it.each([
    ['failAfter', { status: 500 }, 500, /Internal/],
    ['status', { status: 504, executed: true, body: 'late' }, 504, /late/],
    ['emptyBody', {}, 200, /^$/],
    ['wrongTypes', {}, 200, /"uid":36/],
  ] as const)('%s %o', async (kind, more, status, text) => {
    const uid = await nextItem()
    await service().control.fault('activate', kind, more)
    const answer = await activate(uid)
    expect(answer.status).toBe(status)
    expect(answer.text).toMatch(text)
    expect(await executed(uid)).toBe(1)
  })

  it('invalidJson sends half of the body with the content type of JSON', async () => {
    await service().control.fault('inventory', 'invalidJson')
    await expect(service().get(inventory)).rejects.toThrow(SyntaxError)
  })

  it('late executes first and responds afterwards', async () => {
    const uid = await nextItem()
    await service().control.fault('activate', 'late', { ms: 200 })
    const answer = activate(uid)
    await expect.poll(() => executed(uid)).toBe(1)
    expect((await answer).status).toBe(200)
  })

  it('slowBody sends the body in pieces', async () => {
    await service().control.fault('version', 'slowBody', { bytes: 5, ms: 20 })
    const start = performance.now()
    expect((await service().get('/service/version')).json).toHaveProperty('version')
    expect(performance.now() - start).toBeGreaterThan(80)
  })

  it('hugeBody sends as many megabytes as configured', async () => {
    await service().control.fault('version', 'hugeBody', { megabytes: 3 })
    const response = await fetch(`${service().info.baseUrl}/service/version`)
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(3 * 1024 * 1024)
  })

  it('cut stops after exactly the configured number of bytes of the body', async () => {
    await service().control.fault('version', 'cut', { bytes: 9 })
    const { port } = new URL(service().info.baseUrl)
    const received = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connectSocket(Number(port), '127.0.0.1', () =>
        socket.write('GET /service/version HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      )
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(text))
    })
    expect(received.split('\r\n\r\n')[1]).toBe('{"version')
  })
})

describe('the scope of a fault', () => {
  it('is limited to a number of calls, after those that it skips, and to matching addresses', async () => {
    await service().control.fault('inventory', 'status', { status: 500, times: 2, skip: 1 })
    const statuses: number[] = []
    for (let call = 0; call < 5; call++) statuses.push((await service().get(inventory)).status)
    expect(statuses).toEqual([200, 500, 500, 200, 200])
    await service().control.fault('inventory', 'status', { status: 500, times: 'always', where: 'sort_by=NAME' })
    expect((await service().get(inventory)).status).toBe(200)
    expect((await service().get(`${inventory}?sort_by=NAME`)).status).toBe(500)
    expect((await service().control.state()).faults).toHaveLength(1)
  })

  it('is every endpoint for "*", until the fault is cleared if it is permanent', async () => {
    await service().control.fault('*', 'status', { status: 503, times: 'always' })
    expect([(await service().get(inventory)).status, (await service().get('/service/version')).status]).toEqual([
      503, 503,
    ])
    await service().control.clearFaults()
    expect((await service().get(inventory)).status).toBe(200)
  })

  it('excludes unknown kinds, endpoints and fields', async () => {
    for (const fault of [
      { endpoint: 'inventory', kind: 'nonsense' },
      { endpoint: 'nowhere', kind: 'latency' },
      { endpoint: 'inventory', kind: 'latency', milliseconds: 3 },
    ]) {
      await expect(service().control.call('POST', '/faults', fault)).rejects.toMatchObject({ status: 400 })
    }
  })
})
