/** What could not be read of a customer: it is named, and its raw value is text behind a disclosure. */
import { expect, test } from 'vitest'
import type { UnreadablePart } from '#shared/wire/unreadablePart.ts'
import UnreadableParts from '../../../../../renderer/features/customer/UnreadableParts.vue'
import { mounted, read, text } from '../../support/mounted.ts'

const part: UnreadablePart = {
  part: 'package',
  uid: 'item-9',
  iccid: null,
  imsi: null,
  metatag: 'order-77',
  name: 'World 5 GB',
  reason: 'balance.size: expected object',
  raw: '"<img src=x onerror=alert(1)>"',
}

test('each part is named with what is known of it', () => {
  const section = mounted(UnreadableParts, {
    parts: [part, { ...part, part: 'esim', iccid: '8937001', name: null, metatag: null, uid: null }],
  })
  expect(section.findAll('li').map((line) => line.find('strong').text())).toEqual([
    text('customer.unreadable.part.package'),
    text('customer.unreadable.part.esim'),
  ])
  expect(read(section)).toContain('World 5 GB · order-77 · item-9')
  expect(read(section)).toContain('8937001')
})

test('a single field is named beside the package that it belongs to', () => {
  const field = { ...part, part: 'packageField', reason: 'purchasePrice: expected object' } as const
  const line = read(mounted(UnreadableParts, { parts: [field] }).get('li'))
  expect(line.startsWith(text('customer.unreadable.part.packageField'))).toBe(true)
  expect(line).toContain(field.reason)
})

test('the raw value is shown as text behind a closed disclosure', () => {
  const section = mounted(UnreadableParts, { parts: [part] })
  expect(section.get('details').attributes('open')).toBeUndefined()
  expect(section.get('details code').text()).toBe(part.raw)
  expect(section.find('img').exists()).toBe(false)
})

test('a value that is not shown is reported as missing', () => {
  const section = mounted(UnreadableParts, { parts: [{ ...part, raw: null }] })
  expect(section.find('code').exists()).toBe(false)
  expect(read(section)).toContain(text('customer.unreadable.noValue'))
})
