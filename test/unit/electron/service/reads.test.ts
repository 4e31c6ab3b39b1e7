/** What reads make of a service that isn't one, isn't there, is cut off, slow or busy. */
import { createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import type { Health } from '../../../../electron/service/index.ts'
import { jumpingClock } from '../../../support/jumpingClock.ts'
import { clientOf, http, listen, thrownBy } from './support.ts'

const json = { 'content-type': 'application/json' }

/** Authenticates; every other request is met by `meet`, with the number of those before it. */
async function service(meet: (response: ServerResponse, before: number, url: string) => void) {
  const urls: string[] = []
  const address = await http((request, response) => {
    if (request.url === '/reseller/authenticate')
      return void response.writeHead(200, json).end('{"accessToken":"secret-token-123","expiresIn":60}')
    urls.push(request.url ?? '')
    meet(response, urls.length - 1, request.url ?? '')
  })
  return { address, urls }
}

describe('a server that is not the service', () => {
  it.each([
    [
      'a page at authenticate',
      (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>hello</html>'),
    ],
    [
      'a page without a type',
      (response: ServerResponse) => response.writeHead(200).end('<!doctype html><title>Log in</title>'),
    ],
    [
      'a refusing page',
      (response: ServerResponse) =>
        response.writeHead(403, { 'content-type': 'text/html' }).end('<html>Blocked</html>'),
    ],
    ['404', (response: ServerResponse) => response.writeHead(404).end('nope')],
    ['other JSON', (response: ServerResponse) => response.writeHead(200, json).end('{"hello":"world"}')],
    ['no JSON', (response: ServerResponse) => response.writeHead(200, json).end('{"accessToken":')],
    ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
  ])('%s', async (_name, answer) => {
    const address = await http((_request, response) => answer(response))
    expect(await thrownBy(clientOf(address).renewToken())).toMatchObject({ code: 'not_this_service' })
  })

  it.each([
    [
      'a log-in page with 200',
      (response: ServerResponse) =>
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<form>password</form>'),
    ],
    ['an inventory of another form', (response: ServerResponse) => response.writeHead(200, json).end('[]')],
    [
      '404 on the inventory, as with a wrong segment',
      (response: ServerResponse) => response.writeHead(404, json).end('{"message":"no"}'),
    ],
  ])('%s', async (_name, answer) => {
    const { address } = await service(answer)
    expect(await thrownBy(clientOf(address).inventory())).toMatchObject({ code: 'not_this_service' })
  })

  it('an http server behind an https address', async () => {
    const address = await http((_request, response) => response.end())
    expect(await thrownBy(clientOf(address.replace('http:', 'https:')).renewToken())).toMatchObject({
      code: 'not_this_service',
    })
  })

  it('a server that doesn’t speak HTTP', async () => {
    const port = await listen(
      createTcpServer((socket) => socket.on('data', () => socket.write('220 mail.example ESMTP\r\n'))),
    )
    expect(await thrownBy(clientOf(`http://127.0.0.1:${String(port)}`).renewToken())).toMatchObject({
      code: 'not_this_service',
    })
  })
})

describe('failures of the service', () => {
  it('a name that is unknown', async () => {
    expect(await thrownBy(clientOf('https://service.invalid').renewToken())).toMatchObject({
      code: 'address_unreachable',
      details: { cause: 'dns' },
    })
  })

  it('too many requests with a long pause are reported with the seconds and not waited for', async () => {
    const { address, urls } = await service((response) => response.writeHead(429, { 'retry-after': '120' }).end())
    expect(await thrownBy(clientOf(address).inventory())).toMatchObject({
      code: 'rate_limited',
      details: { retryAfter: 120 },
    })
    expect(urls).toHaveLength(1)
  })

  it.each([429, 503] as const)('a plain text with the status %d is reported', async (status) => {
    const { address } = await service((response) =>
      response.writeHead(status, { 'content-type': 'text/plain', 'retry-after': '120' }).end('Closed\n until 14:00.'),
    )
    expect(await thrownBy(clientOf(address).inventory())).toMatchObject({
      details: { status, retryAfter: 120, reason: 'Closed until 14:00.' },
    })
  })

  it('a short pause is observed before the repeat', async () => {
    const times: number[] = []
    const { address } = await service((response, before) => {
      times.push(performance.now())
      if (before === 0) response.writeHead(429, { 'retry-after': '1' }).end()
      else response.writeHead(200, json).end('{"items":[]}')
    })
    await clientOf(address).inventory()
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990)
  })

  it('a read of customers shows when each attempt is sent', async () => {
    const { address, urls } = await service((response, before) => {
      if (before === 0) response.writeHead(502).end()
      else response.writeHead(200, json).end('[]')
    })
    const sent: number[] = []
    const onSend = (): void => void sent.push(urls.length)
    const client = clientOf(address)
    await client.customersPage({ size: 1, index: 0 }, { onSend })
    await client.searchCustomers({ key: 'EMAIL', query: 'a@x.example', mode: 'isExact', limit: 1 }, { onSend })
    await client.customer(CustomerUid.parse('one'), { onSend }).catch(() => undefined)
    // An empty page may be the one before the first, and where one customer is not shown, the search is asked as well.
    expect(sent).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('5xx is repeated at most twice', async () => {
    const { address, urls } = await service((response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>'),
    )
    expect(await thrownBy(clientOf(address).inventory())).toMatchObject({
      code: 'service_failed',
      details: { status: 502 },
    })
    expect(urls).toHaveLength(3)
  })

  it('an answer that was cut off is requested again, and reported if it is cut off again', async () => {
    const cut = (response: ServerResponse): void => {
      response.writeHead(200, { ...json, 'content-length': '1000' })
      response.write('{"items":[', () => response.destroy())
    }
    const once = await service((response, before) =>
      before === 0 ? cut(response) : response.writeHead(200, json).end('{"items":[]}'),
    )
    expect((await clientOf(once.address).inventory()).items).toEqual([])
    const always = await service(cut)
    expect(await thrownBy(clientOf(always.address).inventory())).toMatchObject({ code: 'service_cut_off' })
    expect(always.urls).toHaveLength(3)
  })

  it('a missing answer ends with the time limit and is not repeated', async () => {
    const { clock, exceed } = jumpingClock()
    const { address, urls } = await service(() => exceed('headers'))
    expect(await thrownBy(clientOf(address, { clock }).inventory())).toMatchObject({ code: 'service_timeout' })
    expect(urls).toHaveLength(1)
  })

  it('a refusal has the service’s own text, shortened and without secrets', async () => {
    const words = `no, LPA:1$smdp.example$CODE and secret-token-123 ${'x'.repeat(1000)}`
    const { address } = await service((response) =>
      response
        .writeHead(422, { 'content-type': 'application/problem+json' })
        .end(JSON.stringify({ title: 'T', detail: words })),
    )
    const { code, details } = await thrownBy(clientOf(address).inventory())
    expect(code).toBe('service_refused')
    expect(details['reason']).toHaveLength(300)
    expect(details['reason']).toMatch(/^no, LPA:1\$\[hidden\] and \[hidden\] xxx/)
  })

  it('a customer that is not there', async () => {
    const { address } = await service((response) => response.writeHead(404, json).end('{"message":"unknown customer"}'))
    expect(await thrownBy(clientOf(address).customer(CustomerUid.parse('x')))).toMatchObject({
      code: 'not_found',
      details: { reason: 'unknown customer' },
    })
  })

  it('an unreadable customer, and another one than the requested one', async () => {
    const { address } = await service((response, before) =>
      response.writeHead(200, json).end(before === 0 ? '{"customer":{"uid":5}}' : '{"customer":{"uid":"other"}}'),
    )
    const client = clientOf(address)
    expect(await thrownBy(client.customer(CustomerUid.parse('x')))).toMatchObject({
      code: 'unreadable_answer',
      details: { uid: 'x' },
    })
    expect(await thrownBy(client.customer(CustomerUid.parse('x')))).toMatchObject({
      code: 'unreadable_answer',
      details: { reason: 'another customer' },
    })
  })

  it('a body beyond the size limit, compressed or not', async () => {
    const huge = Buffer.from(`{"items":[${'0,'.repeat(20_000_000)}0]}`)
    const { address } = await service((response) =>
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(huge, { level: 1 })),
    )
    expect(await thrownBy(clientOf(address).inventory())).toMatchObject({ code: 'too_large' })
  })
})

it('stops at once when the caller aborts, also during a pause', async () => {
  const { address } = await service((response) => response.writeHead(429, { 'retry-after': '9' }).end())
  const stop = new AbortController()
  const started = performance.now()
  setTimeout(() => stop.abort(), 100)
  expect(await thrownBy(clientOf(address).inventory({ signal: stop.signal }))).toMatchObject({ code: 'aborted' })
  expect(performance.now() - started).toBeLessThan(9000)
})

it('reports the health as it changes: online, offline', async () => {
  const seen: Health[] = []
  const { address } = await service((response) => response.writeHead(200, json).end('{"items":[]}'))
  const client = clientOf(address, { onHealth: (health) => seen.push(health) })
  await client.inventory()
  expect(seen.at(-1)).toEqual({ state: 'online', problem: null })
  const gone = clientOf('https://service.invalid', { onHealth: (health) => seen.push(health) })
  await thrownBy(gone.inventory())
  expect(seen.at(-1)).toEqual({ state: 'offline', problem: 'address_unreachable' })
})

it('takes the service’s time from its Date headers', async () => {
  const { address } = await service((response) =>
    response.writeHead(200, { ...json, date: 'Wed, 21 Oct 2015 07:28:00 GMT' }).end('{"items":[]}'),
  )
  const client = clientOf(address)
  await client.inventory()
  expect(Math.abs(client.now() - Date.parse('2015-10-21T07:28:00Z'))).toBeLessThan(9000)
})

it.each([
  ['http://service.example', 'not_https'],
  ['ftp://service.example', 'scheme'],
  ['https://user:pass@service.example', 'credentials'],
  ['https://service.example/?key=1', 'query'],
  ['https://service.example/#part', 'query'],
  ['service.example', 'unparsable'],
])('refuses the address %s', (address, reason) => {
  expect(() => clientOf(address)).toThrow(expect.objectContaining({ code: 'address_not_allowed', details: { reason } }))
})

it.each(['https://service.example', 'http://localhost:1', 'http://127.0.0.2', 'http://[::1]:8/base/'])(
  'takes the address %s',
  (address) => {
    expect(() => clientOf(address)).not.toThrow()
  },
)

it('joins paths to an address that has one', async () => {
  const urls: string[] = []
  const address = await http((request, response) => {
    urls.push(request.url ?? '')
    response.writeHead(200, json).end('{"accessToken":"secret-token-123","items":[]}')
  })
  await clientOf(`${address}/base/path/`).inventory()
  expect(urls).toEqual(['/base/path/reseller/authenticate', '/base/path/service/products/inventory'])
})
