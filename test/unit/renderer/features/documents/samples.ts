import type { InstallationSheet } from '#shared/model/esim/installation.ts'
import { defaultDocuments } from '#shared/model/documents.ts'
import { EsimUid, Iccid } from '#shared/wire/ids.ts'
import { customerUid, now } from '../../support/samples.ts'

export function sheet(changes: Partial<InstallationSheet> = {}): InstallationSheet {
  return {
    customerUid,
    customerEmail: 'ada@example.org',
    esimUid: EsimUid.parse('e-1'),
    iccid: Iccid.parse('8948010000012345678'),
    state: 'released',
    active: true,
    nothingToUse: false,
    code: {
      text: 'LPA:1$smdp.example.com$AB-12',
      address: 'smdp.example.com',
      matchingId: 'AB-12',
      oid: null,
      needsConfirmation: false,
    },
    problem: null,
    qr: { size: 25, path: 'M0 0h7v1h-7z' },
    links: { apple: 'https://one.example.com/x', android: 'https://two.example.com/x', page: null },
    packages: [
      {
        name: 'Europe 3 GB',
        size: { value: 3, unit: 'GB' },
        validity: { value: 30, unit: 'days', unlimited: false },
        expiresAt: null,
        start: null,
      },
    ],
    countries: ['JP', 'KR'],
    brand: defaultDocuments.brand,
    language: 'en',
    asOf: now,
    ...changes,
  }
}
