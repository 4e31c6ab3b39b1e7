import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { assumptions } from '../../../../electron/sandbox/assumptions.ts'
import { faultKinds } from '../../../../electron/sandbox/faults.ts'
import { Variants } from '../../../../electron/sandbox/variants.ts'
import { useService } from './sandboxService.ts'

const service = useService()

function raw(path: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<number> {
  const { controlUrl } = service().info
  return new Promise((resolve, reject) => {
    const call = request(`${controlUrl}${path}`, { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', reject)
    call.end(body)
  })
}
const token = (): Record<string, string> => ({ authorization: `Bearer ${service().info.controlToken}` })

describe('the control plane accepts', () => {
  it('a request with the token', async () => {
    expect(await raw('/state', token())).toBe(200)
  })
})

describe('the control plane refuses', () => {
  it.each<[string, Record<string, string>, number]>([
    ['no token', {}, 401],
    ['a wrong token', { authorization: 'Bearer nonsense' }, 401],
    ['the token as Basic', { authorization: 'Basic nonsense' }, 401],
  ])('%s', async (_, headers, status) => {
    expect(await raw('/state', headers)).toBe(status)
  })

  it.each([{ origin: 'http://evil.example' }, { origin: 'null' }, { origin: 'http://127.0.0.1' }])(
    'a browser page: %o',
    async (headers) => {
      expect(await raw('/state', { ...token(), ...headers })).toBe(403)
    },
  )

  it.each(['rebound.example', 'rebound.example:80', '127.0.0.1.example', 'localhost.example:80'])(
    'the Host "%s"',
    async (host) => {
      expect(await raw('/state', { ...token(), host })).toBe(403)
    },
  )

  it('a body that is not JSON, or has another content type', async () => {
    expect(await raw('/clock', { ...token(), 'content-type': 'text/plain' }, 'POST', '{"advance":1}')).toBe(415)
    expect(await raw('/clock', { ...token(), 'content-type': 'application/json' }, 'POST', '{')).toBe(400)
  })

  it('a misspelled field, an unknown path, and a clock that goes back', async () => {
    await expect(service().control.call('POST', '/clock', { forward: '1 day' })).rejects.toMatchObject({ status: 400 })
    await expect(service().control.call('POST', '/variants', { serach: 'get' })).rejects.toMatchObject({ status: 400 })
    await expect(service().control.call('GET', '/nothing')).rejects.toMatchObject({ status: 404 })
    for (const advance of ['-1 day', -5, 'soon', '1 fortnight', '1e999 years'])
      await expect(service().control.call('POST', '/clock', { advance })).rejects.toMatchObject({ status: 400 })
  })
})

describe('the control plane returns', () => {
  it('its state, without any secret', async () => {
    const text = JSON.stringify(await service().control.state())
    for (const secret of [service().info.clientSecret, service().info.controlToken]) expect(text).not.toContain(secret)
    expect(JSON.parse(text)).toMatchObject({
      clock: { mode: 'run' },
      credits: { amount: 5000, currency: 'USD' },
      counts: { customers: 300 },
      variants: { search: 'both' },
      faults: [],
    })
  })

  it('the receivers of webhooks without what may be secret in their addresses', async () => {
    const secret = 'aVeryLongSecretOfTheReceiver'
    const lowBalance = `https://agent:password@hooks.example/in/${secret}?key=${secret}`
    const answers = [
      await service().control.call('POST', '/webhooks', { lowBalance }),
      await service().control.call('GET', '/state'),
    ]
    await service().control.call('POST', '/webhooks', { lowBalance: null })
    expect(JSON.stringify(answers)).not.toMatch(/password|aVeryLong/)
    expect(answers).toMatchObject([
      { lowBalance: 'https://hooks.example/in/…', esimStatus: null },
      { webhooks: { lowBalance: 'https://hooks.example/in/…', esimStatus: null } },
    ])
  })

  it('the number of requests by endpoint', async () => {
    const count = async (): Promise<number> => (await service().control.state()).counts.requests.inventory ?? 0
    const before = await count()
    await service().get('/service/products/inventory')
    expect(await count()).toBe(before + 1)
  })

  it('the requested number of samples of every situation', async () => {
    const samples = await service().control.samples(2)
    for (const [situation, list] of Object.entries(samples)) expect([situation, list.length]).toEqual([situation, 2])
  })

  it('the assumptions, whose variants exist', async () => {
    expect(await service().control.call('GET', '/assumptions')).toEqual(assumptions)
    const variants = Object.keys(Variants.parse({}))
    for (const { variant } of assumptions) if (variant !== undefined) expect(variants).toContain(variant)
  })

  it('the kinds of faults with their effects', async () => {
    expect(await service().control.call('GET', '/faults/kinds')).toEqual(faultKinds)
  })
})
