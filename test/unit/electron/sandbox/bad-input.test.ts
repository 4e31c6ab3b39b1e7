import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { useService } from './service.ts'

const service = useService()
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const alive = async (): Promise<void> => {
  expect((await service().get('/service/version')).status).toBe(200)
}

const posts = ['register', 'top-up', 'top-up-with-profile', 'search-customers'].map((name) => `/service/activations/${name}`)

describe('bad input gets the documented form and no crash', () => {
  it.each(posts)('%s with bodies that are wrong', async (path) => {
    const bodies = ['', '{', 'null', '[]', '"text"', '12', '{"a":', '\u0000', '{}', '{"__proto__":{"x":1}}', `{"metatag":"${'x'.repeat(100_000)}"}`, `${'['.repeat(50_000)}`, '{"inventoryItemId":{"a":[]},"metatag":null}']
    for (const body of bodies) {
      const answer = await service().post(path, body)
      expect([answer.status, answer.type]).toEqual([400, 'application/problem+json'])
    }
    await alive()
  })

  it.each(posts)('%s with a body too large', async (path) => {
    const answer = await service().post(path, JSON.stringify({ metatag: 'x'.repeat(2 * 1024 * 1024) })).catch(() => undefined)
    if (answer !== undefined) expect([answer.status, answer.type]).toEqual([413, 'application/problem+json'])
    await alive()
  })

  it('wrong methods', async () => {
    for (const [method, path] of [['DELETE', '/service/products/inventory'], ['PUT', '/service/activations/register'], ['GET', '/reseller/authenticate'], ['PATCH', '/service/activations/customers']] as const) {
      const answer = await service().call(method, path)
      expect([answer.status, answer.type]).toEqual([405, 'application/problem+json'])
      expect(answer.headers.get('allow')).toMatch(/GET|POST/)
    }
  })

  it('hostile addresses', async () => {
    for (const path of ['/', '//', '/service/../reseller', '/service/%', '/service/activations/customers/%E0%A4%A', `/${'a'.repeat(8000)}`, '/service/activations/customers?page_size=1e308', '/service/esim/countries/%3Cscript%3E']) {
      expect((await service().get(path)).status).toBeGreaterThanOrEqual(400)
    }
    await alive()
  })

  it('a body that never ends does not stop the others', async () => {
    const { port } = new URL(service().info.baseUrl)
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    await new Promise<void>((resolve) => socket.write('POST /service/activations/register HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n', () => resolve()))
    await alive()
  })

  it('something that is not HTTP', async () => {
    const { port } = new URL(service().info.baseUrl)
    const text = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('\u0016\u0003\u0001 hello\r\n\r\n'))
      sockets.push(socket)
      socket.once('data', (chunk) => resolve(chunk.toString()))
    })
    expect(text).toContain('400')
    await alive()
  })

  it('500 connections at once', async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => service().get('/service/activations/customers?page_size=3')))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  })
})
