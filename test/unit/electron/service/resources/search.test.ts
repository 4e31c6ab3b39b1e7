/** The search over real HTTP, in every form that a service may take and give (interface 4.8). */
import { expect, it } from 'vitest'
import type { Dialect } from '../../../../../electron/service/index.ts'
import { clientOf, http, thrownBy } from '../support.ts'

const entry = { customer: { uid: 'c-7', email: 'ada@example.org' }, activatedItems: [], relatedEsims: [] }
const query = { key: 'EMAIL', query: 'ada@example.org', mode: 'isExact', limit: 5 } as const

type Reply = readonly [status: number, body: string, type?: string]
const refused: Reply = [400, '{"message":"Unknown parameter"}']

interface Asked {
  readonly method: string
  /** The names of what was sent. */
  readonly names: readonly string[]
  readonly value: unknown
}

async function service(reply: (asked: Asked) => Reply, one: Reply = [404, '{"message":"no"}'], remembered?: Dialect) {
  const asked: Asked[] = []
  let learned: Dialect | undefined
  const address = await http((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://service')
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}')
      const fields = { ...Object.fromEntries(url.searchParams), ...(body as object) }
      const isSearch = url.pathname.endsWith('/search-customers')
      const own = { method: request.method ?? '', names: Object.keys(fields), value: Object.values(fields)[0] }
      if (isSearch) asked.push(own)
      const [status, text, type = 'application/json'] = url.pathname.endsWith('/authenticate')
        ? ([200, '{"accessToken":"token-123","expiresIn":60}'] as const)
        : isSearch
          ? reply(own)
          : one
      response.writeHead(status, { 'content-type': type }).end(text)
    })
  })
  const client = clientOf(address, {
    onDialect: (dialect) => (learned = dialect),
    ...(remembered !== undefined && { remembered }),
  })
  return { client, asked, learned: () => learned }
}

const found: Reply = [200, JSON.stringify([entry])]

it.each([
  ['GET', 'email', 'kind'],
  ['GET', 'query', 'query'],
  ['GET', 'q', 'q'],
  ['POST', 'email', 'kind'],
  ['POST', 'query', 'query'],
  ['POST', 'q', 'q'],
] as const)(
  '%s with %s is found after both methods have refused the query, and remembered',
  async (method, name, searchBy) => {
    const takes = (asked: Asked): Reply => (asked.method === method && asked.names.join() === name ? found : refused)
    const { client, asked, learned } = await service(takes)
    expect((await client.searchCustomers(query)).entries.map(({ customer }) => customer.uid)).toEqual(['c-7'])
    expect(asked.at(-1)?.value).toBe('ada@example.org')
    expect(learned()).toMatchObject({ search: method, searchBy })
    const again = await service(takes, undefined, learned())
    await again.client.searchCustomers(query)
    expect(again.asked).toHaveLength(1)
  },
)

it('other names are tried with the method alone that refuses the query', async () => {
  const { client, asked } = await service(({ method, names }) =>
    method === 'POST' ? [405, ''] : names.join() === 'q' ? found : refused,
  )
  expect((await client.searchCustomers(query)).received).toBe(1)
  expect(asked.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET', 'GET'])
})

it('a query that is refused in every form is refused, and all forms are tried once a minute at most', async () => {
  const { client, asked, learned } = await service(() => refused)
  expect(await thrownBy(client.searchCustomers(query))).toMatchObject({
    code: 'service_refused',
    details: { status: 400, reason: 'Unknown parameter' },
  })
  expect([asked.length, learned()]).toEqual([8, undefined])
  const known = await service(({ names }) => (names.length > 1 ? found : refused))
  await known.client.searchCustomers(query)
  const remembered = known.learned()
  const changed = await service(() => refused, undefined, remembered)
  for (let number = 0; number < 3; number += 1) await thrownBy(changed.client.searchCustomers(query))
  expect(changed.asked).toHaveLength(8 + 2)
})

it.each([
  ['an array', [entry]],
  ['customers', { customers: [entry] }],
  ['content with a total', { content: [entry], totalElements: 1, sort: [] }],
  ['results', { status: 'ok', results: [entry] }],
])('the answer may be %s', async (_name, body) => {
  const { client } = await service(() => [200, JSON.stringify(body)])
  expect((await client.searchCustomers(query)).entries[0]?.customer.uid).toBe('c-7')
})

it('two lists in an answer are refused', async () => {
  const { client } = await service(() => [200, JSON.stringify({ exact: [entry], similar: [entry] })])
  expect(await thrownBy(client.searchCustomers(query))).toMatchObject({
    code: 'unreadable_answer',
    details: { reason: 'two lists' },
  })
})

it.each([
  ['bare customers', [entry.customer]],
  ['customers without their packages', [{ customer: entry.customer }]],
])('%s that a search shows are read by themselves', async (_name, body) => {
  const one = [200, JSON.stringify({ ...entry, relatedEsims: [{ uid: 'e-1', iccid: '89' }] })] as const
  const { client } = await service(() => [200, JSON.stringify(body)], one)
  const answer = await client.searchCustomers(query)
  expect(answer.entries.map(({ customer, relatedEsims }) => [customer.uid, relatedEsims.length])).toEqual([['c-7', 1]])
  expect(answer.unreadable).toEqual([])
})

it('words of the service of a megabyte are shortened', async () => {
  const { client } = await service(() => [422, JSON.stringify({ message: 'no '.repeat(350_000) })])
  const { code, details } = await thrownBy(client.searchCustomers(query))
  expect(code).toBe('service_refused')
  expect(String(details['reason']).length).toBeLessThanOrEqual(300)
})
