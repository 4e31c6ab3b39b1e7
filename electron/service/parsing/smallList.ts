/** Lists that are small enough to be parsed at once. */
import type { z } from 'zod'
import { WireCountry } from '#shared/wire/countries.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { WireDevice } from '#shared/wire/devices.ts'
import { listIn } from '#shared/wire/envelope.ts'
import { WireInventoryItem } from '#shared/wire/inventory.ts'
import { FeedPage } from '#shared/wire/relay.ts'
import { WireSale } from '#shared/wire/optional.ts'
import { freeBytes } from '../../base/memory.ts'
import type { Exchange } from '../http/exchange.ts'
import { successJson, type ResponseContext } from './answer.ts'
import { listKinds, type ElementOf, type ListKind } from './elementReader.ts'
import { listProblem, type ListAnswer } from './list.ts'
import { parseList } from './parseList.ts'

/** Unlike those of large lists, these schemas need no time to be compiled. */
const schemas: { readonly [K in ListKind]: z.ZodType<ElementOf<K>> } = {
  customers: WireCustomerEntry,
  sales: WireSale,
  inventory: WireInventoryItem,
  countries: WireCountry,
  devices: WireDevice,
  relayPage: FeedPage,
}

/**
 * Throws `not_this_service` where the answer is not a list, and `unreadable_answer` where it has two.
 *
 * @param limit the maximum number of elements
 */
export async function readSmallList<K extends ListKind>(
  kind: K,
  outcome: Exchange,
  context: ResponseContext,
  limit: number,
): Promise<ListAnswer<ElementOf<K>>> {
  const json = successJson(outcome, context)
  if (outcome.type === 'answer') freeBytes(outcome.body)
  const { member, bare } = listKinds[kind]
  const found = listIn(json, member)
  if ('problem' in found) throw listProblem(found.problem, context.what, limit)
  const { elements, form } = found
  if (form === 'array' && !bare) throw listProblem('not a list', context.what, limit)
  return {
    ...(await parseList<z.ZodType<ElementOf<K>>>(schemas[kind], elements, limit)),
    received: elements.length,
    form,
  }
}
