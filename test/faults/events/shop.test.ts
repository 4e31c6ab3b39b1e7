/**
 * An hour of a shop: customers install, arrive, use their data up and top up, while the sandbox notifies a relay by
 * webhook and one desk and many simulated ones read it. Every webhook that the relay took reaches each of them once and
 * in order. The clock of the sandbox stands and is moved minute by minute.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { WireRegister, WireTopUp } from '#shared/wire/activation.ts'
import { FeedPage, relayPaths, type ReceivedRecord } from '#shared/wire/relay.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import { systemClock } from '../../../electron/base/clock.ts'
import { mix } from '../../../electron/sandbox/prng.ts'
import { createServiceClient, type ServiceClient } from '../../../electron/service/index.ts'
import { control, ControlRefusal, type Control, type Delivery } from '../../support/control.ts'
import { eventually } from '../../support/eventually.ts'
import { address, enrolDevice, startTestRelay, type TestDevice, type TestRelay } from '../../support/relay.ts'
import { startSandboxProcess } from '../../support/sandbox.ts'
import { startDesk } from '../../unit/electron/events/relaySupport.ts'
import { silentLog } from '../../unit/electron/storage/support.ts'
import { sizes } from '../sizes.ts'

const seed = Number(process.env['ESIM_DESK_SHOP_SEED'] ?? Date.now() % 1_000_000)
const actsPerMinute = 20
const countries = ['DE', 'FR', 'JP', 'PT', 'US'] as const

let drawn = 0
const below = (limit: number): number => mix(seed, (drawn += 1)) % limit
function oneOf<T>(values: readonly T[]): T {
  const value = values[below(values.length)]
  if (value === undefined) throw new Error('There is nothing to choose from')
  return value
}

interface Watched {
  readonly uid: string
  readonly iccid: string
}

interface Shop {
  readonly acts: Control
  readonly client: ServiceClient
  readonly customers: readonly Watched[]
}

async function openShop(): Promise<Shop> {
  const sandbox = await startSandboxProcess({ customers: sizes.shopCustomers, seed: 7 })
  onTestFinished(() => sandbox.stop())
  const { baseUrl, segment } = sandbox.info
  const client = createServiceClient({
    address: baseUrl,
    segment,
    credentials: () => Promise.resolve(sandbox.info),
    clock: systemClock,
    log: silentLog,
  })
  onTestFinished(() => client.close())
  const acts = control(sandbox.info)
  await acts.clock('stand')
  const { entries } = await client.customersPage({ size: sizes.shopCustomers, index: 0 })
  const customers = entries.flatMap(({ customer, relatedEsims }) => {
    const iccid = relatedEsims?.[0]?.iccid
    return iccid === undefined || iccid === null ? [] : [{ uid: customer.uid, iccid }]
  })
  await client.prepareMoney()
  return { acts, client, customers }
}

/** What customers do, often enough that data runs out: a refusal, such as to install twice, is part of life. */
async function liveOneMinute({ acts, client, customers }: Shop, items: readonly string[]): Promise<void> {
  const doings: readonly ((customer: Watched) => Promise<unknown>)[] = [
    ({ iccid }) => acts.install(iccid),
    ({ iccid }) => acts.uninstall(iccid),
    ({ uid }) => acts.enter(uid, oneOf(countries)),
    ({ uid }) => acts.use(uid, 100 + below(900)),
    ({ uid }) => acts.use(uid, 3000),
    ({ uid }) =>
      client.sendMoney({
        kind: 'top-up',
        intentId: `shop-${String(drawn)}`,
        body: WireTopUp.parse({
          customerUid: uid,
          inventoryItemId: oneOf(items),
          metatag: `shop-${String(drawn)}`,
          activationMode: 'NOW',
        }),
      }),
  ]
  // The customer of a top-up may have another country set, and is refused then. A sale to a new one starts its package.
  await client.sendMoney({
    kind: 'register',
    intentId: `shop-new-${String(drawn)}`,
    body: WireRegister.parse({
      inventoryItemId: oneOf(items),
      metatag: `shop-new-${String(drawn)}`,
      activationMode: 'NOW',
      userIp: '192.0.2.7',
      userCountry: 'DE',
    }),
  })
  for (let act = 0; act < actsPerMinute; act++) {
    await oneOf(doings)(oneOf(customers)).catch((thrown: unknown) => {
      if (!(thrown instanceof ControlRefusal)) throw thrown
    })
  }
  await acts.advance(60_000)
}

interface Reader {
  readonly records: ReceivedRecord[]
  readonly stop: () => Promise<void>
}

/** A simulated desk: it reads by long poll and hangs up now and then. */
function watch({ url }: TestRelay, { token }: TestDevice): Reader {
  const records: ReceivedRecord[] = []
  let stopped = false
  const run = async (): Promise<void> => {
    let cursor = 0
    while (!stopped) {
      const limit = Math.random() < 0.2 ? Math.floor(50 * Math.random()) : 10_000
      const page = await fetch(`${url}${relayPaths.feed}?wait=1&after=${String(cursor)}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(limit),
      })
        .then((answer) => answer.json())
        .then((value) => FeedPage.parse(value))
        .catch(() => null)
      if (page !== null) {
        records.push(...page.records)
        cursor = page.next
      }
      await sleep(Math.random() * 100)
    }
  }
  const running = run()
  return {
    records,
    async stop() {
      stopped = true
      await running
    },
  }
}

const isEvent = (record: ReceivedRecord): boolean => record.type === 'event'
/** The desk's own reads become records too, whenever it makes them; only the events are known beforehand. */
const eventsOf = (records: readonly ReceivedRecord[]): readonly number[] =>
  records.filter(isEvent).map(({ seq }) => seq)

test(`an hour of a shop reaches every desk once and in order (seed ${String(seed)})`, async () => {
  const relay = await startTestRelay({ variables: { RELAY_RATE: '100000' } })
  const shop = await openShop()
  const addresses = Object.fromEntries(
    await Promise.all(WebhookKind.options.map(async (kind) => [kind, await address(relay, kind)] as const)),
  ) as Record<WebhookKind, string>
  await shop.acts.setWebhooks(addresses)
  const desk = await startDesk(relay)
  const device = await enrolDevice(relay, 'Ben')
  const watchers = Array.from({ length: sizes.shopDesks }, () => watch(relay, device))
  const { items } = await shop.client.inventory()

  const delivered = new Map<number, Delivery>()
  for (let minute = 0; minute < sizes.shopMinutes; minute++) {
    await liveOneMinute(
      shop,
      items.map(({ id }) => id),
    )
    for (const one of await shop.acts.deliveries()) delivered.set(one.id, one)
  }
  const taken = [...delivered.values()]
  expect(taken.map(({ status, problem }) => problem ?? status)).toEqual(taken.map(() => 200))
  expect([...delivered.keys()].toSorted((a, b) => a - b)).toEqual(taken.map((_, index) => index + 1))

  const feed = await eventually(async () => {
    const all = await device.readAll()
    expect(all.filter(isEvent)).toHaveLength(taken.length)
    return all
  })
  await eventually(() => {
    for (const { records } of watchers) expect(eventsOf(records).at(-1)).toBe(eventsOf(feed).at(-1))
    const stored = desk.store.page({}, 100_000, null)
    expect(stored.reduce((sum, { repeats }) => sum + 1 + repeats, 0)).toBe(taken.length)
  })
  await Promise.all(watchers.map(({ stop }) => stop()))
  for (const { records } of watchers) {
    expect(eventsOf(records)).toEqual(eventsOf(feed))
    const seqs = records.map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
  }

  const countOf = (kinds: readonly string[]): Record<string, number> =>
    Object.fromEntries([...new Set(kinds)].toSorted().map((kind) => [kind, kinds.filter((one) => one === kind).length]))
  const kinds = countOf(taken.map(({ kind }) => kind))
  expect(
    countOf(desk.store.page({}, 100_000, null).flatMap(({ kind, repeats }) => Array<string>(1 + repeats).fill(kind))),
  ).toEqual(kinds)
  process.stdout.write(`webhooks of the shop: ${String(taken.length)}, to ${String(watchers.length + 1)} desks\n`)
  const certain = ['balanceActivation', 'countryChange', 'esimStatus', ...(sizes.all ? ['lowBalance'] : [])]
  for (const kind of certain) expect(kinds[kind] ?? 0, kind).toBeGreaterThan(0)
})
