/** What the rows of a filtered list show of the reason for which they are listed. */
import { flushPromises } from '@vue/test-utils'
import { beforeEach, expect, test } from 'vitest'
import type { EsimState } from '#shared/model/customer/views.ts'
import { Iccid } from '#shared/wire/ids.ts'
import { counts, customersList, filterNamed, inDays, listed, row } from '../../support/customers.ts'
import { usePageActionList } from '../../../../../renderer/lib/pageActions.ts'
import { read, text } from '../../support/mounted.ts'

/** Wide enough for all columns. */
beforeEach(() => void (window.innerWidth = 1280))

const esim = (n: number, state: EsimState, raw: string) => ({
  iccid: Iccid.parse(`893700251234567890${String(n)}`),
  state,
  raw,
})
const esims = {
  error: esim(1, 'error', 'ERROR'),
  released: esim(2, 'released', 'RELEASED'),
  installed: esim(3, 'installed', 'INSTALLED'),
  disabled: esim(4, 'disabled', 'DISABLED'),
  unknown: esim(5, 'unknown', 'MELTED'),
} as const

test.each([
  [text('customers.filter.error'), esims.installed, esims.error, `${text('common.esimState.error')}…8901`],
  [text('customers.filter.notInstalled'), esims.installed, esims.released, `${text('common.esimState.released')}…8902`],
  [text('customers.filter.installed'), esims.released, esims.installed, `${text('common.esimState.installed')}…8903`],
  [text('customers.filter.disabled'), esims.installed, esims.disabled, `${text('common.esimState.disabled')}…8904`],
  [text('customers.filter.unknownState'), esims.installed, esims.unknown, 'MELTED…8905'],
] as const)('in the filter %s a row shows the eSIM in that state', async (filter, first, second, shown) => {
  const { wrapper } = await customersList({
    'customers.browse': listed([{ ...row('c-1'), esims: [first, second] }], { counts: { ...counts, notInstalled: 1 } }),
  })
  await filterNamed(wrapper, filter).trigger('click')
  await flushPromises()
  expect(read(wrapper.get('.esims'))).toBe(shown + text('customers.moreEsims', { count: 1 }))
})

test('the last sale has a column in a wide window, and in others only where the list is sorted by it', async () => {
  const sold = text('customers.columns.sold')
  const { wrapper } = await customersList({ 'customers.browse': listed([row('c-1')]) })
  const heading = (name: string) => wrapper.findAll('[role=columnheader]').find((each) => read(each) === name)
  expect(heading(sold)?.attributes('aria-sort')).toBe('descending')
  await heading(text('customers.columns.remaining'))?.get('button').trigger('click')
  await flushPromises()
  expect(heading(sold)).toBeUndefined()
  usePageActionList()
    .actions.find(({ id }) => id === 'sortSold')
    ?.run()
  await flushPromises()
  expect(heading(sold)?.attributes('aria-sort')).toBe('descending')
})

test('in the filter of ended packages the column of the next expiry says when the last one ended', async () => {
  const ended = { ...row('c-1'), nextExpiry: null, ended: { count: 2, last: inDays(-4) } }
  const { wrapper } = await customersList({ 'customers.browse': listed([ended]) })
  const headings = (): readonly string[] => wrapper.findAll('[role=columnheader]').map(read)
  expect(headings()).toContain(text('customers.columns.expiry'))
  await filterNamed(wrapper, text('customers.filter.expired')).trigger('click')
  await flushPromises()
  expect(headings()).not.toContain(text('customers.columns.expiry'))
  expect(headings()).toContain(text('customers.columns.ended'))
  expect(wrapper.findAll('time').map(read)).toEqual(['4 days ago'])
})
