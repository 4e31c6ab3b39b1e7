/**
 * The access token (interface 4.1, 5, 7): shared, renewed in time, never hammered for.
 *
 * @module-tag long
 */
import { expect, it } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { clientOf, credentials, http, thrownBy } from '../support.ts'

interface Behaviour {
  /** Body of authenticate; a token number is put in. */
  readonly expiresIn?: unknown
  /** Which tokens are good. */
  readonly accepts?: (token: number) => boolean
  readonly refusal?: (response: { writeHead: (status: number) => { end: (text: string) => void } }) => void
  readonly delay?: Promise<void>
}

async function service({ expiresIn = 86_400, accepts = () => true, refusal, delay }: Behaviour = {}) {
  const seen = { tokens: 0, basic: [] as (string | undefined)[], reads: [] as number[] }
  const address = await http((request, response) => {
    const send = (body: unknown): void =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/reseller/authenticate') {
      seen.tokens += 1
      seen.basic.push(request.headers.authorization)
      const number = seen.tokens
      void (delay ?? Promise.resolve()).then(() =>
        send({ accessToken: `token-${String(number)}`, ...(expiresIn === null ? {} : { expiresIn }) }),
      )
      return
    }
    const number = Number(/^Bearer token-(\d+)$/.exec(request.headers.authorization ?? '')?.[1])
    seen.reads.push(number)
    if (accepts(number)) send({ items: [] })
    else if (refusal === undefined) response.writeHead(403).end('{active = false}')
    else refusal(response)
  })
  return { address, seen }
}

it('is requested once for any number of callers', async () => {
  const { address, seen } = await service()
  const client = clientOf(address)
  await Promise.all(Array.from({ length: 1000 }, () => client.inventory()))
  expect(seen.tokens).toBe(1)
  expect(seen.reads).toHaveLength(1000)
  expect(seen.basic).toEqual([
    `Basic ${Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')}`,
  ])
})

it('is renewed exactly once when it was refused, for all callers together', async () => {
  const { address, seen } = await service({ accepts: (token) => token > 1 })
  const client = clientOf(address)
  await Promise.all(Array.from({ length: 50 }, () => client.inventory()))
  expect(seen.tokens).toBe(2)
})

it.each([
  ['403 {active = false}', undefined],
  [
    '401',
    (response: Parameters<NonNullable<Behaviour['refusal']>>[0]) =>
      response.writeHead(401).end('{"message":"who are you"}'),
  ],
] as const)('that stays refused with %s is a clear error after one renewal', async (_name, refusal) => {
  const { address, seen } = await service({ accepts: () => false, ...(refusal === undefined ? {} : { refusal }) })
  expect(await thrownBy(clientOf(address).inventory())).toMatchObject({ code: 'credentials_rejected' })
  expect(seen.tokens).toBe(2)
  expect(seen.reads).toEqual([1, 2])
})

it('is not renewed for a 403 with the service’s own text about something else', async () => {
  const { address, seen } = await service({
    accepts: () => false,
    refusal: (response) => response.writeHead(403).end('{"message":"not for you"}'),
  })
  expect(await thrownBy(clientOf(address).inventory())).toMatchObject({
    code: 'service_refused',
    details: { status: 403, reason: 'not for you' },
  })
  expect(seen.tokens).toBe(1)
})

it('is not requested again with a rejected secret until that changes', async () => {
  let tries = 0
  let secret = 'wrong'
  const address = await http((request, response) => {
    if (request.url !== '/reseller/authenticate')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}')
    tries += 1
    if (request.headers.authorization !== `Basic ${Buffer.from('id:right').toString('base64')}`)
      return void response.writeHead(403).end('{active = false}')
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"accessToken":"t"}')
  })
  const client = clientOf(address, { credentials: () => Promise.resolve({ clientId: 'id', clientSecret: secret }) })
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => client.inventory()))
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  for (let again = 0; again < 5; again += 1)
    expect(await thrownBy(client.renewToken())).toMatchObject({ code: 'credentials_rejected' })
  expect(tries).toBe(1)
  secret = 'right'
  expect((await client.inventory()).items).toEqual([])
  expect(tries).toBe(2)
})

it('is renewed early, and is used even if its lifetime is missing or tiny', async () => {
  let time = 0
  const clock = { now: () => time, monotonic: () => time }
  const long = await service({ expiresIn: 600 })
  const client = clientOf(long.address, { clock })
  await client.inventory()
  time += 569_000
  await client.inventory()
  expect(long.seen.tokens).toBe(1)
  time += 2000
  await client.inventory()
  expect(long.seen.tokens).toBe(2)
  for (const expiresIn of [null, 0, -5, 1]) {
    const odd = await service({ expiresIn })
    await clientOf(odd.address, { clock }).inventory()
    expect(odd.seen.tokens).toBe(1)
  }
})

it.each([
  ['missing', null, 300],
  ['null in a text', 'null', 300],
  ['in words', '1 hour', 300],
  ['an object', { seconds: 60 }, 300],
  ['zero', 0, 300],
  ['negative', -5, 300],
  ['an instant', 1_793_000_000, 300],
  ['milliseconds of a day', 86_400_000, 300],
  ['a number as text', '1200', 1200],
  ['a fraction', 1200.5, 1200.5],
  ['half a year', 15_768_000, 86_400],
])('a lifetime that is %s is taken or five minutes', async (_name, expiresIn, life) => {
  let time = 0
  const clock = { now: () => time, monotonic: () => time }
  const { address, seen } = await service({ expiresIn })
  const client = clientOf(address, { clock })
  await client.inventory()
  time += (life - 31) * 1000
  await client.inventory()
  expect(seen.tokens).toBe(1)
  time += 2000
  await client.inventory()
  expect(seen.tokens).toBe(2)
})

it('is renewed when it is refused, however long its lifetime', async () => {
  let good = 1
  const { address, seen } = await service({ expiresIn: '15768000', accepts: (token) => token === good })
  const client = clientOf(address)
  await client.inventory()
  good = 2
  await client.inventory()
  expect(seen.tokens).toBe(2)
})

it('is valid long enough before money is sent, if the service issues such tokens', async () => {
  let time = 0
  const clock = { now: () => time, monotonic: () => time }
  const long = await service({ expiresIn: 600 })
  const client = clientOf(long.address, { clock })
  await client.inventory()
  time += 500_000
  await client.prepareMoney()
  expect(long.seen.tokens).toBe(2)
  const brief = await service({ expiresIn: 5 })
  await clientOf(brief.address, { clock }).prepareMoney()
  expect(brief.seen.tokens).toBe(1)
})

it('is dropped when the machine wakes', async () => {
  const { address, seen } = await service()
  const client = clientOf(address)
  await client.inventory()
  client.onResume()
  await client.inventory()
  expect(seen.tokens).toBe(2)
})

it('continues the shared request for the others when one caller aborts', async () => {
  const gate = Promise.withResolvers<undefined>()
  const { address, seen } = await service({ delay: gate.promise })
  const client = clientOf(address)
  const stop = new AbortController()
  const stopped = client.customer(CustomerUid.parse('c'), { signal: stop.signal })
  const other = client.inventory()
  stop.abort()
  expect(await thrownBy(stopped)).toMatchObject({ code: 'aborted' })
  gate.resolve(undefined)
  expect((await other).items).toEqual([])
  expect(seen.tokens).toBe(1)
})

it.each(['tok en', 'token\n', 'tökén', 'token\u0000', 'token€'])(
  'that no header can carry unchanged is refused: %j',
  async (accessToken) => {
    const paths: (string | undefined)[] = []
    const address = await http((request, response) => {
      paths.push(request.url)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ accessToken, expiresIn: 60 }))
    })
    expect(await thrownBy(clientOf(address).inventory())).toMatchObject({
      code: 'not_this_service',
      details: { reason: 'accessToken: characters' },
    })
    expect(paths).toEqual(['/reseller/authenticate'])
  },
)
