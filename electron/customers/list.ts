/** The sorted and filtered list of the directory, and its export as a table. */
import { toInstant } from '#shared/model/instant.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { ListRequest } from './directory/protocol.ts'
import { tableHead } from './directory/table.ts'
import type { CustomersOptions } from './options.ts'
import type { Session } from './session.ts'

type Handlers = HandlersOf<'customers'>
type View = ListRequest['view']

export type ListContext = Pick<CustomersOptions, 'unconfirmedCustomers' | 'saveFile'>

/** Customers whose lines the worker writes at once: searches are answered in between. */
const linesAtOnce = 500

const requestOf = ({ unconfirmedCustomers }: ListContext, { open }: Session, view: View): ListRequest => ({
  view,
  unconfirmed: [...unconfirmedCustomers()],
  now: open.client.now(),
})

export async function browseCustomers(
  context: ListContext,
  active: Session,
  { view, from, limit }: Parameters<Handlers['browse']>[0],
): ReturnType<Handlers['browse']> {
  const request = requestOf(context, active, view)
  const browsed = await active.directory.call((remote) => remote.browse({ ...request, from, limit }))
  return { ...browsed, asOf: toInstant(request.now) ?? '' }
}

export interface Table {
  readonly data: Uint8Array
  readonly rows: number
}

/** Returns all customers of a list as a table. Throws if the signal aborts. */
export async function tableOf(context: ListContext, active: Session, view: View, signal: AbortSignal): Promise<Table> {
  const { directory, open } = active
  const aborted = AbortSignal.any([signal, open.signal])
  const request = requestOf(context, active, view)
  const ids = await directory.call((remote) => remote.listedIds(request))
  const parts = [Buffer.from(tableHead)]
  let count = 0
  for (let at = 0; at < ids.length; at += linesAtOnce) {
    aborted.throwIfAborted()
    const some = ids.slice(at, at + linesAtOnce)
    const { text, rows } = await directory.call((remote) => remote.tableLines({ ids: some, now: request.now }))
    parts.push(Buffer.from(text))
    count += rows
  }
  return { data: Buffer.concat(parts), rows: count }
}
