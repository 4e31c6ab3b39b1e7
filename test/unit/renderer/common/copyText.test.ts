import { expect, test } from 'vitest'
import CopyText from '../../../../renderer/common/CopyText.vue'
import CustomerHead from '../../../../renderer/features/customer/CustomerHead.vue'
import { createCommands } from '../support/commands.ts'
import { mounted, read, text } from '../support/mounted.ts'
import { customer, now } from '../support/samples.ts'

test('the shown text is followed by what a click does', () => {
  const button = mounted(CopyText, { text: 'c-1', label: text('customer.uid') })
  expect(read(button)).toBe(`c-1${text('common.copyWhat', { what: text('customer.uid') })}`)
  expect(button.attributes('title')).toBe(text('common.copyWhat', { what: text('customer.uid') }))
})

test('a button whose text says what it does has no second label', () => {
  const head = mounted(
    CustomerHead,
    { view: customer(), now, fetching: false, freshness: '' },
    createCommands().provided,
  )
  expect(head.findAll('.copy').map(read)).toEqual([
    text('customer.copyEmail'),
    `c-1${text('common.copyWhat', { what: text('customer.uid') })}`,
  ])
})
