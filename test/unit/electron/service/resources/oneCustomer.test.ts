/**
 * One customer over real HTTP, in every envelope and by every way in which a service may show them (interface 4.7).
 *
 * @module-tag long
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import type { Dialect, ServiceClientOptions } from '../../../../../electron/service/index.ts'
import { clientOf, http, thrownBy } from '../support.ts'

const uid = CustomerUid.parse('c-7')
const size = { sizeValue: 1, sizeUnit: 'GB' }
const items = [{ uid: 'i-1', balance: { size, availableBalance: size } }]
const lists = { totalAvailableBalance: size, activatedItems: items, relatedEsims: [{ uid: 'e-1', iccid: '89' }] }
const customer = { uid, email: 'ada@example.org', profileUrl: 'https://p.example/7' }
const entry = { customer, ...lists }
const other = { ...entry, customer: { ...customer, uid: 'c-8' } }

type Answer = readonly [status: number, body: string, type?: string]
const ok = (body: unknown): Answer => [200, JSON.stringify(body)]
const page: Answer = [404, '<html>no route</html>', 'text/html']
const words: Answer = [404, '{"message":"No such customer"}']

interface Answers {
  readonly path: Answer
  readonly search?: Answer
  /** The pages of the list, from 0. */
  readonly list?: readonly Answer[] | ((index: number) => Answer)
}

async function service(answers: () => Answers, options: Partial<ServiceClientOptions> = {}) {
  const asked: string[] = []
  let learned: Dialect | undefined
  const answer = (request: IncomingMessage): Answer => {
    const url = new URL(request.url ?? '', 'http://service')
    const { path, search = page, list = [] } = answers()
    if (url.pathname === '/reseller/authenticate') return ok({ accessToken: 'token-123', expiresIn: 3600 })
    const way = url.pathname.endsWith('/customers')
      ? 'list'
      : url.pathname.endsWith('customers/c-7')
        ? 'path'
        : 'search'
    const index = Number(url.searchParams.get('page_index') ?? 0)
    asked.push(way === 'list' ? `list ${String(index)}` : way)
    if (way === 'list') return typeof list === 'function' ? list(index) : (list[index] ?? ok([]))
    return way === 'path' ? path : search
  }
  const address = await http((request, response: ServerResponse) => {
    const [status, body, type = 'application/json'] = answer(request)
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  const client = clientOf(address, { ...options, onDialect: (dialect) => (learned = dialect) })
  return {
    client,
    learned: () => learned?.customer,
    /** The requests since the last call. */
    asked: () => asked.splice(0).filter((way, at, all) => way !== 'search' || all[at - 1] !== 'search'),
  }
}

const forms: readonly (readonly [way: string, body: unknown])[] = [
  ['path entry', entry],
  ['path beside', { ...customer, ...lists }],
  ['path array entry', [entry]],
  ['path array beside', [{ ...customer, ...lists }]],
  ['path wrapped entry', { data: entry }],
  ['path wrapped entry', { customer: entry }],
  ['path wrapped entry', { status: 'success', code: 200, result: entry, errors: [] }],
  ['path wrapped beside', { customer: { ...customer, ...lists } }],
  ['path wrapped array entry', { items: [entry] }],
  ['path wrapped wrapped entry', { success: true, data: { customer: entry } }],
]

it.each(forms)('%s shows the customer with packages and eSIMs', async (way, body) => {
  const { client, asked, learned } = await service(() => ({ path: ok(body) }))
  const read = await client.readCustomer(uid)
  expect(read.way).toBe(way)
  expect(read.entry).toMatchObject({ customer, itemsListed: true, ...lists })
  expect(Object.keys(read.entry.customer)).toEqual(Object.keys(customer))
  expect([asked(), learned()]).toEqual([['path'], 'path'])
})

it.each(forms)('%s of more than a megabyte does, too', async (way, body) => {
  const large = JSON.stringify(body).replace('"89"', `"89","note":"${'x'.repeat(1_200_000)}"`)
  const { client } = await service(() => ({ path: [200, large] }))
  const read = await client.readCustomer(uid)
  expect([read.way, read.entry.activatedItems.length, read.entry.customer.email]).toEqual([way, 1, customer.email])
})

it.each([0, 1_200_000])('a body with %d more characters may begin with a byte order mark', async (more) => {
  const body = `\ufeff${JSON.stringify({ ...entry, note: 'x'.repeat(more) })}`
  const { client } = await service(() => ({ path: [200, body] }))
  expect((await client.readCustomer(uid)).way).toBe('path entry')
})

it.each([
  ['the list’s form', other],
  ['its fields beside the customer’s', { ...other.customer, ...lists }],
  ['an object', { data: other }],
])('another customer in %s is refused and never searched for', async (_name, body) => {
  const { client, asked } = await service(() => ({ path: ok(body), search: ok([entry]) }))
  expect(await thrownBy(client.readCustomer(uid))).toMatchObject({ details: { reason: 'another customer' } })
  expect(asked()).toEqual(['path'])
})

it('two customers in one answer are none', async () => {
  const { client } = await service(() => ({ path: ok({ one: entry, two: other }) }))
  expect(await thrownBy(client.readCustomer(uid))).toMatchObject({ code: 'unreadable_answer' })
})

describe('where the path shows no packages or is missing', () => {
  const unhelpful: readonly (readonly [string, Answer])[] = [
    ['the bare customer', ok(customer)],
    ['the customer of an entry alone', ok({ customer })],
    ['the bare customer in an object', ok({ data: customer })],
    ['an empty list', ok([])],
    ['another form', ok({ person: 7 })],
    ['a page', page],
    ['a page with 200', [200, '<!doctype html><title>app</title>', 'text/html']],
    ['405', [405, '']],
    ['501', [501, '']],
    ['404 in the form of an error', words],
  ]

  it.each(unhelpful)('%s: the search finds the customer, and is asked first from then on', async (_name, path) => {
    const { client, asked, learned } = await service(() => ({ path, search: ok({ customers: [other, entry] }) }))
    expect(await client.readCustomer(uid)).toMatchObject({ way: 'search', entry: { customer, itemsListed: true } })
    expect([asked(), learned()]).toEqual([['path', 'search'], 'search'])
    expect((await client.readCustomer(uid)).way).toBe('search')
    expect(asked()).toEqual(['search'])
  })

  it.each(unhelpful)('%s and no search: a person reads the list, and nobody else', async (_name, path) => {
    const { client, asked, learned } = await service(() => ({ path, list: [ok([other]), ok([entry])] }))
    await thrownBy(client.readCustomer(uid))
    expect(asked().filter((way) => way.startsWith('list'))).toEqual([])
    expect(await client.readCustomer(uid, { pressed: true })).toMatchObject({ way: 'list', entry: { customer } })
    expect([asked().slice(-2), learned()]).toEqual([['list 0', 'list 1'], 'list'])
    // Within a minute nothing else is asked again.
    expect(await client.readCustomer(uid, { pressed: true })).toMatchObject({ way: 'list' })
    expect(asked()).toEqual(['list 0', 'list 1'])
    expect(await thrownBy(client.readCustomer(uid))).toMatchObject({ code: 'not_supported' })
    expect(asked()).toEqual([])
  })
})

it('the list is read first where the customer was last', async () => {
  const empty = Array.from({ length: 6 }, (_, n) => ok([{ ...entry, customer: { uid: `o-${String(n)}` } }]))
  const { client, asked } = await service(() => ({ path: page, list: empty.with(4, ok([entry])) }))
  const read = { pressed: true, near: () => Promise.resolve(890) }
  expect((await client.readCustomer(uid, read)).way).toBe('list')
  expect(asked().slice(2)).toEqual(['list 4'])
  expect((await client.readCustomer(uid, { pressed: true, near: () => Promise.resolve(190) })).way).toBe('list')
  expect(asked()).toEqual(['list 0', 'list 1', 'list 2', 'list 3', 'list 4'])
})

describe('the list in which the customer is not', () => {
  const others = Array.from({ length: 150 }, (_, n) => ({ ...entry, customer: { uid: `o-${String(n)}` } }))
  const turned = (index: number) => others.map((_, at) => others[(at + index) % others.length])

  it.each<readonly [string, (index: number) => unknown]>([
    ['that ignores paging and has an entry without a uid', () => [...others, { customer: {} }]],
    ['that ignores paging and has no order', turned],
  ])('%s ends after two pages without anybody new', async (_name, list) => {
    const { client, asked } = await service(() => ({
      path: page,
      search: ok([]),
      list: (index) => ok(list(index)),
    }))
    expect(await thrownBy(client.readCustomer(uid, { pressed: true }))).toMatchObject({ code: 'not_found' })
    expect(asked().slice(2)).toEqual(['list 0', 'list 1', 'list 2'])
    const near = () => Promise.resolve(890)
    expect(await thrownBy(client.readCustomer(uid, { pressed: true, near }))).toMatchObject({ code: 'not_found' })
    expect(asked().slice(2)).toEqual(['list 4', 'list 5', 'list 3', 'list 0', 'list 1'])
  })

  it('is read on after one page without anybody new, and past entries that can’t be read', async () => {
    const unreadable = (n: number) =>
      ok([{ customer: { uid: `u-${String(n)}`, email: 'x' }, activatedItems: 7 }, { customer: {} }])
    const list = [ok(others), ok(others), unreadable(1), unreadable(2), unreadable(3), ok([entry])]
    const { client } = await service(() => ({ path: page, list }))
    expect((await client.readCustomer(uid, { pressed: true })).way).toBe('list')
  })

  it('and that never ends is given up after five minutes, which proves nothing about the customer', async () => {
    let now = 0
    const clock = { now: Date.now, monotonic: () => performance.now() + now }
    const list = (index: number): Answer => {
      now += 60_000
      return ok([{ ...entry, customer: { uid: `o-${String(index)}` } }])
    }
    const { client, asked } = await service(() => ({ path: page, list }), { clock })
    expect(await thrownBy(client.readCustomer(uid, { pressed: true }))).toMatchObject({ code: 'service_timeout' })
    expect(asked().slice(2)).toEqual(['list 0', 'list 1', 'list 2', 'list 3', 'list 4'])
  })
})

it('a service that leaves out empty lists shows a customer without packages, where it has shown packages before', async () => {
  let body: unknown = entry
  const { client, asked } = await service(() => ({ path: ok(body) }))
  await client.readCustomer(uid)
  body = { customer }
  expect(await client.readCustomer(uid)).toMatchObject({ way: 'path bare', entry: { itemsListed: false } })
  expect(asked()).toEqual(['path', 'path'])
})

it('where no way has packages, a person gets the customer and a reread in the background nothing', async () => {
  const { client } = await service(() => ({
    path: ok(customer),
    search: ok([{ customer }]),
    list: [ok([{ customer }])],
  }))
  expect(await thrownBy(client.readCustomer(uid))).toMatchObject({ details: { reason: 'no packages' } })
  const { way, entry: read } = await client.readCustomer(uid, { pressed: true })
  expect([way, read.customer.email, read.itemsListed]).toEqual(['path bare', customer.email, false])
})

describe('a customer whom nobody knows', () => {
  it('is certain where the path has shown customers before', async () => {
    let path = ok(entry)
    const { client, asked } = await service(() => ({ path, search: ok([]) }))
    await client.readCustomer(uid)
    path = words
    expect(await thrownBy(client.readCustomer(uid))).toMatchObject({ code: 'not_found', details: { definite: true } })
    expect(asked()).toEqual(['path', 'path'])
  })

  it('is certain where the path and the search say so', async () => {
    const { client, asked } = await service(() => ({ path: words, search: ok([]), list: [ok([entry])] }))
    expect(await thrownBy(client.readCustomer(uid, { pressed: true }))).toMatchObject({
      code: 'not_found',
      details: { definite: true, reason: 'No such customer' },
    })
    expect(asked()).toEqual(['path', 'search'])
  })

  it.each([
    ['the path alone reports it', words, page],
    ['the path is missing', page, ok([])],
  ])('is not certain where %s', async (_name, path, search) => {
    const { client } = await service(() => ({ path, search }))
    expect(await thrownBy(client.readCustomer(uid))).toMatchObject({ code: 'not_found', details: { definite: false } })
  })
})

it('a way that stops fitting is asked for again, at most once a minute', async () => {
  let now = 0
  const clock = { now: Date.now, monotonic: () => performance.now() + now }
  let answers: Answers = { path: page, search: ok([entry]) }
  const { client, asked, learned } = await service(() => answers, { clock })
  await client.readCustomer(uid)
  expect([asked(), learned()]).toEqual([['path', 'search'], 'search'])
  answers = { path: page, search: ok([]) }
  await thrownBy(client.readCustomer(uid))
  expect(asked()).toEqual(['search', 'path'])
  answers = { path: ok(entry), search: ok([]) }
  await thrownBy(client.readCustomer(uid))
  expect(asked()).toEqual(['search'])
  now += 61_000
  expect((await client.readCustomer(uid)).way).toBe('path entry')
  expect([asked(), learned()]).toEqual([['search', 'path'], 'path'])
})
