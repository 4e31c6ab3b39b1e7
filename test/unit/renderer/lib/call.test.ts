// @vitest-environment happy-dom
/** Which of a customer's eSIMs the number means by which the customer was found. */
import { createPinia, setActivePinia } from 'pinia'
import { expect, test } from 'vitest'
import { Iccid } from '#shared/wire/ids.ts'
import { useCall } from '../../../../renderer/lib/call.store.ts'
import { installBridge } from '../support/bridge.ts'
import { customerUid, esim } from '../support/samples.ts'

const first = { ...esim(), iccid: Iccid.parse('8948010000000005671'), imsi: '262011111111111' }
const second = { ...esim(), iccid: Iccid.parse('8948010000000000025'), imsi: '262015671111222' }

function askedFor(value: string, start: number, end: number): string | undefined {
  installBridge({})
  setActivePinia(createPinia())
  const call = useCall()
  call.noteSearch(customerUid, { field: 'iccid', value, start, end })
  return call.searchedEsim(customerUid, [first, second])?.iccid
}

test.each([
  ['the last digits', first.iccid, 15, 19, first.iccid],
  ['a whole number', second.iccid, 0, 19, second.iccid],
  ['the beginning of one number', '262015671111222', 0, 8, second.iccid],
  ['the beginning of both', first.iccid, 0, 10, undefined],
])('%s: digits elsewhere in another number make it no less certain', (_what, value, start, end, found) => {
  expect(askedFor(value, start, end)).toBe(found)
})
