/** Packages, countries, flags and devices of the open connection (interface 4.2 to 4.5), cached while it is open. */
import { asDeskError, type DeskErrorCode } from '#shared/errors.ts'
import { inventoryRow } from '#shared/model/package/inventoryRow.ts'
import type { DeviceRow, InventoryRow, Unreadable } from '#shared/model/customer/views.ts'
import type { CountrySetId } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { WireCountry } from '#shared/wire/countries.ts'
import type { WireDevice } from '#shared/wire/devices.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { Clock } from '../base/clock.ts'
import type { Connections, OpenConnection } from '../connections/index.ts'
import { inSteps } from '../base/inSteps.ts'
import type { Log } from '../log/index.ts'
import { createCached, type Cached } from '../base/cached.ts'
import { rowsFromInventory, rowsFromService } from './countries.ts'
import { createFlags, type Flags } from './flags.ts'

interface InventoryOptions {
  readonly connections: Pick<Connections, 'current' | 'require' | 'onChange'>
  readonly clock: Clock
  readonly log: Log
}

export interface Inventory {
  readonly handlers: HandlersOf<'inventory'>
  /**
   * Returns the packages that could be read, as the service sent them. A cached list is used if there is one. Throws as
   * a read does.
   */
  readonly items: (signal?: AbortSignal) => Promise<readonly WireInventoryItem[]>
  /** Returns PNG bytes, or null if there is no picture or it cannot be loaded now. */
  readonly flag: (iso2: string) => Promise<Uint8Array | null>
  readonly close: () => void
}

interface InventoryCache {
  readonly packages: Cached<{
    readonly items: readonly WireInventoryItem[]
    readonly unreadable: readonly Unreadable[]
  }>
  readonly countries: (countrySet: CountrySetId) => Cached<readonly WireCountry[]>
  readonly devices: Cached<readonly WireDevice[]>
  readonly flags: Flags
}

const minute = 60_000
const packagesMaxAgeMs = 10 * minute
const placesMaxAgeMs = 24 * 60 * minute

/** Codes which mean that the service is reachable but has no list for this set. */
const noListCodes = new Set<DeskErrorCode>([
  'not_found',
  'not_supported',
  'not_this_service',
  'service_refused',
  'service_failed',
  'unreadable_answer',
])

function createInventoryCache({ client, signal }: OpenConnection, clock: Clock, log: Log): InventoryCache {
  const countries = new Map<string, Cached<readonly WireCountry[]>>()
  return {
    packages: createCached(clock, packagesMaxAgeMs, () => client.inventory({ signal })),
    devices: createCached(clock, placesMaxAgeMs, () => client.devices({ signal })),
    flags: createFlags((iso2) => client.flag(iso2, { signal }), log),
    countries(countrySet) {
      const known =
        countries.get(countrySet) ?? createCached(clock, placesMaxAgeMs, () => client.countries(countrySet, { signal }))
      countries.set(countrySet, known)
      return known
    },
  }
}

function* rowsOf(items: readonly WireInventoryItem[]): Generator<void, InventoryRow[]> {
  const rows: InventoryRow[] = []
  for (const item of items) {
    rows.push(inventoryRow(item))
    yield
  }
  return rows
}

const deviceRow = ({ name, vendor, platform }: WireDevice): DeviceRow => ({
  name,
  vendor: vendor ?? null,
  platform: platform ?? null,
})

export function createInventory({ connections, clock, log }: InventoryOptions): Inventory {
  let current: { readonly open: OpenConnection; readonly cache: InventoryCache } | null = null
  const stopListening = connections.onChange(() => (current = null))
  const cacheOf = (open: OpenConnection): InventoryCache => {
    if (current?.open !== open) current = { open, cache: createInventoryCache(open, clock, log) }
    return current.cache
  }
  const cache = (): InventoryCache => cacheOf(connections.require())
  const instant = (at: number): string => new Date(at).toISOString()

  const items = async (signal?: AbortSignal): Promise<readonly WireInventoryItem[]> => {
    const { packages } = cache()
    return packages.peek()?.items ?? (await packages.get(signal === undefined ? {} : { signal })).value.items
  }

  return {
    handlers: {
      async list(input, { signal }) {
        const { value, at } = await cache().packages.get({ refresh: input?.refresh === true, signal })
        return { rows: await inSteps(rowsOf(value.items)), unreadable: [...value.unreadable], fetchedAt: instant(at) }
      },
      async countries({ countrySet }, { signal }) {
        try {
          const { value } = await cache().countries(countrySet).get({ signal })
          return { countries: rowsFromService(value), source: 'service' }
        } catch (thrown) {
          if (!noListCodes.has(asDeskError(thrown).code)) throw thrown
          return { countries: rowsFromInventory(await items(signal), countrySet), source: 'inventory' }
        }
      },
      async devices(_input, { signal }) {
        const { value, at } = await cache().devices.get({ signal })
        return { rows: value.map(deviceRow), fetchedAt: instant(at) }
      },
    },
    items,
    async flag(iso2) {
      const open = connections.current()
      return open === null ? null : cacheOf(open).flags.get(iso2)
    },
    close: stopListening,
  }
}
