/** What the window keeps and what it discards when another connection is reported. */
import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import App from '../../../../renderer/app/App.vue'
import { useCustomerList } from '../../../../renderer/features/customers/customerList.store.ts'
import { useConnection } from '../../../../renderer/lib/connection.store.ts'
import { customerFilters } from '#shared/model/customer/customerList.ts'
import { accept, installBridge, refuse } from '../support/bridge.ts'
import { mounted } from '../support/mounted.ts'
import { now, openSandbox } from '../support/samples.ts'

vi.mock('../../../../renderer/app/frame/DeskFrame.vue', () => ({ default: { render: () => null } }))

const counts = Object.fromEntries(customerFilters.map((filter) => [filter, filter === 'all' ? 7 : 0]))

test('a list that is being read for the first connection is kept, and discarded for another one', async () => {
  const answer = Promise.withResolvers<void>()
  let readings = 0
  installBridge({
    async 'customers.browse'(input) {
      readings += 1
      await answer.promise
      return await accept({ rows: [], matching: 0, counts, total: counts.all, unknownCoverage: 0, asOf: now })(input)
    },
    'customers.status': refuse('unexpected'),
  })
  mounted(
    defineComponent(() => {
      useConnection().take(openSandbox)
      void useCustomerList().loadOnce()
      return () => h(App)
    }),
  )
  await flushPromises()
  answer.resolve()
  await flushPromises()
  expect([readings, useCustomerList().counts?.all]).toEqual([1, 7])
  useConnection().take({ ...openSandbox, openedAt: '2026-11-21T11:00:00.000Z' })
  await flushPromises()
  expect(useCustomerList().counts).toBeNull()
})
