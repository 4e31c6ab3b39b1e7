import type { InstallationSheet } from '#shared/model/esim/installation.ts'
import { defaultDocuments } from '#shared/model/documents.ts'
import { CustomerUid, EsimUid, Iccid } from '#shared/wire/ids.ts'
import { qrPicture } from '../../../../electron/documents/qr.ts'

/** Wherever a text of somebody else reaches a document. */
const freeFields = ['iccid', 'package', 'sizeUnit', 'validityUnit', 'country', 'name', 'contact'] as const
/** The last two can't hold just anything, because a malformed code is none; a document does not rely on that. */
export const sheetFields = [...freeFields, 'address', 'matchingId'] as const
export type SheetField = (typeof sheetFields)[number]

/** A sheet with `text` wherever somebody could have written something, or in the fields that are named. */
export function sampleSheet({
  text,
  fields = freeFields,
}: {
  readonly text: string
  readonly fields?: readonly SheetField[]
}): InstallationSheet {
  const code = 'LPA:1$smdp.example.com$AB-12'
  const at = (field: SheetField, usual: string): string => (fields.includes(field) ? text : usual)
  return {
    customerUid: CustomerUid.parse('c-1'),
    customerEmail: 'ada@example.org',
    esimUid: EsimUid.parse('e-1'),
    iccid: Iccid.parse(at('iccid', '8948010000012345678').slice(0, 40)),
    state: 'installed',
    active: true,
    nothingToUse: false,
    code: {
      text: code,
      address: at('address', 'smdp.example.com'),
      matchingId: at('matchingId', 'AB-12'),
      oid: null,
      needsConfirmation: true,
    },
    problem: null,
    qr: qrPicture(code),
    links: {
      apple: `https://one.example.com/x?carddata=${code}`,
      android: `https://two.example.com/x?carddata=${code}`,
      page: 'https://install.example.com/?a=1&b=2',
    },
    packages: [
      {
        name: at('package', 'Europe 3 GB'),
        size: { value: 3, unit: at('sizeUnit', 'GB') },
        validity: { value: 30, unit: at('validityUnit', 'days'), unlimited: false },
        expiresAt: null,
        start: null,
      },
    ],
    countries: ['JP', at('country', 'KR')],
    brand: {
      ...defaultDocuments.brand,
      name: at('name', 'Example Travel'),
      contact: at('contact', 'help@example.com'),
    },
    language: 'en',
    asOf: '2026-11-21T10:00:00.000Z',
  }
}
