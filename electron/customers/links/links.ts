/**
 * Links between customers, made by hand: makes them, and finds who is at their other ends. They are shown and nothing
 * else: no operation that moves money reads them.
 */
import { asDeskError, DeskError } from '#shared/errors.ts'
import { samePersonView } from '../../views/customerView.ts'
import { maxLinkedCustomers, type LinkedCustomer } from '#shared/model/customer/links.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { createLimiter } from '../../base/limiter.ts'
import { readEntry, type CustomerContext } from '../customer.ts'
import type { Session } from '../session.ts'
import { storeEntries } from '../storeEntries.ts'
import { linkedWith, type Link, type LinkStore } from './store.ts'

export interface LinksContext extends CustomerContext {
  readonly links: LinkStore
}

/** Of customers whom the local list doesn't have. */
const maxConcurrentReads = 2

interface Pair {
  readonly uid: CustomerUid
  readonly other: CustomerUid
}

export async function linkedCustomers(
  context: LinksContext,
  active: Session,
  uid: CustomerUid,
  signal: AbortSignal,
): Promise<LinkedCustomer[]> {
  const graph = context.links.graph(active.open)
  const uids = linkedWith(graph, uid).slice(0, maxLinkedCustomers)
  void context.inventory.refresh()
  const limited = createLimiter(maxConcurrentReads)
  const found = new Map<CustomerUid, LinkedCustomer>()
  await Promise.all(
    uids.map((other) =>
      limited(async () => {
        signal.throwIfAborted()
        const state = await stateOf(context, active, other, signal)
        found.set(other, { uid: other, ...state, link: graph.get(uid)?.get(other) ?? null })
      }),
    ),
  )
  return uids.flatMap((other) => found.get(other) ?? [])
}

/** Throws `not_found` if one of the two is gone, and `invalid_input` if the person would have too many customers. */
export async function addLink(
  context: LinksContext,
  active: Session,
  { uid, other }: Pair,
  link: Link,
  signal: AbortSignal,
): Promise<void> {
  for (const each of [uid, other]) {
    const { state } = await stateOf(context, active, each, signal)
    if (state === 'gone') throw new DeskError('not_found', 'The customer does not exist any more')
  }
  const graph = context.links.graph(active.open)
  const joined = new Set([uid, other, ...linkedWith(graph, uid), ...linkedWith(graph, other)])
  if (joined.size > maxLinkedCustomers + 1)
    throw new DeskError('invalid_input', 'Too many customers would be linked', { limit: maxLinkedCustomers })
  context.links.add(active.open, uid, other, link)
}

/** Adds the number of linked customers to rows. */
export function withLinks(links: LinkStore, active: Session, rows: readonly CustomerRow[]): CustomerRow[] {
  const graph = links.graph(active.open)
  if (graph.size === 0) return [...rows]
  return rows.map((row) => {
    const linked = linkedWith(graph, row.uid).length
    return linked === 0 ? row : { ...row, linked }
  })
}

/** What is known of the customer at the other end: by the local list, or else by the service. */
async function stateOf(
  context: LinksContext,
  active: Session,
  uid: CustomerUid,
  signal: AbortSignal,
): Promise<Pick<LinkedCustomer, 'state' | 'customer'>> {
  const known = (entry: WireCustomerEntry): Pick<LinkedCustomer, 'state' | 'customer'> => ({
    state: 'known',
    customer: samePersonView(entry, {
      now: active.open.client.now(),
      inventory: context.inventory.cached(),
      countrySetOf: context.countrySetOf,
    }),
  })
  const stored = await active.directory.call((remote) => remote.get(uid)).catch(() => null)
  if (stored !== null) return known(stored.entry)
  try {
    const { entry, askedAt } = await readEntry(context, active, uid, { signal, pressed: true })
    await storeEntries(active, [entry], askedAt, context.log)
    return known(entry)
  } catch (thrown) {
    signal.throwIfAborted()
    const { code, details } = asDeskError(thrown)
    return { state: code === 'not_found' && details['definite'] === true ? 'gone' : 'unknown', customer: null }
  }
}
