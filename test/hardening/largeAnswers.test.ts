/**
 * Responses that are designed to exhaust the main process, from a real server on loopback: compressed bodies that
 * expand a thousand times, endless lists, one customer with more packages than a person ever buys.
 */
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { asDeskError } from '#shared/errors.ts'
import { customerViewSteps } from '../../electron/views/customerView.ts'
import { CustomerView } from '#shared/model/customer/views.ts'
import { maxPackages } from '#shared/wire/customer.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { createBridge } from '../../electron/bridge/index.ts'
import { inSteps } from '../../electron/base/inSteps.ts'
import { readPages, type ServiceClient } from '../../electron/service/index.ts'
import { idleHandlers } from '../support/idleHandlers.ts'
import { measure } from '../support/measure.ts'
import { clientOf, log } from '../unit/electron/service/support.ts'
import { item } from '../unit/shared/model/customerSamples.ts'
import {
  type RequestHandler,
  type Body,
  hostileService,
  listOf,
  repeated,
  send,
  threadedParser,
  expectWithinLimits,
} from './hostileService.ts'
import { sizes } from './sizes.ts'

const serviceWith = async (answer: RequestHandler, tokenBytes?: number): Promise<ServiceClient> =>
  clientOf(await hostileService(answer, tokenBytes), { parser: threadedParser() })

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (thrown: unknown) => asDeskError(thrown).code,
  )

const { hostileBytes } = sizes
const customer = (uid: string, more = ''): string => `{"customer":{"uid":"${uid}"}${more}}`

const hostileLists: readonly (readonly [string, Body, string])[] = [
  ['empty lists', () => repeated('[', '[],', '[]]', hostileBytes), 'unreadable_answer'],
  ['empty objects', () => repeated('{"customers":[', '{},', '{}]}', hostileBytes), 'unreadable_answer'],
  [
    'one element of empty lists',
    () => repeated('[{"customer":{"uid":"c1"},"activatedItems":[', '[],', '[]]}]', hostileBytes),
    'none',
  ],
  ['lists in lists', () => repeated('[', '[', ']', hostileBytes), 'unreadable_answer'],
  [
    'one customer with a member that nobody knows',
    () => repeated('[{"customer":{"uid":"c1"},"more":[', '[],', '[]]}]', 3_500_000),
    'none',
  ],
  ['one text', () => repeated('["', 'x'.repeat(1024), '"]', hostileBytes), 'none'],
  ['nothing but spaces', () => repeated('', ' ', '', hostileBytes * 1.5), 'too_large,unreadable_answer'],
  [
    'a member beside the list',
    () => repeated('{"more":"', 'y'.repeat(1024), '","customers":[]}', hostileBytes),
    'not_this_service',
  ],
  ['numbers under any name', () => repeated('{"total":9,"content":[', '7,', '7]}', hostileBytes), 'unreadable_answer'],
  [
    'two lists',
    () => listOf('{"a":[', 5000, (at) => customer(`c${String(at)}`), '],"b":[{"customer":{"uid":"d1"}}]}'),
    'unreadable_answer',
  ],
  [
    'texts that never end the list',
    () => repeated('[', `${customer('c1')} `, '', 2 * 1024 * 1024),
    'unreadable_answer',
  ],
]

test.each(hostileLists)(
  'a page of customers that consists of %s has the expected outcome, and the desk continues',
  async (what, body, expected) => {
    const client = await serviceWith((_request, response) => send(response, body))
    const page = () => client.customersPage({ size: 200, index: 0 }, { take: () => Promise.resolve() })
    const code = expectWithinLimits(what, await measure(() => codeOf(page())))
    expect(expected.split(',')).toContain(code)
    expect(await codeOf(page())).toBe(code)
  },
  sizes.timeout,
)

test(
  'the first read after an unreadable response succeeds',
  async () => {
    const bodies: Body[] = [() => repeated('[', '[],', '[]]', hostileBytes), () => [`[${customer('c1')}]`]]
    const client = await serviceWith((_request, response) => send(response, bodies.shift() ?? (() => ['[]'])))
    expect(await codeOf(client.customersPage({ size: 200, index: 0 }))).toBe('unreadable_answer')
    expect((await client.customersPage({ size: 200, index: 0 })).entries.map(({ customer: { uid } }) => uid)).toEqual([
      'c1',
    ])
  },
  sizes.timeout,
)

test.each([
  ['customers', '{"customers":['],
  ['another name', '{"total":7,"tags":["a"],"content":['],
])(
  'a list of all customers in one response under %s is processed in parts',
  async (_name, begin) => {
    const total = sizes.endlessCustomers
    const filler = `,"note":"${'n'.repeat(600)}"`
    const everybody: Body = () => listOf(begin, total, (at) => customer(`c${String(at)}`, filler), ']}')
    const client = await serviceWith((_request, response) => send(response, everybody))
    let seen = 0
    let largest = 0
    const store = ({ entries }: { readonly entries: readonly unknown[] }): Promise<number> => {
      seen += entries.length
      largest = Math.max(largest, entries.length)
      return Promise.resolve(entries.length)
    }
    const read = (
      index: number,
      size: number,
      signal: AbortSignal,
      take: NonNullable<Parameters<typeof client.customersPage>[1]>['take'],
    ) => client.customersPage({ size, index }, { signal, ...(take !== undefined && { take }) })
    const { complete } = expectWithinLimits(
      `${String(total)} customers in one response`,

      await measure(() => readPages({ size: 200, read, store }, new AbortController().signal)),
    )
    expect({ complete, seen }).toEqual({ complete: true, seen: total })
    expect(largest).toBeLessThan(2000)
  },
  sizes.timeout,
)

test(
  `a customer with ${String(sizes.packages)} packages is shown with the latest packages and the number of omitted ones`,
  async () => {
    const now = Date.parse('2026-01-15T00:00:00Z')
    const sold = (at: number): string =>
      JSON.stringify(item(`item-${String(at)}`, { salesDate: new Date(now - at * 60_000).toISOString() }))
    const packages: Body = () =>
      listOf('{"customer":{"uid":"c1"},"relatedEsims":[],"activatedItems":[', sizes.packages, sold, ']}')
    const inventory = Array.from({ length: 500 }, (_, at) => ({
      id: `i${String(at)}`,
      name: 'Europe 3 GB',
      sizeValue: 3,
      sizeUnit: 'GB',
      countrySet: 'EU',
      includedCountries: ['DE'],
    }))
    const client = await serviceWith((request, response) =>
      send(
        response,
        request.url?.includes('inventory') === true ? () => [JSON.stringify({ items: inventory })] : packages,
      ),
    )
    const { items } = await client.inventory()
    const context = {
      now,
      asOf: now,
      inventory: items,
      lockedItems: new Set<never>(),
      countrySetOf: () => null,
      samePerson: [],
      source: 'service' as const,
    }
    const get = async () => {
      const entry = await client.customer(CustomerUid.parse('c1'))
      expect(entry.itemsListed).toBe(false)
      return await inSteps(customerViewSteps(entry, context))
    }
    const origin = 'app://desk'
    const bridge = createBridge({
      handlers: { ...idleHandlers, customers: { ...idleHandlers.customers, get } },
      origin,
      log,
    })
    onTestFinished(bridge.close)
    const text = JSON.stringify({ op: 'customers.get', input: { uid: 'c1' } })
    const answer: unknown = JSON.parse(
      expectWithinLimits(
        `a customer of ${String(sizes.packages)} packages`,
        await measure(() => bridge.answer({ isMainFrame: true, origin, text })),
      ),
    )
    const { value: view } = z.object({ value: CustomerView }).parse(answer)
    expect(view.items).toHaveLength(maxPackages)
    expect(view.omittedItems).toBe(sizes.packages - maxPackages)
    expect(view.items.map(({ uid }) => uid)).toContain('item-0')
  },
  sizes.timeout,
)

test.each([
  ['a token of 30 MB', 30 * 1024 * 1024, 'too_large'],
  ['a token of 20 KB', 20_000, 'token_too_long'],
])(
  '%s is refused',
  async (what, length, code) => {
    const client = await serviceWith((_request, response) => response.end('[]'), length)
    expect(expectWithinLimits(what, await measure(() => codeOf(client.inventory())))).toBe(code)
  },
  sizes.timeout,
)
