/**
 * Every variant of the sandbox over real HTTP: the client does the same work in each, learns the dialect, spares itself
 * the search for it the next time, and goes on when the service changes it in between.
 *
 * @module-tag slow
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WireActivation } from '#shared/wire/activation.ts'
import { CountrySetId, InventoryItemId } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../../electron/base/clock.ts'
import { startSandbox, type Sandbox } from '../../../../../electron/sandbox/index.ts'
import { Variants, type VariantsInput } from '../../../../../electron/sandbox/variants.ts'
import {
  createServiceClient,
  type Dialect,
  type Evidence,
  type MoneyKind,
  type MoneyRequest,
  type ServiceClient,
} from '../../../../../electron/service/index.ts'
import { control, type Control } from '../../../../support/control.ts'
import { clientOf, log, thrownBy } from '../support.ts'

/**
 * Those that change what is done or how it is answered beyond this work, or a value in it; the tests of the desk's own
 * rules and `test/variations/` have them.
 */
const elsewhere = [
  'shownAfterReads',
  'purchaseAnswer',
  'refusalStatus',
  'metatagChange',
  'itemFields',
  'esimFields',
  'customerFields',
  'inventoryFields',
  'unreadableForm',
] as const satisfies readonly (keyof Variants)[]
type Choices = {
  readonly [K in Exclude<keyof Variants, (typeof elsewhere)[number]>]: readonly VariantsInput[K][]
}

/** Of those with endless values, such as numbers, some that make a difference. */
const choices: Choices = {
  search: ['post', 'get', 'both'],
  searchRefusal: [405, 404, 400],
  searchEnvelope: ['object', 'array', 'items', 'content', 'data', 'results'],
  searchParameters: ['searchQuery', 'named', 'query', 'q'],
  searchAnswer: ['list', 'notFound'],
  customerEnvelope: ['entry', 'flat', 'array', 'inData', 'inCustomer', 'inResult', 'bare', 'missing', 'notAllowed'],
  refundPath: ['plain', 'segment', 'both'],
  devicesPath: ['plain', 'segment', 'both'],
  paging: ['pages', 'ignored', 'refused'],
  firstPage: [0, 1, 'zeroOrOne'],
  pageCap: [null, 7],
  listEnvelope: ['array', 'object', 'items', 'content', 'data', 'results'],
  listTotals: [false, true],
  listOrder: ['oldestFirst', 'newestFirst'],
  itemOrder: ['sale', 'newestFirst', 'stored'],
  refundResult: ['status', 'removed', 'emptied', 'unchanged'],
  refundAnswer: ['empty', 'success', 'noContent'],
  activateAnswer: ['item', 'empty', 'noContent'],
  errorForm: ['problem', 'title', 'message', 'error', 'errorMsg', 'errorTexts', 'meta', 'text'],
  openPlaces: [false, true],
  tokenSeconds: [86_400, 30],
  expiresIn: ['truth', 'text', 'word', 'null', 'missing', 0, 1_000_000_000],
  optional: [
    [],
    [
      'history',
      'item',
      'customerCorrection',
      'profileDomains',
      'inventoryItem',
      'retailPrice',
      'connectivity',
      'version',
    ],
  ],
  metatagLimit: [null, 8],
  idempotency: ['ignored', 'honoured'],
  onDemandElsewhere: ['refused', 'accepted'],
  replacement: ['newProfile', 'sameProfile'],
  emptyMetatag: ['refused', 'accepted'],
  emptyDates: ['null', 'omitted', 'emptyString', 'year1', 'year1970', 'year0'],
  instants: ['iso', 'blank', 'noSeconds', 'date', 'lowerCase', 'seconds', 'milliseconds'],
  sizeUnits: ['own', 'KB', 'B', 'lowerCase'],
  volumes: ['limited', 'minusOne', 'zero', 'unlimitedText', 'unlimitedUnit', 'unknownUnit'],
  currency: ['usual', 'lowerCase', 'noise', 'EUR', 'JPY', 'KWD'],
  activationCodes: ['usual', 'blanks', 'newline', 'noMatchingId', 'oid'],
  absentObjects: ['given', 'null', 'missing'],
  inventoryTerabytes: ['GB', 'TB'],
  historyEnd: ['wholeDay', 'firstInstant'],
  esimStatusWebhook: ['installations', 'everyChange'],
  webhookField: ['usual', 'numbersAsText'],
  byteOrderMark: [false, true],
  installedSpelling: ['mixed', 'INSTALLED', 'INSTALLED/ENABLED'],
  monthlyRefunds: [100_000],
  gzip: [false, true],
  text: ['plain', 'hostile'],
  unreadableCustomer: [null, 3],
  unreadablePackage: [null, 2],
}
const names = Object.keys(choices) as (keyof Choices)[]

let sandbox: Sandbox
let acts: Control
let learned: Dialect | undefined
let intents = 0

const options = () => ({
  address: sandbox.baseUrl,
  segment: sandbox.segment,
  credentials: () => Promise.resolve(sandbox),
  clock: systemClock,
  log,
})
const connect = (remembered?: Dialect): ServiceClient =>
  clientOf(sandbox.baseUrl, {
    ...options(),
    onDialect: (dialect) => (learned = dialect),
    ...(remembered === undefined ? {} : { remembered }),
  })
/** The usual service, but for this. */
const setOnly = (choice: VariantsInput): Promise<unknown> =>
  acts.setVariants({ ...Variants.parse({ monthlyRefunds: 100_000 }), ...choice })
const wrongWays = async (): Promise<number> => (await acts.state()).counts.requests['unknown'] ?? 0

beforeAll(async () => {
  sandbox = await startSandbox({ customers: 30, seed: 7, credits: 1_000_000 })
  acts = control(sandbox)
})
beforeEach(() => {
  learned = undefined
})
afterAll(() => sandbox.close())

/** As operations do it: the other path after a 404 of no route, a new token after a refused one, and no third send. */
async function sent(
  client: ServiceClient,
  kind: MoneyKind,
  request: (send: { readonly intentId: string; readonly path: string }) => MoneyRequest,
): Promise<Evidence> {
  const intentId = `INTENT-${String((intents += 1))}`
  for (const path of client.moneyRoutes(kind)) {
    let evidence = await client.sendMoney(request({ intentId, path }))
    if (evidence.type === 'answer' && evidence.status === 403) {
      await client.renewToken()
      evidence = await client.sendMoney(request({ intentId, path }))
    }
    if (evidence.type === 'answer' && evidence.status === 404) continue
    client.rememberMoneyRoute(kind, path)
    return evidence
  }
  throw new Error(`${kind} has no path`)
}

function bought(evidence: Evidence): WireActivation {
  if (evidence.type !== 'answer' || evidence.status !== 200) throw new Error(`not bought: ${JSON.stringify(evidence)}`)
  return WireActivation.parse(JSON.parse(evidence.body.replace(/^\uFEFF/, '')))
}

async function everyone(
  client: ServiceClient,
): Promise<{ readonly uids: ReadonlySet<string>; readonly unreadable: number }> {
  const uids = new Set<string>()
  const unreadable = new Set<string | null>()
  for (let index = 0; ; index += 1) {
    const page = await client.customersPage({ size: 20, index })
    if (page.received === 0) return { uids, unreadable: unreadable.size }
    for (const { customer } of page.entries) uids.add(customer.uid)
    for (const { uid } of page.unreadable) unreadable.add(uid)
    if (index > 200) throw new Error('the pages never end')
  }
}

/** One piece of each kind of work; returns what was seen of it, which is the same for every dialect. */
async function work(client: ServiceClient) {
  const { items, unreadable } = await client.inventory()
  const pack = items.find(({ countrySet, prices }) => countrySet === 'WWW' && (prices?.[0]?.priceValue ?? 0) > 0)
  await client.prepareMoney()
  const customerEmail = `ada-${String(intents)}@example.org`
  const body = {
    inventoryItemId: InventoryItemId.parse(pack?.id),
    metatag: 'm',
    userIp: '192.0.2.1',
    userCountry: 'DE',
  }
  const { customer, activatedItem, esimProfile } = bought(
    await sent(client, 'register', (send) => ({
      ...send,
      kind: 'register',
      body: { ...body, customerEmail, activationMode: 'ON_DEMAND' },
    })),
  )
  const uid = customer.uid
  const second = bought(
    await sent(client, 'top-up', (send) => ({ ...send, kind: 'top-up', body: { ...body, customerUid: uid } })),
  )
  const activate = await sent(client, 'activate', (send) => ({ ...send, kind: 'activate', itemUid: activatedItem.uid }))
  const refund = await sent(client, 'refund', (send) => ({
    ...send,
    kind: 'refund',
    itemUid: second.activatedItem.uid,
  }))
  const found = await Promise.all([
    client.searchCustomers({ key: 'UID', query: uid, mode: 'isExact', limit: 5 }),
    client.searchCustomers({ key: 'ICCID', query: esimProfile?.iccid ?? '', mode: 'isExact', limit: 5 }),
    client.searchCustomers({ key: 'EMAIL', query: customerEmail, mode: 'isExact', limit: 5 }),
  ])
  const { uids, unreadable: unread } = await everyone(client)
  return {
    packages: items.length + unreadable.length,
    countries: (await client.countries(CountrySetId.parse('WWW'))).length,
    flag: (await client.flag('DE'))?.length,
    devices: (await client.devices()).length,
    one: (await client.customer(uid)).customer.uid === uid,
    found: found.map(({ entries }) => entries.map((entry) => entry.customer.uid === uid)),
    listed: [uids.has(uid), uids.size + unread - (await acts.state()).counts.customers],
    done: [activate, refund].map((evidence) => evidence.type === 'answer' && [200, 204].includes(evidence.status)),
  }
}

const usual = {
  packages: 0,
  countries: 0,
  flag: 0,
  devices: 0,
  one: true,
  found: [[true], [true], [true]],
  listed: [true, 0],
  done: [true, true],
}
beforeAll(async () => {
  await setOnly({})
  const client = createServiceClient(options())
  const { packages, countries, flag, devices } = await work(client)
  await client.close()
  Object.assign(usual, { packages, countries, flag, devices })
  expect([packages > 5, countries > 20, (flag ?? 0) > 50, devices > 3]).toEqual([true, true, true, true])
})

it('every variant of the sandbox is one of these', () => {
  expect([...names, ...elsewhere].sort()).toEqual([...Variants.keyof().options].sort())
})

const single = names.flatMap((name) =>
  choices[name].map((value): [string, VariantsInput] => [`${name} ${JSON.stringify(value)}`, { [name]: value }]),
)
it.each(single)(
  'the client does all of its work with %s, and again with what it has learned',
  async (_name, choice) => {
    await setOnly(choice)
    expect(await work(connect())).toEqual(usual)
    const remembered = learned
    const before = await wrongWays()
    learned = undefined
    expect(await work(connect(remembered))).toEqual(usual)
    // The first one looked for the right way; nothing is left to be looked for or learned.
    expect([learned, (await wrongWays()) - before]).toEqual([undefined, 0])
  },
)

/** Those that are learned, together with a function that returns them. */
const ways: readonly (readonly [
  string,
  readonly VariantsInput[],
  (dialect: Dialect) => unknown,
  readonly unknown[],
])[] = [
  ...([405, 404, 400] as const).map(
    (searchRefusal) =>
      [
        `the search, refused with ${String(searchRefusal)}`,
        [
          { search: 'post', searchRefusal },
          { search: 'get', searchRefusal },
        ],
        ({ search }: Dialect) => search,
        ['POST', 'GET'],
      ] as const,
  ),
  ...(['problem', 'message', 'error', 'text'] as const).map(
    (errorForm) =>
      [
        `the search, refused in the form ${errorForm}`,
        [
          { search: 'post', errorForm },
          { search: 'get', errorForm },
        ],
        ({ search }: Dialect) => search,
        ['POST', 'GET'],
      ] as const,
  ),
  [
    'the path of refund',
    [{ refundPath: 'plain' }, { refundPath: 'segment' }],
    ({ refund }) => refund,
    ['bare', 'segment'],
  ],
  [
    'the path of devices',
    [{ devicesPath: 'plain' }, { devicesPath: 'segment' }],
    ({ devices }) => devices,
    ['bare', 'segment'],
  ],
  ['paging', [{ paging: 'pages' }, { paging: 'ignored' }], ({ paging }) => paging, ['honoured', 'ignored']],
  [
    'the list’s envelope',
    [{ listEnvelope: 'array' }, { listEnvelope: 'object' }],
    ({ list }) => list,
    ['array', 'object'],
  ],
]

describe.each(ways)('%s', (_name, [one = {}, other = {}], valueOf, [first, second]) => {
  it('is learned, and learned again each time that it changes during a client’s life or since it was remembered', async () => {
    const client = connect()
    for (const [choice, expected] of [
      [one, first],
      [other, second],
      [one, first],
    ] as const) {
      await setOnly(choice)
      expect(await work(client)).toEqual(usual)
      expect(valueOf(learned ?? neverLearned())).toBe(expected)
    }
    await setOnly(other)
    expect(await work(connect(learned))).toEqual(usual)
    expect(valueOf(learned ?? neverLearned())).toBe(second)
  })
})

function neverLearned(): never {
  throw new Error('nothing was learned')
}

it('a query that the service refuses does not change what was learned', async () => {
  await setOnly({})
  const client = connect()
  const query = { key: 'EMAIL', query: 'ada', mode: 'contains', limit: 5 } as const
  await client.searchCustomers(query)
  const before = learned
  expect(await thrownBy(client.searchCustomers({ ...query, query: '' }))).toMatchObject({
    code: 'service_refused',
    details: { status: 400, reason: 'searchQuery is missing.' },
  })
  await client.searchCustomers(query)
  expect(learned).toBe(before)
})
