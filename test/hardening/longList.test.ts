/**
 * A service that sends all of its customers in one object, more than the desk may keep: over HTTP, through the parser's
 * thread, into a directory's file.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../electron/base/clock.ts'
import { createSync } from '../../electron/customers/sync/sync.ts'
import { measure } from '../support/measure.ts'
import { locationIn, openWorker } from '../unit/electron/customers/support.ts'
import { clientOf, log } from '../unit/electron/service/support.ts'
import { customer } from '../unit/shared/model/customerSamples.ts'
import { expectWithinLimits, hostileService, listOf, send, threadedParser } from './hostileService.ts'
import { sizes } from './sizes.ts'

const total = sizes.listedCustomers
const entry = JSON.stringify(customer('c-#', 'p#@x.example'))

test(
  `of ${total.toLocaleString('en')} customers in an object as many as allowed are copied, and other calls are answered meanwhile`,
  async () => {
    const service = await hostileService((request, response) => {
      const isList = request.url?.includes('/activations/customers?') === true
      send(
        response,
        isList
          ? () => listOf('{"total":7,"customers":[', total, (at) => entry.replaceAll('#', String(at)), ']}')
          : () => ['{"items":[]}'],
      )
    })
    const client = clientOf(service, { parser: threadedParser() })
    const folder = await mkdtemp(join(tmpdir(), 'esim-desk-long-list-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    const directory = await openWorker(locationIn(folder))
    let maxCustomers = total - 1
    const sync = createSync({
      client,
      directory,
      storage: 'disk',
      signal: new AbortController().signal,
      clock: systemClock,
      emit: () => undefined,
      log,
      started: Promise.resolve(),
      maxCustomers: () => Promise.resolve(maxCustomers),
    })
    onTestFinished(sync.stop)
    const listed = async (): Promise<number> =>
      (await directory.call((remote) => remote.list({ limit: 1, now: Date.now() }))).total
    /** Copies the list, and returns how many calls to the service and the directory were answered before its end. */
    const copy = async (): Promise<number> => {
      let answered = -1
      const running = sync.run()
      do {
        await Promise.all([client.inventory(), listed()])
        answered += 1
      } while (sync.status().state === 'syncing')
      await running
      return answered
    }
    const during = expectWithinLimits(`a list of ${String(total)} in an object`, await measure(copy))
    expect(sync.status()).toMatchObject({ state: 'failed', problem: 'customer_limit_reached', customers: total - 1 })
    expect([await listed(), during > 3]).toEqual([total - 1, true])
    maxCustomers = total
    await copy()
    expect(sync.status()).toMatchObject({ state: 'done', problem: null, customers: total, whole: true })
    expect(await listed()).toBe(total)
  },
  sizes.timeout,
)
