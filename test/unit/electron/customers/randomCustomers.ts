/** Random customers for the tests of lists. */
import fc from 'fast-check'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'
import { now } from './support.ts'

export const day = 86_400_000
export const at = (days: number): string => new Date(now + days * day).toISOString()

/** Few different values, so that many customers are equal in an order, and packages end at the same instant. */
const instant = fc.constantFrom(-40, -3, -1, 0, 0.5, 1, 2, 3, 3.5, 6, 7, 30, 60).map(at)
const someItem = fc
  .record({
    available: fc.constantFrom(0, 0.5, 3),
    mode: fc.constantFrom('NOW', 'FIRST_USE', 'ON_DEMAND', 'LATER'),
    started: fc.boolean(),
    ends: fc.option(instant),
    broken: fc.constantFrom(false, false, false, true),
    status: fc.constantFrom(undefined, undefined, undefined, 'Refunded'),
    name: fc.constantFrom('Europe', 'Japan', 'Asia', '', null),
    salesDate: fc.option(instant),
  })
  .map(({ available, mode, started, ends, broken, status, name, salesDate }) => ({
    started,
    more: { status, salesDate },
    balance: {
      name,
      activatedAt: started ? at(-50) : null,
      expiresAt: broken ? 'soon' : ends,
      activationMode: mode,
      availableBalance: { sizeValue: available, sizeUnit: 'GB' },
    },
  }))
const someEsim = fc.record({
  state: fc.constantFrom('RELEASED', 'INSTALLED', 'ENABLED', 'DISABLED', 'ERROR', 'MELTED', null),
  active: fc.constantFrom(true, true, false, null),
  lastSeen: fc.option(instant),
})
const someCustomer = fc.record({
  email: fc.option(
    fc.constantFrom('ann@x.example', 'Ann@x.example', 'bo@x.example', 'émil@x.example', 'zoë@x.example'),
  ),
  remaining: fc.option(
    fc.record({ sizeValue: fc.constantFrom(0, 0.5, 512, 3), sizeUnit: fc.constantFrom('MB', 'GB', 'parsecs') }),
  ),
  items: fc.array(someItem, { maxLength: 4 }),
  esims: fc.array(someEsim, { maxLength: 3 }),
  hasBrokenPart: fc.constantFrom(false, false, false, false, true),
})

function entryOf(n: number, drawn: typeof someCustomer extends fc.Arbitrary<infer T> ? T : never): WireCustomerEntry {
  const items: unknown[] = drawn.items.map(({ more, balance }, m) => item(`i-${n}-${m}`, more, balance))
  if (drawn.hasBrokenPart) items.push({ uid: `broken-${n}`, balance: 'none' })
  return customer(`c-${n}`, drawn.email, {
    totalAvailableBalance: drawn.remaining,
    activatedItems: items,
    relatedEsims: drawn.esims.map((one, m) => esim(`89370025${String(n).padStart(8, '0')}${m}`, one)),
  })
}

export const customers = (seed: number, count: number): readonly WireCustomerEntry[] =>
  fc.sample(someCustomer, { seed, numRuns: count }).map((drawn, n) => entryOf(n, drawn))
