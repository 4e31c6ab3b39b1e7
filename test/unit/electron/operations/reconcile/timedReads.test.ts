/** Each customer that a check reads is as of the sending of the request that answered. */
import { expect, test } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { timedReads } from '../../../../../electron/operations/reconcile/timedReads.ts'
import { customer } from '../../../shared/model/customerSamples.ts'
import { offlineClient } from '../reads.ts'

test('a customer is as of the latest attempt of the request that has read it', async () => {
  let time = 1
  const [found, one, listed, last] = ['found', 'one', 'listed', 'last'].map((uid) => customer(uid, null))
  if (found === undefined || one === undefined || listed === undefined || last === undefined) throw new Error('none')
  const answer = (...entries: readonly (typeof one)[]) => ({ entries, unreadable: [], received: entries.length })
  const { client, askedAt } = timedReads(
    offlineClient({
      searchCustomers(_, read) {
        time = 10
        read?.onSend?.()
        time = 20
        read?.onSend?.()
        time = 25
        return Promise.resolve(answer(found))
      },
      customer(_, read) {
        time = 30
        read?.onSend?.()
        time = 35
        return Promise.resolve(one)
      },
      async customersPage(_, read) {
        time = 40
        read?.onSend?.()
        time = 45
        await read?.take?.(answer(listed))
        return answer(last)
      },
    }),
    { monotonic: () => time },
  )
  await client.searchCustomers({ key: 'EMAIL', query: 'a@x.example', mode: 'isExact', limit: 1 })
  await client.customer(CustomerUid.parse('one'))
  const taken: unknown[] = []
  await client.customersPage({ size: 1, index: 0 }, { take: (part) => Promise.resolve(void taken.push(part)) })
  expect([found, one, listed, last].map(askedAt)).toEqual([20, 30, 40, 40])
  expect(taken).toHaveLength(1)
})
