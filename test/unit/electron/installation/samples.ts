import type { InstallationSheet } from '#shared/model/installation.ts'
import { defaultDocuments } from '#shared/model/documents.ts'
import { CustomerUid, EsimUid, Iccid } from '#shared/wire/ids.ts'
import { qrPicture } from '../../../../electron/installation/qr.ts'

/** A sheet with `text` wherever somebody could have written something. */
export function sampleSheet({ text }: { readonly text: string }): InstallationSheet {
  const code = 'LPA:1$smdp.example.com$AB-12'
  return {
    customerUid: CustomerUid.parse('c-1'),
    customerEmail: 'ada@example.org',
    esimUid: EsimUid.parse('e-1'),
    iccid: Iccid.parse(text.slice(0, 40)),
    state: 'installed',
    active: true,
    code: { text: code, address: 'smdp.example.com', matchingId: 'AB-12', oid: null, needsConfirmation: true },
    problem: null,
    qr: qrPicture(code),
    links: { apple: `https://one.example.com/x?carddata=${code}`, android: `https://two.example.com/x?carddata=${code}`, page: 'https://install.example.com/?a=1&b=2' },
    packages: [{ name: text, size: { value: 3, unit: text }, validity: { value: 30, unit: text, unlimited: false }, expiresAt: null }],
    brand: { ...defaultDocuments.brand, name: text, contact: text },
    language: 'en',
    asOf: '2026-11-21T10:00:00.000Z',
  }
}
