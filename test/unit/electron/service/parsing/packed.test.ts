/**
 * Packed answers: reads take them, money asks for none, and neither lets a small one unfold without end.
 *
 * @module-tag long
 */
import type { IncomingMessage } from 'node:http'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { clientOf, failureOf, http, refund, thrownBy } from '../support.ts'

const megabyte = 1024 * 1024
const token = '{"accessToken":"token-of-the-service","expiresIn":86400}'
const brotli = (data: Buffer): Buffer => brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })

/**
 * A gibibyte in a megabyte: members of gzip one after another are one text. Spaces, because any other byte ends the
 * reading sooner.
 */
const spaces = (bytes: number): Buffer => Buffer.alloc(bytes, ' ')
const bombs = {
  gzip: Buffer.concat(Array.from({ length: 64 }, () => gzipSync(spaces(16 * megabyte), { level: 9 }))),
  br: brotli(spaces(64 * megabyte)),
  deflate: deflateSync(spaces(64 * megabyte)),
}

async function service(encoding: string, body: Buffer) {
  const seen: IncomingMessage[] = []
  const address = await http((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/reseller/authenticate') return void response.end(token)
    seen.push(request)
    response.setHeader('content-encoding', encoding)
    response.end(body)
  })
  return { client: clientOf(address), seen }
}

const inventory = Buffer.from('{"items":[]}')

describe('a read', () => {
  it.each([
    ['gzip', gzipSync(inventory)],
    ['x-gzip', gzipSync(inventory)],
    ['GZIP', gzipSync(inventory)],
    ['br', brotli(inventory)],
    ['deflate', deflateSync(inventory)],
    ['identity', inventory],
  ])('reads %s', async (encoding, body) => {
    const { client, seen } = await service(encoding, body)
    expect(await client.inventory()).toEqual({ items: [], unreadable: [] })
    expect(seen[0]?.headers['accept-encoding']).toBe('gzip, br')
  })

  it.each(Object.entries(bombs))(
    'stops a decompression bomb of %s at its limit, and requests it once',
    async (encoding, body) => {
      expect(body.length).toBeLessThan(1.2 * megabyte)
      const { client, seen } = await service(encoding, body)
      expect(await thrownBy(client.inventory())).toMatchObject({ code: 'too_large' })
      expect(seen).toHaveLength(1)
    },
  )

  it.each([
    ['gzip', inventory],
    ['br', gzipSync(inventory)],
    ['zstd', gzipSync(inventory)],
  ])('that claims %s wrongly is refused', async (encoding, body) => {
    const { client } = await service(encoding, body)
    expect(await thrownBy(client.inventory())).toMatchObject({ code: 'unreadable_answer' })
  })
})

describe('money', () => {
  it('requests an answer without compression', async () => {
    const { client, seen } = await service('identity', Buffer.from('{}'))
    expect(await client.sendMoney(refund())).toMatchObject({ type: 'answer', status: 200, body: '{}' })
    expect(seen[0]?.headers['accept-encoding']).toBe('identity')
  })

  it.each(Object.entries(bombs))(
    'that is answered with a bomb of %s all the same was written, and what came of it is not known',
    async (encoding, body) => {
      const { client, seen } = await service(encoding, body)
      expect(failureOf(await client.sendMoney(refund()))).toEqual({ cause: 'too_large', written: true })
      expect(seen).toHaveLength(1)
    },
  )
})
