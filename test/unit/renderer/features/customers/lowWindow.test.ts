/** The filters of the list in a low window, where they are one list to choose from. */
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { usePageActionList } from '../../../../../renderer/lib/pageActions.ts'
import { customersList } from '../../support/customers.ts'
import { read, text } from '../../support/mounted.ts'

const height = window.innerHeight
beforeEach(() => void (window.innerHeight = 400))
afterEach(() => void (window.innerHeight = height))

test('in a low window a list with the numbers takes the place of the filters, and the days stand beside it', async () => {
  const { wrapper, browsed } = await customersList()
  expect(wrapper.findAll('[aria-pressed]')).toEqual([])
  const choice = wrapper.get('[role=group] select')
  expect(choice.findAll('option').map(read).slice(0, 2)).toEqual([
    `${text('customers.filter.all')} · 12,000`,
    `${text('customers.filter.error')} · 4`,
  ])
  await choice.setValue('ending')
  await flushPromises()
  expect(browsed.at(-1)).toMatchObject({ view: { filter: 'ending', days: 3, sort: 'expiry' } })
  const days = wrapper.findAll('[role=group] select').at(1)
  await days?.setValue('7')
  await flushPromises()
  expect(browsed.at(-1)).toMatchObject({ view: { filter: 'ending', days: 7 } })
})

test('the key of the filters leads to that list', async () => {
  const { wrapper } = await customersList()
  usePageActionList()
    .actions.find(({ id }) => id === 'filters')
    ?.run()
  expect(document.activeElement).toBe(wrapper.get('[role=group] select').element)
})
