import { expect, test } from 'vitest'
import CopyText from '../../../../renderer/common/CopyText.vue'
import CustomerHead from '../../../../renderer/features/customer/CustomerHead.vue'
import { mounted, read } from '../support/mounted.ts'
import { customer, now } from '../support/samples.ts'

test('the shown text is followed by what a click does', () => {
  const button = mounted(CopyText, { text: 'c-1', label: 'Customer uid' })
  expect(read(button)).toBe('c-1Copy Customer uid')
  expect(button.attributes('title')).toBe('Copy Customer uid')
})

test('a button whose text says what it does has no second label', () => {
  const head = mounted(CustomerHead, { view: customer(), now, fetching: false, freshness: '' })
  expect(head.findAll('.copy').map(read)).toEqual(['Copy e-mail', 'c-1Copy Customer uid'])
})
