import { expect, test } from 'vitest'
import { isMisread, luhnDigit, misreadings, withoutAddedDigit } from '#shared/model/esim/iccid.ts'

test('the check digit is that of known ICCIDs', () => {
  expect(luhnDigit('8935301875491347703')).toBe(9)
  expect(luhnDigit('7992739871')).toBe(3)
})

test.each([
  ['8991101200003204514', false],
  ['8991101200003204515', true],
  ['8991101200003024514', true],
  // Without a check digit it is unknown.
  ['899110120000320451', false],
])('%s is misread: %j', (iccid, expected) => expect(isMisread(iccid)).toBe(expected))

test('each number is one that a wrong digit or a swap leads to, and is there once', () => {
  const iccid = '8991101200003204514'
  const all = misreadings(iccid)
  expect(new Set(all).size).toBe(all.length)
  // Nine others for each digit, and a swap of each two neighbours that differ.
  expect(all).toHaveLength(9 * iccid.length + 13)
  expect(all).not.toContain(iccid)
  for (const other of all) expect(other).toMatch(/^\d{19}$/)
})

test('a wrong digit is always noticed', () => {
  const iccid = '8991101200003204514'
  const differing = (other: string): number => Array.from(other).filter((digit, at) => digit !== iccid[at]).length
  for (const other of misreadings(iccid).filter((one) => differing(one) === 1)) expect(isMisread(other)).toBe(true)
})

test.each([
  ['89431081650007123443', '8943108165000712344'],
  ['89431081650007123453', null],
  ['8943108165000712344', null],
  ['894310816500071234431', null],
])('of %s the last digit was added: %j', (iccid, shorter) => expect(withoutAddedDigit(iccid)).toBe(shorter))
