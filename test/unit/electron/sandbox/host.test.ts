/** A page whose name resolves to this machine (DNS rebinding) gets nothing from the service or the control plane. */
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { basic, useService } from './sandboxService.ts'

const service = useService({ customers: 5 })

function statusOf(address: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    request(address, { method, headers, setHost: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .once('error', reject)
      .end()
  })
}

const otherHosts = [
  'rebound.example',
  'rebound.example:80',
  'localhost.rebound.example',
  '127.0.0.1.rebound.example',
  '127.0.0.2',
  'localhost:',
  'localhost:1:2',
  '[::1',
  '::1',
  '[::1]x',
  '',
  '0.0.0.0',
  '10.0.0.1:4010',
]
const loopbackHosts = (port: string): readonly string[] =>
  ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'].flatMap((name) => [name, `${name}:${port}`])

describe('the Host of a request', () => {
  it('must be one of loopback, or the service issues no token', async () => {
    const { baseUrl, clientId, clientSecret } = service().info
    const logIn = (host: string): Promise<number> =>
      statusOf(`${baseUrl}/reseller/authenticate`, { host, authorization: basic(clientId, clientSecret) }, 'POST')
    for (const host of otherHosts)
      expect([host, await logIn(host)]).toEqual([
        host,
        expect.toSatisfy((status: number) => status === 421 || status === 400),
      ])
    for (const host of loopbackHosts(new URL(baseUrl).port)) expect([host, await logIn(host)]).toEqual([host, 200])
  })

  it('is checked by the control plane, too', async () => {
    const { controlUrl, controlToken } = service().info
    const state = (host: string): Promise<number> =>
      statusOf(`${controlUrl}/state`, { host, authorization: `Bearer ${controlToken}` })
    for (const host of otherHosts)
      expect([host, await state(host)]).toEqual([
        host,
        expect.toSatisfy((status: number) => status === 403 || status === 400),
      ])
    for (const host of loopbackHosts(new URL(controlUrl).port)) expect([host, await state(host)]).toEqual([host, 200])
  })
})

describe('a service with an additional host name', () => {
  const named = useService({ customers: 5, hostNames: ['shop.test'] })

  it('responds to that name, while the control plane still refuses it', async () => {
    const { baseUrl, controlUrl, controlToken } = named().info
    expect(await statusOf(`${baseUrl}/service/version`, { host: 'shop.test' })).toBe(200)
    expect(await statusOf(`${baseUrl}/service/version`, { host: 'other.test' })).toBe(421)
    expect(await statusOf(`${controlUrl}/state`, { host: 'shop.test', authorization: `Bearer ${controlToken}` })).toBe(
      403,
    )
  })
})
