/** Lists of customers that are small enough to be parsed at once. */
import { DeskError } from '#shared/errors.ts'
import { WireCustomerEntry, WireCustomerList } from '#shared/wire/customer.ts'
import { freeBytes } from '../../base/memory.ts'
import { successJson, type ResponseContext } from '../parsing/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import type { ListAnswer } from '../parsing/list.ts'
import { parseList, reasonOf } from '../parsing/parseList.ts'
import type { CustomersAnswer } from '../types.ts'

export const noCustomers: CustomersAnswer = { entries: [], unreadable: [], received: 0 }

/** Throws `not_this_service` where the answer is not a list. `limit` is the maximum number of elements. */
export async function readSmallList(
  outcome: Exchange,
  context: ResponseContext,
  limit: number,
): Promise<ListAnswer<WireCustomerEntry>> {
  const json = successJson(outcome, context)
  if (outcome.type === 'answer') freeBytes(outcome.body)
  const list = WireCustomerList.safeParse(json)
  if (!list.success)
    throw new DeskError('not_this_service', `The answer of ${context.what} is not a list of customers`, {
      reason: reasonOf(list.error),
    })
  const elements = await parseList(WireCustomerEntry, list.data, limit)
  return { ...elements, received: list.data.length, form: Array.isArray(json) ? 'array' : 'object' }
}
