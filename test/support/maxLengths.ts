/** Values of maximum length for every field of an eSIM's sheet. */
import type { ShopCustomer } from './shop.ts'

export const maxLengthCode = `LPA:1$smdp-plus.with-a-rather-long-name.example.com$${'ABCDE-'.repeat(12)}12345$1.3.6.1.4.1.31746$1`

export const maxLengthBrand = {
  name: 'The Incredibly Long Named International Travel Data Company of Every Last Place',
  logo: null,
  colour: '#3d48cc',
  contact: (
    `Example Travel Customer Care, open every day\nsupport@a-rather-long-name.example.com\n` +
    `+49 30 1234567890, +1 202 555 0100\nhttps://help.a-rather-long-name.example.com/esim\n` +
    `Example Street 123, 10115 Berlin, ${'Germany '.repeat(9)}`
  ).trim(),
} as const

export const maxLengthCustomer: ShopCustomer = {
  // More packages are not named on a sheet, and of more countries only the first ones.
  packages: 3,
  countries: ['BA', 'CD', 'CF', 'FK', 'GS', 'HM', 'IO', 'MK', 'PG', 'PM', 'SJ', 'ST', 'TC', 'TF', 'UM', 'VC', 'VG'],
  balance: {
    // A package that waits has more to say than one that has begun.
    activatedAt: '',
    activationMode: 'FIRST_USE',
    name: `Europe and the Middle East and Africa with a few islands ${'and more '.repeat(30)}`,
  },
  esims: [
    {
      activationCode: maxLengthCode,
      // Addresses that are just short enough to be printed.
      appleUniversalLink: 'https://one.example.com/installation/esim-000000',
      installationUrl: 'https://install.example.com/customers/esim-0000',
      state: 'INSTALLED/ENABLED',
    },
  ],
}
