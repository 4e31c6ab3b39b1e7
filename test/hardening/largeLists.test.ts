/**
 * The longest lists of the inventory, the countries and the devices that the desk accepts, from the service to the
 * result of the bridge.
 */
import { expect, onTestFinished, test } from 'vitest'
import { createBridge } from '../../electron/bridge/index.ts'
import { systemClock } from '../../electron/base/clock.ts'
import { createInventory } from '../../electron/inventory/index.ts'
import { answerBytes, maxElements } from '../../electron/service/http/answerLimits.ts'
import { idleHandlers } from '../support/idleHandlers.ts'
import { measure } from '../support/measure.ts'
import { desk, log } from '../unit/electron/connections/support.ts'
import {
  type Body,
  hostileService,
  listOf,
  repeated,
  send,
  threadedParser,
  expectWithinLimits,
} from './hostileService.ts'
import { sizes } from './sizes.ts'

const origin = 'app://desk'

/** Returns a function that requests a list over the bridge, as the window does. */
async function askFor(body: Body): Promise<
  (
    op: string,
    input?: unknown,
  ) => Promise<{
    readonly ok: boolean
    readonly error?: { readonly code: string }
    readonly value?: { readonly rows?: readonly unknown[] }
  }>
> {
  const address = await hostileService((_request, response) => send(response, body))
  const { connections } = await desk({ parser: threadedParser() })
  const inventory = createInventory({ connections, clock: systemClock, log })
  onTestFinished(inventory.close)
  await connections.openEphemeral({ address, segment: 'service', clientId: 'client', clientSecret: 'secret-of-client' })
  const bridge = createBridge({ handlers: { ...idleHandlers, inventory: inventory.handlers }, origin, log })
  onTestFinished(bridge.close)
  return async (op, input) =>
    JSON.parse(await bridge.answer({ isMainFrame: true, origin, text: JSON.stringify({ op, input }) }))
}

const manyCountries = '"DE","FR","IT","ES","JP","US","CA","MX","BR","AR",'.repeat(20).slice(0, -1)
const price = '[{"priceValue":1.5,"currencyCode":"USD"},{"priceValue":2,"currencyCode":"EUR"}]'
const packageOf = (at: number, countries: string): string =>
  `{"id":"i${String(at)}","name":"Package ${String(at)}","sizeValue":3,"sizeUnit":"GB",` +
  `"validitySize":30,"validityUnit":"DAY","countrySet":"S${String(at)}",` +
  `"includedCountries":[${countries}],"prices":${price},"retailPrices":${price}}`

test(
  'an inventory of as many packages as the desk accepts does not block the main process',
  async () => {
    const ask = await askFor(() => listOf('{"items":[', maxElements.inventory, (at) => packageOf(at, '"DE"'), ']}'))
    const { value } = expectWithinLimits('the largest inventory', await measure(() => ask('inventory.list')))
    expect(value?.rows).toHaveLength(maxElements.inventory)
  },
  sizes.timeout,
)

test(
  'an inventory whose packages each cover two hundred countries does not block the main process',
  async () => {
    const count = Math.floor(answerBytes.inventory / packageOf(maxElements.inventory, manyCountries).length) - 1
    const ask = await askFor(() =>
      listOf('{"items":[', Math.min(count, maxElements.inventory), (at) => packageOf(at, manyCountries), ']}'),
    )
    const { ok } = expectWithinLimits('the inventory of the most countries', await measure(() => ask('inventory.list')))
    expect(ok).toBe(true)
  },
  sizes.timeout,
)

test(
  'a package with an endless list of countries is omitted, and the desk continues',
  async () => {
    const ask = await askFor(() =>
      repeated(
        '{"items":[{"id":"i1","name":"n","sizeValue":1,"sizeUnit":"GB","countrySet":"DE","includedCountries":["DE"',
        ',"DE"',
        ']}]}',
        answerBytes.inventory / 2,
      ),
    )
    const { value } = expectWithinLimits('a package of endless countries', await measure(() => ask('inventory.list')))
    expect(value?.rows).toEqual([])
  },
  sizes.timeout,
)

test.each([
  ['devices', 'inventory.devices', undefined, maxElements.devices],
  ['countries', 'inventory.countries', { countrySet: 'WWW' }, maxElements.countries],
] as const)(
  'as many %s as the desk accepts do not block the main process',
  async (what, op, input, count) => {
    const ask = await askFor(() =>
      listOf(
        '[',
        count,
        (at) =>
          `{"code":"C${String(at)}","name":"Name ${String(at)} of a ${what}","vendor":"Vendor","platform":"Platform"}`,
        ']',
      ),
    )
    const { ok } = expectWithinLimits(`the most ${what}`, await measure(() => ask(op, input)))
    expect(ok).toBe(true)
  },
  sizes.timeout,
)

test.each(['inventory.list', 'inventory.devices'])(
  '%s with one more element is refused',
  async (op) => {
    const [head, tail, count] =
      op === 'inventory.list' ? ['{"items":[', ']}', maxElements.inventory] : ['[', ']', maxElements.devices]
    const ask = await askFor(() => listOf(head, count + 1, (at) => packageOf(at, ''), tail))
    expect((await ask(op)).error?.code).toBe('too_large')
  },
  sizes.timeout,
)
