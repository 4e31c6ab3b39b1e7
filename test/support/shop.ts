/**
 * A reseller service on loopback whose customers and eSIM profiles a test defines, because the sandbox would not sell
 * them.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Shop {
  readonly baseUrl: string
  readonly customerUid: string
  /** Adds a customer, which is in all later responses of the service. */
  readonly add: (customer: ShopCustomer) => { readonly uid: string; readonly iccids: readonly string[] }
  readonly close: () => Promise<void>
}

export const shopSegment = 'shop'
export const shopClient = { ESIM_DESK_CLIENT_ID: 'client', ESIM_DESK_CLIENT_SECRET: 'a-secret' }

type Fields = Readonly<Record<string, unknown>>

export interface ShopCustomer {
  readonly customer?: Fields
  readonly esims: readonly Fields[]
  /** Overrides fields of the balance of each package. */
  readonly balance?: Fields
  /** How many packages there are, 1 by default. */
  readonly packages?: number
  /** Where they work. Without it the inventory has no package like them. */
  readonly countries?: readonly string[]
}

const uidAt = (index: number): string => `customer-${String(index + 1)}`

function entryOf({ customer = {}, esims, balance = {}, packages = 1 }: ShopCustomer, index: number) {
  const size = { sizeValue: 3, sizeUnit: 'GB' }
  const defaults = {
    activatedAt: '2026-01-01T00:00:00Z',
    expiresAt: '2099-12-31T00:00:00Z',
    activationMode: 'NOW',
    name: 'Europe 3 GB',
    size,
    availableBalance: size,
    validitySize: 30,
    validityUnit: 'days',
  }
  return {
    customer: { uid: uidAt(index), email: 'ada@example.org', ...customer },
    totalAvailableBalance: size,
    activatedItems: Array.from({ length: packages }, (_, at) => ({
      uid: `item-${String(index + 1)}${at === 0 ? '' : `-${String(at + 1)}`}`,
      salesDate: '2026-01-01T00:00:00Z',
      balance: { ...defaults, ...balance },
    })),
    relatedEsims: esims.map((esim, at) => ({
      uid: `esim-${String(index)}-${String(at)}`,
      iccid: `8948010${String(index).padStart(4, '0')}${String(at).padStart(8, '0')}`,
      imsi: null,
      state: 'RELEASED',
      active: true,
      lastSeen: null,
      activatedAt: null,
      ...esim,
    })),
  }
}

/** The package of the inventory that the packages of a customer are of. */
function inventoryItemOf(
  { countries = [] }: ShopCustomer,
  index: number,
  { activatedItems }: ReturnType<typeof entryOf>,
) {
  const { name, size, validitySize, validityUnit } = activatedItems[0]?.balance ?? {}
  const item = { id: `package-${String(index)}`, name, ...size, validitySize, validityUnit }
  return countries.length === 0 ? [] : [{ ...item, countrySet: `SET${String(index)}`, includedCountries: countries }]
}

/** Starts a service with one customer who has these profiles. */
export const startShop = (esims: readonly Fields[], customer: Fields = {}): Promise<Shop> =>
  startShopOf([{ esims, customer }])

/** Starts a service with these customers. Every login gets `accessToken`. */
export async function startShopOf(customers: readonly ShopCustomer[], accessToken = 'token'): Promise<Shop> {
  const entries = customers.map(entryOf)
  const inventory = customers.flatMap((customer, index) => inventoryItemOf(customer, index, entryOf(customer, index)))
  const answers: readonly (readonly [RegExp, (path: string, query: URLSearchParams) => unknown])[] = [
    [
      /\/reseller\/authenticate$/,
      () => ({
        accessToken,
        expiresIn: 86_400,
        tokenType: 'Bearer',
        refreshToken: null,
        refreshExpiresIn: 0,
        idToken: null,
      }),
    ],
    [/\/products\/inventory$/, () => ({ items: inventory })],
    [
      /\/activations\/customers\/customer-\d+$/,
      (path) => entries.find(({ customer }) => path.endsWith(`/${customer.uid}`)),
    ],
    [/\/activations\/customers$/, () => entries],
    [
      /\/activations\/search-customers$/,
      (_path, query) =>
        entries.filter(
          ({ customer, relatedEsims }) =>
            customer.email === query.get('email') || relatedEsims.some(({ iccid }) => iccid === query.get('iccid')),
        ),
    ],
  ]
  const server = createServer((request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const found = answers.find(([pattern]) => pattern.test(path))?.[1](path, new URLSearchParams(query))
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found === undefined ? { message: 'not here' } : found))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // A listening TCP server's address has this form.
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    customerUid: uidAt(0),
    add: (customer) => {
      const entry = entryOf(customer, entries.length)
      inventory.push(...inventoryItemOf(customer, entries.length, entry))
      entries.push(entry)
      return { uid: entry.customer.uid, iccids: entry.relatedEsims.map(({ iccid }) => iccid) }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
