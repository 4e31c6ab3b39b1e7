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
 * asked.
 */
async function read(
  page: (index: number, size: number) => readonly unknown[],
): Promise<{ readonly customers: number; readonly asked: readonly number[] }> {
  const asked: number[] = []
  const address = await http((request, response) => {
    response.setHeader('content-type', 'application/json')
    const url = new URL(request.url ?? '', 'http://service')
    if (url.pathname.endsWith('/authenticate')) return void response.end(token)
    asked.push(Number(url.searchParams.get('page_index')))
    response.end(
      JSON.stringify(page(Number(url.searchParams.get('page_index')), Number(url.searchParams.get('page_size')))),
    )
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
  return { customers: sync.status().customers, asked }
}

const part = (index: number, size: number): readonly unknown[] => all.slice(index * size, (index + 1) * size)

test('pages counted from 1 are read to the end', async () => {
  expect(await read((index, size) => part(Math.max(0, index - 1), size))).toMatchObject({ customers: 35 })
})

test('pages counted from 1 that are shorter than asked for are read to the end', async () => {
  expect(await read((index) => part(Math.max(0, index - 1), 4))).toMatchObject({ customers: 35 })
})

test('a whole list that is exactly as long as a page is not asked for without end', async () => {
  const { customers, asked } = await read(() => all.slice(0, 10))
  expect([customers, asked.length <= 4]).toEqual([10, true])
})

test('a whole list that is longer than a page is fetched once', async () => {
  expect(await read(() => all)).toEqual({ customers: 35, asked: [0] })
})
