/** Requests as clients in the wild write them (field notes), byte by byte over a socket. */
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { basic, useService } from './service.ts'

const service = useService()
const authorization = `Authorization: ${basic('sandbox-client', 'sandbox-secret')}`

type Raw = { readonly status: number, readonly head: string, readonly body: string }

function send(lines: readonly string[], body = ''): Promise<Raw> {
  const { port } = new URL(service().info.baseUrl)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`))
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', ...rest] = text.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') })
    })
  })
}

async function token(): Promise<string> {
  const answer = await send(['POST /reseller/authenticate HTTP/1.1', 'Host: x', authorization, 'Content-Length: 0'])
  return /"accessToken":"([^"]+)"/.exec(answer.body)?.[1] ?? ''
}

describe('clients in the wild are served', () => {
  it.each<[string, string[], string]>([
    ['no body and no length', [authorization], ''],
    ['a JSON content type and length 0', [authorization, 'Content-Type: application/json', 'Content-Length: 0'], ''],
    ['the JSON body null', [authorization, 'Content-Type: application/json', 'Content-Length: 4'], 'null'],
    ['a chunked empty body', [authorization, 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ])('authenticate with %s', async (_, headers, body) => {
    const answer = await send(['POST /reseller/authenticate HTTP/1.1', 'Host: x', ...headers], body)
    expect(answer.status).toBe(200)
    expect(answer.head).toContain('content-type: application/json\r\n')
  })

  it('GETs with a JSON content type', async () => {
    const answer = await send(['GET /service/products/inventory HTTP/1.1', 'Host: x', `Authorization: Bearer ${await token()}`, 'Content-Type: application/json'])
    expect(answer.status).toBe(200)
  })

  it('"Bearer None" gets the 403 text, which is not sent as JSON', async () => {
    const answer = await send(['GET /service/activations/customers HTTP/1.1', 'Host: x', 'Authorization: Bearer None'])
    expect([answer.status, answer.body]).toEqual([403, '{active = false}'])
    expect(answer.head).not.toMatch(/json/i)
  })

  it('every success is 200, never 201', async () => {
    const bearer = `Authorization: Bearer ${await token()}`
    const item = (await service().inventory()).find((one) => one.active === true)
    const body = JSON.stringify({ inventoryItemId: item?.id, metatag: 'my-shop', userIp: '', userCountry: '', customerEmail: 'a@example.com', expectedPrice: {} })
    const answer = await send(['POST /service/activations/register HTTP/1.1', 'Host: x', bearer, 'Content-Type: application/json; charset=utf-8', `Content-Length: ${body.length}`], body)
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('"status":"success"')
  })

  it('a body without a content type is read as JSON', async () => {
    const bearer = `Authorization: Bearer ${await token()}`
    const body = JSON.stringify({ pageSize: 5, pageIndex: 0, searchKey: 'EMAIL', searchQuery: '@', searchMode: 'contains', onlyActiveProfiles: true })
    const answer = await send(['POST /service/activations/search-customers HTTP/1.1', 'Host: x', bearer, `Content-Length: ${body.length}`], body)
    expect(answer.status).toBe(200)
  })

  it('countries and sold items are bare arrays, the flag is no JSON', async () => {
    const bearer = `Authorization: Bearer ${await token()}`
    for (const path of ['/service/esim/countries/WWW', '/service/activations/activated-items']) {
      const answer = await send([`GET ${path} HTTP/1.0`, 'Host: x', bearer])
      expect(answer.body.startsWith('[')).toBe(true)
    }
    expect((await send(['GET /service/esim/countries/FR/flag HTTP/1.1', 'Host: x', bearer])).head).toContain('content-type: image/png')
  })

  it('every balance has an expiresAt, except where the validity has no end', async () => {
    const answer = await service().get('/service/activations/customers?page_size=300')
    const balances = [...answer.text.matchAll(/"expiresAt":(null|"[^"]+").{0,400}?"validityUnit":"\w+"(,"validityUnlimited":true)?/g)]
    expect(balances.length).toBeGreaterThan(300)
    for (const [, expiresAt, unlimited] of balances) expect(expiresAt === 'null').toBe(unlimited !== undefined)
  })
})
