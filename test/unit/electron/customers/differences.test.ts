/**
 * Syncs from a real HTTP service whose bytes the tests decide: differences, interruptions and wrong answers.
 *
 * @module-tag long
 */
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SyncStatus } from '#shared/model/customer/sync.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { sizeOf } from '../../../../electron/customers/directory/packedItems.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import type { Directory } from '../../../../electron/customers/directory/directory.ts'
import { defaultPace } from '../../../../electron/customers/sync/options.ts'
import { createSync, type Sync } from '../../../../electron/customers/sync/sync.ts'
import type { CustomersAnswer, ServiceClient } from '../../../../electron/service/index.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'
import { clientOf, http } from '../service/support.ts'
import { silentLog } from '../storage/support.ts'
import { openWorker } from './support.ts'

type Reply = (response: ServerResponse, page: { readonly index: number; readonly size: number }) => void

interface Service {
  /** Answers each request for customers. */
  reply: Reply
}

interface Desk {
  readonly sync: Sync
  readonly directory: Directory
  readonly service: Service
  readonly statuses: SyncStatus[]
  /** Entries that were parsed by the last run. */
  readonly parsed: () => number
  readonly uids: () => Promise<readonly string[]>
}

const sendText =
  (text: string): Reply =>
  (response) => {
    response.setHeader('content-type', 'application/json')
    response.end(text)
  }
/** Sends everybody whatever page is requested. */
const sendAll = (entries: readonly unknown[]): Reply => sendText(JSON.stringify(entries))
const sendPages =
  (entries: readonly unknown[]): Reply =>
  (response, { index, size }) =>
    sendAll(entries.slice(index * size, (index + 1) * size))(response, { index, size })

async function desk(reply: Reply, pageSize = 10): Promise<Desk> {
  const service: Service = { reply }
  const address = await http((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service')
    if (pathname === '/reseller/authenticate')
      return sendText('{"accessToken":"t","expiresIn":86400}')(response, { index: 0, size: 0 })
    const [index, size] = [Number(searchParams.get('page_index')), Number(searchParams.get('page_size'))]
    service.reply(response, { index, size })
  })
  const client = clientOf(address)
  let parsed = 0
  const count = (answer: CustomersAnswer): void =>
    void (parsed += answer.entries.length + (answer.prepared === undefined ? 0 : sizeOf(answer.prepared)))
  const customersPage: ServiceClient['customersPage'] = async (page, read) => {
    const answer = await client.customersPage(page, {
      ...read,
      take: async (part) => {
        count(part)
        await read?.take?.(part)
      },
    })
    count(answer)
    return answer
  }
  const directory = await openWorker()
  const statuses: SyncStatus[] = []
  const sync = createSync({
    client: { now: client.now, customersPage },
    directory,
    storage: 'memory',
    signal: new AbortController().signal,
    clock: systemClock,
    emit: (status) => statuses.push(status),
    log: silentLog,
    started: Promise.resolve(),
    pace: { ...defaultPace, pageSize, progressEvery: 0 },
  })
  onTestFinished(sync.stop)
  return {
    sync: {
      ...sync,
      run: async () => {
        parsed = 0
        await sync.run()
      },
    },
    directory,
    service,
    statuses,
    parsed: () => parsed,
    uids: async () =>
      (await directory.call((remote) => remote.list({ limit: 500, now: 0 }))).rows.map(({ uid }) => uid).sort(),
  }
}

const people = (count: number, from = 0): WireCustomerEntry[] =>
  Array.from({ length: count }, (_, n) => customer(`c-${String(from + n).padStart(4, '0')}`, `p${from + n}@x.example`))
const uidsOf = (entries: readonly WireCustomerEntry[]): string[] => entries.map((entry) => entry.customer.uid).sort()
const stored = async ({ directory }: Desk, uid: string) =>
  await directory.call((remote) => remote.get(CustomerUid.parse(uid)))

describe.each([
  ['one answer', sendAll],
  ['pages', sendPages],
])('a refresh of a list in %s', (_, send) => {
  test('parses and writes only what has changed', async () => {
    const all = people(60)
    const of = await desk(send(all))
    await of.sync.run()
    expect(of.parsed()).toBe(60)
    const before = await stored(of, 'c-0003')
    await of.sync.run()
    expect(of.sync.status()).toMatchObject({ state: 'done', customers: 60, received: 60 })
    expect(of.parsed()).toBe(0)
    expect((await stored(of, 'c-0003'))?.fetchedAt).not.toBe(before?.fetchedAt)

    of.service.reply = send(all.with(7, customer('c-0007', 'new@x.example')))
    await of.sync.run()
    expect(of.parsed()).toBe(1)
    expect((await stored(of, 'c-0007'))?.entry.customer.email).toBe('new@x.example')
    expect(await of.uids()).toEqual(uidsOf(all))
  })

  test('removes a customer after two complete runs without them, though a failed run was between', async () => {
    const all = people(60)
    const of = await desk(send(all))
    await of.sync.run()
    of.service.reply = send(all.slice(1))
    await of.sync.run()
    expect(await of.uids()).toEqual(uidsOf(all))
    of.service.reply = (response) => void response.writeHead(400).end('{"message":"No"}')
    await of.sync.run()
    expect(of.sync.status()).toMatchObject({ state: 'failed', customers: 60 })
    of.service.reply = send(all.slice(1))
    await of.sync.run()
    expect(await of.uids()).toEqual(uidsOf(all.slice(1)))
  })

  test('keeps a customer who was listed again between two runs without them', async () => {
    const all = people(60)
    const of = await desk(send(all))
    for (const list of [all, all.slice(1), all, all.slice(1)]) {
      of.service.reply = send(list)
      await of.sync.run()
    }
    expect(await of.uids()).toEqual(uidsOf(all))
  })

  test('does not call the copy of a customer fresh whose entry could not be read', async () => {
    const notes = new Array<number>(250_000).fill(0)
    const all = people(30)
    const of = await desk(send(all))
    await of.sync.run()
    const before = await stored(of, 'c-0002')
    of.service.reply = send([...all.slice(0, 2), { customer: { uid: 'c-0002' }, notes }, ...all.slice(3)])
    for (let time = 0; time < 2; time += 1) await of.sync.run()
    expect(of.sync.status()).toMatchObject({ state: 'done', customers: 30, unreadableCount: 1 })
    expect((await stored(of, 'c-0002'))?.fetchedAt).toBe(before?.fetchedAt)
    expect((await stored(of, 'c-0003'))?.fetchedAt).not.toBe(before?.fetchedAt)
  })
})

test('a customer who was read meanwhile on another way is compared again', async () => {
  const all = people(20)
  const of = await desk(sendAll(all))
  await of.sync.run()
  const changed = customer('c-0004', 'changed@x.example')
  await of.directory.call((remote) =>
    remote.put({ entries: [changed], unreadableUids: [], askedAt: performance.now(), fetchedAt: Date.now() }),
  )
  await of.sync.run()
  expect(of.parsed()).toBe(1)
  expect((await stored(of, 'c-0004'))?.entry.customer.email).toBe('p4@x.example')
  await of.sync.run()
  expect(of.parsed()).toBe(0)
})

test('wherever a transfer is cut, what was known stays and what has arrived is added', async () => {
  const known = people(30)
  const of = await desk(sendAll(known))
  await of.sync.run()
  const text = JSON.stringify([...known, ...people(90, 30)])
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: text.length - 1 }), fc.boolean(), async (end, packed) => {
      of.service.reply = (response) => {
        response.setHeader('content-type', 'application/json')
        if (packed) response.setHeader('content-encoding', 'gzip')
        response.end(packed ? gzipSync(text.slice(0, end)) : text.slice(0, end))
      }
      await of.sync.run()
      expect(of.sync.status()).toMatchObject({ state: 'failed', problem: 'unreadable_answer' })
      expect(await of.uids()).toEqual(expect.arrayContaining(uidsOf(known)))
    }),
    { numRuns: 25 },
  )
  expect((await of.uids()).length).toBeGreaterThan(30)
  of.service.reply = sendText(text)
  await of.sync.run()
  expect(of.sync.status()).toMatchObject({ state: 'done', customers: 120, received: 120 })
})

test.each([
  ['an array without an end', (text: string) => text.slice(0, -1)],
  ['other text between two entries', (text: string) => text.replaceAll('},{"customer"', '}, oops {"customer"')],
  ['two entries without a comma', (text: string) => text.replaceAll('},{"customer"', '}{"customer"')],
  ['a second list behind the first', (text: string) => `${text}${text}`],
  ['another thing than a list', () => '{"status":"ok"}'],
])('%s ends the run with a reason and removes nobody', async (_, spoil) => {
  const of = await desk(sendAll(people(30)))
  await of.sync.run()
  of.service.reply = sendText(spoil(JSON.stringify(people(40))))
  await of.sync.run()
  expect(of.sync.status().state).toBe('failed')
  expect(['unreadable_answer', 'not_this_service']).toContain(of.sync.status().problem)
  expect(await of.uids()).toEqual(expect.arrayContaining(uidsOf(people(30))))
})

test('an entry of 50 MB is reported and hides no other', async () => {
  const huge = JSON.stringify({ customer: { uid: 'huge', notes: 'x'.repeat(50_000_000) } })
  const [first, second] = people(2).map((entry) => JSON.stringify(entry))
  const of = await desk(sendText(`[${String(first)},${huge},${String(second)}]`))
  await of.sync.run()
  expect(of.sync.status()).toMatchObject({
    state: 'done',
    customers: 2,
    unreadable: [{ uid: null, reason: 'element: too many bytes' }],
  })
})

test('of a uid that is listed twice the first entry counts, and one customer is counted', async () => {
  const all = people(20)
  const of = await desk(sendAll([...all, customer('c-0005', 'second@x.example')]))
  for (let time = 0; time < 3; time += 1) {
    await of.sync.run()
    expect(of.sync.status()).toMatchObject({ state: 'done', customers: 20, received: 20 })
    expect((await stored(of, 'c-0005'))?.entry.customer.email).toBe('p5@x.example')
  }
})

test('a broken package is counted, and its customer can be found by the package, by the eSIM and by the e-mail', async () => {
  const broken = {
    ...customer('c-1', 'ann@x.example'),
    activatedItems: [item('good'), { ...item('bad', { metatag: 'order-77' }), balance: 'World 3 GB' }],
    relatedEsims: [esim('8937001'), { uid: ['e-2'], iccid: '8937002' }],
    totalAvailableBalance: 'much',
  }
  const of = await desk(sendAll([broken, ...people(3)]))
  await of.sync.run()
  expect(of.sync.status()).toMatchObject({
    state: 'done',
    customers: 4,
    unreadableCount: 0,
    unreadableParts: { customers: 1, packages: 1, esims: 1, fields: 1 },
  })
  for (const query of ['order-77', '8937001', '8937002', 'ann@x', 'good']) {
    const { rows } = await of.directory.call((remote) => remote.search({ query, limit: 5, now: 0 }))
    expect([query, rows.map(({ uid }) => uid)]).toEqual([query, ['c-1']])
  }
  of.service.reply = sendAll([customer('c-1', 'ann@x.example'), ...people(3)])
  await of.sync.run()
  expect(of.sync.status().unreadableParts).toEqual({ customers: 0, packages: 0, esims: 0, fields: 0 })
})

test('wrong UTF-8 is shown as replaced, and in a uid it makes the entry unreadable', async () => {
  const text = JSON.stringify([customer('c-1', 'aXb@x.example'), customer('c-Y', 'c@x.example'), customer('c-3', null)])
  const bytes = Buffer.from(text)
  bytes[text.indexOf('X')] = 0xff
  bytes[text.indexOf('Y')] = 0xff
  const of = await desk((response) => {
    response.setHeader('content-type', 'application/json')
    response.end(bytes)
  })
  await of.sync.run()
  expect(of.sync.status()).toMatchObject({
    state: 'done',
    unreadable: [{ uid: null, reason: 'element: the uid is not UTF-8' }],
  })
  expect((await stored(of, 'c-1'))?.entry.customer.email).toBe('a\ufffdb@x.example')
  expect(await of.uids()).toEqual(['c-1', 'c-3'])
})

test('a page that repeats without an end ends the run', async () => {
  const first = people(10)
  const of = await desk((response, page) => sendAll(page.index === 0 ? first : people(10, 10))(response, page))
  await of.sync.run()
  expect(of.sync.status()).toMatchObject({ state: 'done', customers: 20 })
})

test('a body that never ends is left when the agent cancels, what has arrived can be found, and nobody is removed', async () => {
  const known = people(30)
  const of = await desk(sendAll(known))
  await of.sync.run()
  let next = 30
  of.service.reply = (response) => {
    response.setHeader('content-type', 'application/json')
    response.write('[')
    const more = (): void => {
      if (response.destroyed) return
      response.write(
        people(200, (next += 200))
          .map((entry) => JSON.stringify(entry))
          .join(',') + ',',
        () => setTimeout(more, 5),
      )
    }
    more()
  }
  const running = of.sync.run()
  await expect.poll(() => of.sync.status().customers, { timeout: 20_000 }).toBeGreaterThan(300)
  expect(await of.sync.cancel()).toMatchObject({ state: 'failed', problem: 'aborted' })
  await running
  for (const uid of uidsOf(known)) expect(await stored(of, uid)).not.toBeNull()
  const found = await of.directory.call((remote) => remote.search({ query: 'p240@x.example', limit: 5, now: 0 }))
  expect(found.rows).toHaveLength(1)
})

test('the progress names what is expected and how fast it goes', async () => {
  const all = people(40)
  const of = await desk(sendPages(all))
  await of.sync.run()
  expect(of.statuses.every(({ expected }) => expected === null)).toBe(true)
  of.statuses.length = 0
  of.service.reply = (response, page) => void setTimeout(() => sendPages(all)(response, page), 400)
  await of.sync.run()
  expect(of.statuses[0]).toMatchObject({ state: 'syncing', expected: 40 })
  expect(Math.max(...of.statuses.map(({ perSecond }) => perSecond ?? 0))).toBeGreaterThan(0)
  expect(of.sync.status()).toMatchObject({ state: 'done', expected: null, perSecond: null })
})

test('a part with more unreadable entries than are stored at once hides none of the others', async () => {
  const unreadable = Array.from({ length: 600 }, (_, n) => ({ uid: `bad-${n}` }))
  const of = await desk(sendAll([...unreadable.slice(0, 300), ...people(3), ...unreadable.slice(300)]))
  await of.sync.run()
  expect(of.sync.status()).toMatchObject({ state: 'done', customers: 3, unreadableCount: 600 })
  expect(await of.uids()).toEqual(uidsOf(people(3)))
})
