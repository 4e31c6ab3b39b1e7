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
  // More packages are not named on a sheet.
  packages: 3,
  balance: {
    // A package that waits has more to say than one that has begun.
    activatedAt: '',
    activationMode: 'FIRST_USE',
    name: `Europe and the Middle East and Africa with a few islands ${'and more '.repeat(30)}`,
  },
  esims: [
    {
      activationCode: maxLengthCode,
      appleUniversalLink: 'https://one.example.com/esim_qrcode_provisioning?carddata=LPA:1$x',
      installationUrl: 'https://install.example.com/esim-0',
      state: 'INSTALLED/ENABLED',
    },
  ],
}
