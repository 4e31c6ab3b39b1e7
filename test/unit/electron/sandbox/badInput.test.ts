/** @module-tag long */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startSandboxProcess } from '../../../support/sandbox.ts'
import { useService } from './sandboxService.ts'

const service = useService()
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const expectAlive = async (): Promise<void> => {
  expect((await service().get('/service/version')).status).toBe(200)
}

/** Sends bytes and resolves to everything received until the connection is closed. */
function exchange(bytes: string, base = service().info.baseUrl): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(bytes))
    sockets.push(socket)
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
}

const posts = ['register', 'top-up', 'top-up-with-profile', 'search-customers'].map(
  (name) => `/service/activations/${name}`,
)

describe('bad input gets the documented error and causes no crash', () => {
  it.each(posts)('%s refuses wrong bodies', async (path) => {
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '12',
      '{"a":',
      '\u0000',
      '{}',
      '{"__proto__":{"x":1}}',
      `{"metatag":"${'x'.repeat(60_000)}"}`,
      '['.repeat(50_000),
      '{"inventoryItemId":{"a":[]},"metatag":null}',
    ]
    for (const body of bodies) {
      const answer = await service().post(path, body)
      expect([answer.status, answer.type]).toEqual([400, 'application/problem+json'])
    }
    await expectAlive()
  })

  it.each(posts)('%s answers a body that is too large, and the service goes on', async (path) => {
    const answer = await service().post(path, JSON.stringify({ metatag: 'x'.repeat(2 * 1024 * 1024) }))
    expect([answer.status, answer.type]).toEqual([413, 'application/problem+json'])
    await expectAlive()
  })

  it('every endpoint refuses wrong methods', async () => {
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
    const places: Readonly<Record<string, readonly string[]>> = {
      '/reseller/authenticate': ['POST'],
      '/service/products/inventory': ['GET'],
      '/service/products/inventory/x': ['GET', 'PUT'],
      '/service/esim/countries/WWW': ['GET'],
      '/service/esim/countries/FR/flag': ['GET'],
      '/esim/device/esim-capable': ['GET'],
      '/service/activations/customers': ['GET'],
      '/service/activations/customers/x': ['GET', 'PUT'],
      '/service/activations/customers/x/profile-domains': ['GET'],
      '/service/activations/search-customers': ['POST', 'GET'],
      '/service/activations/register': ['POST'],
      '/service/activations/top-up': ['POST'],
      '/service/activations/top-up-with-profile': ['POST'],
      '/service/activations/activated-items': ['GET'],
      '/service/activations/activated-items/x': ['GET'],
      '/service/activations/activated-items/x/activate': ['POST'],
      '/activations/activated-items/x/refund': ['POST'],
      '/service/esim/8900000000000000000/status/connectivity': ['GET'],
      '/service/version': ['GET'],
    }
    for (const [path, allowed] of Object.entries(places)) {
      for (const method of methods.filter((one) => !allowed.includes(one))) {
        const answer = await service().call(method, path)
        expect([method, path, answer.status, answer.type, answer.headers.get('allow')]).toEqual([
          method,
          path,
          405,
          'application/problem+json',
          allowed.join(', '),
        ])
      }
      for (const method of allowed)
        expect([method, path, (await service().call(method, path)).status]).not.toContain(405)
    }
  })

  it('hostile addresses are refused', async () => {
    for (const path of [
      '/',
      '//',
      '/service/../reseller',
      '/service/%',
      '/service/activations/customers/%E0%A4%A',
      `/${'a'.repeat(8000)}`,
      '/service/activations/customers?page_size=1e308',
      '/service/esim/countries/%3Cscript%3E',
    ]) {
      expect((await service().get(path)).status).toBeGreaterThanOrEqual(400)
    }
    await expectAlive()
  })

  it('a body that never ends does not block other requests', async () => {
    const { port } = new URL(service().info.baseUrl)
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    await new Promise<void>((resolve) =>
      socket.write(
        'POST /service/activations/register HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
        () => resolve(),
      ),
    )
    await expectAlive()
  })

  it.each([
    ['something that is not HTTP', '\u0016\u0003\u0001 hello\r\n\r\n', 400],
    [
      'a head that is too large',
      `GET /service/version HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
      431,
    ],
    [
      'two content lengths',
      'POST /service/version HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc',
      400,
    ],
    [
      'a content length that is not a number',
      'POST /service/version HTTP/1.1\r\nHost: localhost\r\nContent-Length: many\r\n\r\n',
      400,
    ],
  ])('%s', async (_, bytes, status) => {
    const text = await exchange(bytes)
    expect(text).toMatch(
      new RegExp(`^HTTP/1.1 ${status} [^]*content-type: application/problem\\+json[^]*"status":${status}`),
    )
    await expectAlive()
  })

  it('500 simultaneous connections are served', async () => {
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => service().get('/service/activations/customers?page_size=3')),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  })
})

describe('a body that is never complete', () => {
  const impatientService = useService({ requestTimeoutMs: 300 })

  it.each(['POST /service/activations/register', 'POST /reseller/authenticate', 'POST /nowhere'])(
    'gets 408 after the time limit: %s',
    async (line) => {
      const text = await exchange(
        `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"inventoryItemId"`,
        impatientService().info.baseUrl,
      )
      expect(text).toMatch(/^HTTP\/1.1 408 [^]*application\/problem\+json[^]*"status":408/)
    },
  )

  it('gets 408 from the control plane, too', async () => {
    const { controlUrl, controlToken } = impatientService().info
    const head =
      `POST /clock HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${controlToken}\r\n` +
      `Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n`
    expect(await exchange(`${head}{"advance"`, controlUrl)).toContain('408')
    expect((await impatientService().control.state()).clock.mode).toBe('run')
  })
})

describe.runIf(process.platform === 'linux')('500 connections with bodies that never end', () => {
  it('take little memory, and other requests are served meanwhile', async () => {
    const sandbox = await startSandboxProcess({ customers: 50, seed: 1 })
    try {
      const resident = (): number =>
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(sandbox.pid)}/status`, 'utf8'))?.[1]) / 1024
      const before = resident()
      const { port } = new URL(sandbox.info.baseUrl)
      const piece = `${(32 * 1024).toString(16)}\r\n${'x'.repeat(32 * 1024)}\r\n`
      await Promise.all(
        Array.from(
          { length: 500 },
          () =>
            new Promise<void>((resolve) => {
              const socket = connect(Number(port), '127.0.0.1', () =>
                socket.write(
                  `POST /service/activations/register HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${piece}`,
                  () => resolve(),
                ),
              )
              sockets.push(socket)
              socket.on('error', () => undefined)
            }),
        ),
      )
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => fetch(`${sandbox.info.baseUrl}/service/version`)),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect(resident() - before).toBeLessThan(120)
    } finally {
      await sandbox.stop()
    }
  })
})
