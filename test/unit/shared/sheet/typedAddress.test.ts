import { expect, it } from 'vitest'
import type { ActivationCode } from '#shared/model/esim/activationCode.ts'
import { typedAddress } from '#shared/sheet/typedAddress.ts'

const code: ActivationCode = {
  text: 'LPA:1$smdp.example.com$AB-12',
  address: 'smdp.example.com',
  matchingId: 'AB-12',
  oid: null,
  needsConfirmation: false,
}

it.each([
  ['https://install.example.com/e', 'install.example.com/e'],
  ['https://install.example.com/', 'install.example.com'],
  [`https://install.example.com/${'e'.repeat(20)}`, `install.example.com/${'e'.repeat(20)}`],
])('%s is printed as %s', (address, typed) => {
  expect(typedAddress(address, code)).toBe(typed)
  expect(typedAddress(address, null)).toBe(typed)
  expect(typedAddress(address, { ...code, matchingId: '' })).toBe(typed)
})

it.each([
  'https://one.example.com/x?carddata=LPA:1$smdp.example.com$AB-12',
  'https://one.example.com/e/AB-12',
  'https://one.example.com/e?id=7',
  'https://one.example.com/%41',
  'https://one.example.com:8443/e',
  `https://install.example.com/${'e'.repeat(21)}`,
  '••••••',
])('nobody is to type %s', (address) => {
  expect(typedAddress(address, code)).toBeNull()
})
