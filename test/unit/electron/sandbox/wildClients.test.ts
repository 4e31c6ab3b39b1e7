/** Sends requests exactly as real clients write them (field notes), over a socket. */
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { basic, useService } from './sandboxService.ts'

const service = useService()
const authorization = `Authorization: ${basic('sandbox-client', 'sandbox-secret')}`

type Raw = { readonly status: number; readonly head: string; readonly body: string }

function send(lines: readonly string[], body = ''): Promise<Raw> {
  const { port } = new URL(service().info.baseUrl)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`),
    )
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
  const answer = await send([
    'POST /reseller/authenticate HTTP/1.1',
    'Host: localhost',
    authorization,
    'Content-Length: 0',
  ])
  return /"accessToken":"([^"]+)"/.exec(answer.body)?.[1] ?? ''
}

describe('requests of real clients are served', () => {
  it.each<[string, string[], string]>([
    ['no body and no length', [authorization], ''],
    ['a JSON content type and length 0', [authorization, 'Content-Type: application/json', 'Content-Length: 0'], ''],
    ['the JSON body null', [authorization, 'Content-Type: application/json', 'Content-Length: 4'], 'null'],
    ['a chunked empty body', [authorization, 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ])('authenticate with %s', async (_, headers, body) => {
    const answer = await send(['POST /reseller/authenticate HTTP/1.1', 'Host: localhost', ...headers], body)
    expect(answer.status).toBe(200)
    expect(answer.head).toContain('content-type: application/json\r\n')
  })

  it('GET with a JSON content type', async () => {
    const answer = await send([
      'GET /service/products/inventory HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${await token()}`,
      'Content-Type: application/json',
    ])
    expect(answer.status).toBe(200)
  })

  it('"Bearer None" gets the 403 text, which is not sent as JSON', async () => {
    const answer = await send([
      'GET /service/activations/customers HTTP/1.1',
      'Host: localhost',
      'Authorization: Bearer None',
    ])
    expect([answer.status, answer.body]).toEqual([403, '{active = false}'])
    expect(answer.head).not.toMatch(/json/i)
  })

  it('every success is 200, never 201', async () => {
    const bearer = `Authorization: Bearer ${await token()}`
    const item = (await service().inventory()).find((one) => one.active === true)
    const body = JSON.stringify({
      inventoryItemId: item?.id,
      metatag: 'my-shop',
      userIp: '',
      userCountry: '',
      customerEmail: 'a@example.com',
      expectedPrice: {},
    })
    const answer = await send(
      [
        'POST /service/activations/register HTTP/1.1',
        'Host: localhost',
        bearer,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${body.length}`,
      ],
      body,
    )
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('"status":"success"')
  })

  it('every sale, activation and refund gets 200 with JSON or an empty body', async () => {
    const bearer = `Authorization: Bearer ${await token()}`
    const item = (await service().inventory()).find(
      (one) => one.active === true && one.amount === 0 && one.countrySet === 'EUROPE',
    )
    const post = (path: string, body: Record<string, unknown>): Promise<Raw> => {
      const text = JSON.stringify(body)
      return send(
        [
          `POST ${path} HTTP/1.1`,
          'Host: localhost',
          bearer,
          'Content-Type: application/json',
          'idempotency-key: 0123456789',
          `Content-Length: ${Buffer.byteLength(text)}`,
        ],
        text,
      )
    }
    const order = {
      inventoryItemId: item?.id,
      metatag: 'my-shop',
      userIp: '',
      userCountry: '',
      activationMode: 'ON_DEMAND',
    }
    const sold = await post('/service/activations/register', order)
    const customerUid = /"customer":\{"email":null,"uid":"([^"]+)"/.exec(sold.body)?.[1]
    const itemUid = /"activatedItem":\{"uid":"([^"]+)"/.exec(sold.body)?.[1]
    const more = [
      await post('/service/activations/top-up', { ...order, customerUid }),
      await post('/service/activations/top-up-with-profile', {
        ...order,
        customerUid,
        dedicated: true,
        customerProfileDomainId: 'x',
      }),
      await send([
        `POST /service/activations/activated-items/${itemUid}/activate HTTP/1.1`,
        'Host: localhost',
        bearer,
        'Content-Type: application/json',
        'Content-Length: 0',
      ]),
    ]
    for (const answer of [sold, ...more]) {
      expect([answer.status, answer.head.includes('content-type: application/json\r\n')]).toEqual([200, true])
      expect(answer.body).toMatch(/"expiresAt":"/)
    }
    const refund = await send([
      `POST /activations/activated-items/${itemUid}/refund HTTP/1.1`,
      'Host: localhost',
      bearer,
      'Content-Length: 0',
    ])
    expect([refund.status, refund.body]).toEqual([200, ''])
  })

  it('the same metatag on every sale is accepted', async () => {
    const bearer = `Authorization: Bearer ${await token()}`
    const item = (await service().inventory()).find((one) => one.active === true && one.amount === 0)
    const body = JSON.stringify({
      inventoryItemId: item?.id,
      metatag: 'my-shop',
      userIp: '203.0.113.7',
      userCountry: 'DE',
    })
    const twice = [1, 2].map(() =>
      send(
        [
          'POST /service/activations/register HTTP/1.1',
          'Host: localhost',
          bearer,
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
        ],
        body,
      ),
    )
    const uids = (await Promise.all(twice)).map((answer) => /"activatedItem":\{"uid":"([^"]+)"/.exec(answer.body)?.[1])
    expect(new Set(uids).size).toBe(2)
  })

  it('an expectedPrice that is a text is refused with its name', async () => {
    const bearer = `Authorization: Bearer ${await token()}`
    const body = JSON.stringify({
      inventoryItemId: 'x',
      metatag: 'my-shop',
      userIp: '',
      userCountry: '',
      expectedPrice: '4.99',
    })
    const answer = await send(
      [
        'POST /service/activations/register HTTP/1.1',
        'Host: localhost',
        bearer,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ],
      body,
    )
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('expectedPrice')])
  })

  it('lists accept the parameter names for paging, filtering and sorting that clients use', async () => {
    const bearer = `Authorization: Bearer ${await token()}`
    for (const path of [
      '/service/activations/customers?page_size=5&page_index=0&only_active_profiles=false',
      '/service/activations/customers',
      '/service/activations/activated-items?from=2020-01-01T00:00:00Z&to=2100-01-01&sort_dir=DESC&sort_by=SALESDATE',
      '/service/products/inventory?sort_dir=ASC&sort_by=RETAILPRICE',
    ]) {
      const answer = await send([
        `GET ${path} HTTP/1.1`,
        'Host: localhost',
        bearer,
        'Content-Type: application/json',
        'Accept: */*',
        'User-Agent: client/1.0',
      ])
      expect([path, answer.status, answer.head.includes('content-type: application/json\r\n')]).toEqual([
        path,
        200,
        true,
      ])
    }
    const version = await send(['GET /service/version HTTP/1.1', 'Host: localhost'])
    expect(version.status).toBe(200)
  })

  it('a profile can have an eid', async () => {
    const answer = await service().get('/service/activations/customers?page_size=300')
    expect(answer.text).toMatch(/"eid":"\d{32}"/)
  })

  it('a body without a content type is read as JSON', async () => {
    const bearer = `Authorization: Bearer ${await token()}`
    const body = JSON.stringify({
      pageSize: 5,
      pageIndex: 0,
      searchKey: 'EMAIL',
      searchQuery: '@',
      searchMode: 'contains',
      onlyActiveProfiles: true,
    })
    const answer = await send(
      [
        'POST /service/activations/search-customers HTTP/1.1',
        'Host: localhost',
        bearer,
        `Content-Length: ${body.length}`,
      ],
      body,
    )
    expect(answer.status).toBe(200)
  })

  it('countries and sold items are bare arrays, and a flag is not JSON', async () => {
    const bearer = `Authorization: Bearer ${await token()}`
    for (const path of ['/service/esim/countries/WWW', '/service/activations/activated-items']) {
      const answer = await send([`GET ${path} HTTP/1.0`, 'Host: localhost', bearer])
      expect(answer.body.startsWith('[')).toBe(true)
    }
    expect((await send(['GET /service/esim/countries/FR/flag HTTP/1.1', 'Host: localhost', bearer])).head).toContain(
      'content-type: image/png',
    )
  })

  it('every balance has an expiresAt unless the validity has no end', async () => {
    const answer = await service().get('/service/activations/customers?page_size=300')
    const balances = [
      ...answer.text.matchAll(/"expiresAt":(null|"[^"]+").{0,400}?"validityUnit":"\w+"(,"validityUnlimited":true)?/g),
    ]
    expect(balances.length).toBeGreaterThan(300)
    for (const [, expiresAt, unlimited] of balances) expect(expiresAt === 'null').toBe(unlimited !== undefined)
  })
})
