/** @module-tag long */
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../../electron/base/clock.ts'
import { defaultPace } from '../../../../electron/customers/sync/options.ts'
import { createSync } from '../../../../electron/customers/sync/sync.ts'
import { customer } from '../../shared/model/customerSamples.ts'
import { clientOf, http } from '../service/support.ts'
import { silentLog } from '../storage/support.ts'
import { openWorker } from './support.ts'

const all = Array.from({ length: 35 }, (_, n) => customer(`c-${n}`, `p${n}@x.example`))
const token = JSON.stringify({ accessToken: 'token-of-the-service', expiresIn: 86_400 })

/**
 * Reads a real service, whose pages are as `page` says, through the real client; returns the customers and what was
 * asked. A number is the status of a refusal.
 */
async function read(
  page: (index: number, size: number) => unknown,
): Promise<{ readonly customers: number; readonly whole: boolean; readonly asked: readonly number[] }> {
  const asked: number[] = []
  const address = await http((request, response) => {
    response.setHeader('content-type', 'application/json')
    const url = new URL(request.url ?? '', 'http://service')
    if (url.pathname.endsWith('/authenticate')) return void response.end(token)
    const index = Number(url.searchParams.get('page_index') ?? NaN)
    asked.push(index)
    const body = page(index, Number(url.searchParams.get('page_size')))
    response.statusCode = typeof body === 'number' ? body : 200
    response.end(JSON.stringify(body))
  })
  const sync = createSync({
    client: clientOf(address),
    directory: await openWorker(),
    storage: 'memory',
    signal: new AbortController().signal,
    clock: systemClock,
    emit: () => undefined,
    log: silentLog,
    started: Promise.resolve(),
    pace: { ...defaultPace, pageSize: 10 },
  })
  onTestFinished(sync.stop)
  await sync.run()
  expect(sync.status().state).toBe('done')
  const { customers, whole } = sync.status()
  expect(sync.isComplete()).toBe(whole)
  return { customers, whole, asked }
}

const part = (index: number, size: number): readonly unknown[] => all.slice(index * size, (index + 1) * size)

test('pages counted from 1 are read to the end', async () => {
  expect(await read((index, size) => part(Math.max(0, index - 1), size))).toMatchObject({ customers: 35, whole: true })
})

test('pages counted from 1 that are shorter than asked for are read to the end', async () => {
  expect(await read((index) => part(Math.max(0, index - 1), 4))).toMatchObject({ customers: 35, whole: true })
})

test('a whole list that is exactly as long as a page is not asked for without end', async () => {
  const { customers, asked, whole } = await read(() => all.slice(0, 10))
  expect([customers, asked.length <= 4, whole]).toEqual([10, true, false])
})

test('a whole list that is longer than a page is fetched once', async () => {
  expect(await read(() => all)).toEqual({ customers: 35, whole: true, asked: [0] })
})

test('a last page that is sent again and again ends the list, and does not show that it has no more', async () => {
  const { customers, asked, whole } = await read((index, size) => part(Math.min(index, 2), size))
  expect([customers, asked.length <= 7, whole]).toEqual([30, true, false])
})

test('pages counted from 1 of a service that answers 0 with nothing are read to the end', async () => {
  const { asked, ...list } = await read((index, size) => (index === 0 ? [] : part(index - 1, size)))
  expect(list).toEqual({ customers: 35, whole: true })
  expect(asked.slice(0, 3)).toEqual([0, 1, 2])
})

test('pages in an object under any name, with a total, are read to the end', async () => {
  expect(await read((index, size) => ({ total: 35, content: part(index, size), links: [] }))).toMatchObject({
    customers: 35,
    whole: true,
  })
})

test('a service that counts from 1 and refuses page 0 is asked from 1 at once the next time', async () => {
  const { asked, ...list } = await read((index, size) => (index === 0 ? 400 : part(index - 1, size)))
  expect(list).toEqual({ customers: 35, whole: true })
  expect(asked.filter((index) => index === 0)).toHaveLength(1)
})

test('a list that is refused with every query is asked for without any, and nothing shows that it is whole', async () => {
  const { asked, ...list } = await read((index) => (Number.isNaN(index) ? all.slice(0, 8) : 400))
  expect(list).toEqual({ customers: 8, whole: false })
  expect(asked).toEqual([0, 1, NaN])
})
