/** The main process stores nothing of a call that it has answered. */
import { expect, onTestFinished, test } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { createBridge } from '../../electron/bridge/index.ts'
import type { Handlers } from '../../electron/bridge/index.ts'
import { idleHandlers } from '../support/idleHandlers.ts'
import { heapAfterCollection, megabytes } from '../support/measure.ts'
import { sizes } from './sizes.ts'

const origin = 'app://desk'

/** Creates a result of about 25 KB, the size of one screen of customers. */
const screen = (call: number) => ({
  rows: Array.from({ length: 50 }, (_, row) => ({
    uid: CustomerUid.parse(`customer-${String(call)}-${String(row)}`),
    email: `somebody-${String(call)}-${String(row)}@example.org`,
    esims: [],
    totalRemaining: null,
    nextExpiry: null,
    lastSeen: null,
    soldAt: null,
    packages: { active: 0, waiting: 0, over: 1, total: 1 },
    packageNames: [`Package of call ${String(call)} and row ${String(row)} `.repeat(4)],
    match: null,
  })),
  total: 50,
  asOf: '2026-01-15T00:00:00.000Z',
})

function bridgeWith(list: Handlers['customers']['list']) {
  const log = { error: () => undefined, warn: () => undefined, debug: () => undefined }
  const bridge = createBridge({
    handlers: { ...idleHandlers, customers: { ...idleHandlers.customers, list } },
    origin,
    log,
  })
  onTestFinished(bridge.close)
  return (): Promise<string> =>
    bridge.answer({ isMainFrame: true, origin, text: JSON.stringify({ op: 'customers.list', input: { limit: 50 } }) })
}

const maxGrowth = 10 * 1024 * 1024

test(
  `after ${String(sizes.bridgeCalls)} answered calls the heap is at most 10 MB larger`,
  async () => {
    let calls = 0
    const ask = bridgeWith(() => Promise.resolve(screen(calls++)))
    for (let warm = 0; warm < 100; warm += 1) await ask()
    const before = await heapAfterCollection()
    for (let call = 0; call < sizes.bridgeCalls; call += 1) {
      const answer = await ask()
      if (!answer.startsWith('{"ok":true')) throw new Error(`The bridge refused: ${answer.slice(0, 300)}`)
    }
    const growth = (await heapAfterCollection()) - before
    process.stdout.write(
      `heap after ${String(sizes.bridgeCalls)} calls of the bridge: ${String(megabytes(growth))} MB more\n`,
    )
    expect(growth).toBeLessThan(maxGrowth)
  },
  sizes.timeout,
)

test(
  'after many refused calls the heap is at most 10 MB larger',
  async () => {
    let calls = 0
    const ask = bridgeWith(() =>
      Promise.reject(new Error(`refused ${String(calls++)} ${'x'.repeat(20_000)}${String(calls)}`)),
    )
    for (let warm = 0; warm < 100; warm += 1) await ask()
    const before = await heapAfterCollection()
    for (let call = 0; call < sizes.bridgeCalls / 2; call += 1) expect(await ask()).toContain('unexpected')
    expect((await heapAfterCollection()) - before).toBeLessThan(maxGrowth)
  },
  sizes.timeout,
)
