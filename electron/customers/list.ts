/** The sorted and filtered list of the directory, and its export as a table. */
import { DeskError } from '#shared/errors.ts'
import { listExportTimeout } from '#shared/model/customer/customerList.ts'
import { coverageOfInventoryItem, coverageOfKindText } from '#shared/model/package/coverage.ts'
import { toInstant } from '#shared/model/instant.ts'
import { covers, type Covers } from '#shared/model/package/coverage.ts'
import { CountrySetId } from '#shared/wire/ids.ts'
import type { HandlersOf } from '../bridge/index.ts'
import { noKind } from './directory/kinds.ts'
import type { Covering, ListRequest } from './directory/protocol.ts'
import { customersTable } from './directory/table.ts'
import type { KnownInventory } from './knownInventory.ts'
import type { CustomersOptions } from './options.ts'
import type { Session } from './session.ts'

type Handlers = HandlersOf<'customers'>
type View = ListRequest['view']

export interface ListContext extends Pick<
  CustomersOptions,
  'unconfirmedCustomers' | 'buyersOf' | 'inventoryItems' | 'saveFile'
> {
  readonly inventory: KnownInventory
}

/** Customers whose lines the worker writes at once: searches are answered in between. */
const linesAtOnce = 500

async function requestOf(context: ListContext, active: Session, view: View): Promise<ListRequest> {
  const covering = view.country === null ? null : await coveringOf(context, active, view.country)
  return {
    view,
    ...(covering !== null && { covering }),
    unconfirmed: [...context.unconfirmedCustomers()],
    now: active.open.client.now(),
  }
}

/**
 * A package that this desk bought is known to cover a country; of others the coverage is inferred from their kind. What
 * is known adds customers and removes none whose package seems to be one for the country. Throws why the inventory
 * can't be read: without it no customer would seem to have such a package.
 */
export async function coveringOf(
  { inventory, inventoryItems, buyersOf }: ListContext,
  { directory }: Session,
  country: string,
): Promise<Covering> {
  await inventory.refresh()
  const items = inventory.cached().length > 0 ? inventory.cached() : await inventoryItems()
  const kinds = await directory.call((remote) => remote.kinds())
  const covered = Map.groupBy(kinds, ({ kind }) => covers(coverageOfKindText(kind, items), country))
  const idsOf = (answer: Covers): number[] => (covered.get(answer) ?? []).map(({ id }) => id)
  const coverages = items.map(coverageOfInventoryItem).filter((coverage) => covers(coverage, country) === 'yes')
  const sets = coverages.flatMap(({ countrySet }) => countrySet ?? [])
  return {
    kinds: idsOf('yes'),
    unknown: [noKind, ...idsOf('unknown')],
    // The set of the country itself may be sold no longer.
    customers: buyersOf([...new Set([CountrySetId.parse(country), ...sets])]),
  }
}

export async function browseCustomers(
  context: ListContext,
  active: Session,
  { view, among, from, limit }: Parameters<Handlers['browse']>[0],
): ReturnType<Handlers['browse']> {
  // The beginning is read again by itself while a list arrives.
  if (from > 0) active.sync.recordActivity(`list ${String(from)}`)
  const request = await requestOf(context, active, view)
  const browsed = await active.directory.call((remote) => remote.browse({ ...request, among, from, limit }))
  return { ...browsed, asOf: toInstant(request.now) ?? '' }
}

interface Table {
  /** Read from the directory as they are requested. Throws if the signal or the connection ends. */
  readonly pieces: AsyncIterable<Uint8Array>
  /** The number of customers in the pieces so far. */
  readonly rows: () => number
}

/**
 * All customers of a list, or those of `only`, as a table in the list's order. Of a customer nothing but an id is in
 * memory before the piece with the line.
 */
export function tableOf(
  context: ListContext,
  active: Session,
  { view, only, decimal }: Omit<Parameters<Handlers['exportCsv']>[0], 'name'>,
  signal: AbortSignal,
): Table {
  const { directory, open } = active
  let count = 0
  async function* pieces(): AsyncGenerator<Uint8Array> {
    // The pieces are requested once a person has chosen a path.
    const begun = performance.now()
    const throwIfEnded = (): void => {
      signal.throwIfAborted()
      open.signal.throwIfAborted()
      if (performance.now() - begun > listExportTimeout)
        throw new DeskError('bridge_timeout', 'The list took too long', { seconds: listExportTimeout / 1000 })
    }
    throwIfEnded()
    const request = await requestOf(context, active, view)
    const ids = await directory.call((remote) => remote.listedIds({ ...request, ...(only !== undefined && { only }) }))
    yield Buffer.from(customersTable.head(decimal))
    for (let at = 0; at < ids.length; at += linesAtOnce) {
      throwIfEnded()
      const some = ids.slice(at, at + linesAtOnce)
      const { text, rows } = await directory.call((remote) =>
        remote.tableLines({ ids: some, now: request.now, decimal }),
      )
      count += rows
      yield Buffer.from(text)
    }
    throwIfEnded()
  }
  return { pieces: pieces(), rows: () => count }
}
