import { describe, expect, it } from 'vitest'
import { defaultDocuments } from '#shared/model/documents.ts'
import {
  BulkEntry,
  CopyKind,
  InstallationSheet,
  QrPicture,
  SheetPackage,
  WhichEsim,
} from '#shared/model/esim/installation.ts'

const takes = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success
const iccid = '8937002512345678905'
const code = {
  text: 'LPA:1$smdp.example.com$CODE-1',
  address: 'smdp.example.com',
  matchingId: 'CODE-1',
  oid: null,
  needsConfirmation: false,
}

describe('the drawing of a QR code', () => {
  const path = 'M4 4h7v1h-7z'
  it.each([
    { size: 21, path },
    { size: 177, path: path + path },
    { size: 25, path: 'M10 24h12v1h-12z' },
  ])('may be %j', (picture) => {
    expect(QrPicture.parse(picture)).toEqual(picture)
  })
  it.each([
    { size: 20, path },
    { size: 178, path },
    { size: 21.5, path },
    { size: 21, path: '' },
    { size: 21, path: ` ${path}` },
    { size: 21, path: `${path}"` },
    { size: 21, path: 'M4 4h7v2h-7z' },
    { size: 21, path: 'Mx 4h7v1h-7z' },
    { size: 21, path: 'M4 xh7v1h-7z' },
    { size: 21, path: 'M4 4hxv1h-7z' },
    { size: 21, path: 'M4 4h7v1h-xz' },
    { size: 21, path, more: 1 },
  ])('is not %j', (picture) => {
    expect(takes(QrPicture, picture)).toBe(false)
  })
})

describe('a sheet', () => {
  const sheet = {
    customerUid: 'c',
    customerEmail: null,
    esimUid: 'e',
    iccid,
    state: 'released',
    active: true,
    code,
    problem: null,
    qr: null,
    links: { apple: null, android: null, page: null },
    packages: [
      {
        name: null,
        size: { value: 3, unit: 'GB' },
        validity: { value: 30, unit: 'days', unlimited: false },
        expiresAt: null,
        start: null,
      },
    ],
    countries: ['JP'],
    nothingToUse: false,
    brand: defaultDocuments.brand,
    language: 'en',
    asOf: '2026-06-15T12:00:00.000Z',
  }
  it('contains everything that is drawn, and nothing else', () => {
    expect(InstallationSheet.parse(sheet)).toEqual(sheet)
    expect(takes(InstallationSheet, { ...sheet, secret: 'x' })).toBe(false)
    expect(takes(InstallationSheet, { ...sheet, links: {} })).toBe(false)
    expect(takes(InstallationSheet, { ...sheet, code: undefined })).toBe(false)
    expect(takes(SheetPackage, {})).toBe(false)
  })
})

describe('the request', () => {
  it.each(['apple', 'android', 'page', 'code', 'picture', 'mail'])('accepts to copy %s', (kind) => {
    expect(takes(CopyKind, kind)).toBe(true)
  })
  it('accepts nothing else to copy', () => {
    for (const kind of ['', 'secret']) expect(takes(CopyKind, kind)).toBe(false)
  })
  it('names one eSIM of one customer', () => {
    expect(WhichEsim.parse({ customerUid: 'c', esimUid: 'e' })).toEqual({ customerUid: 'c', esimUid: 'e' })
    for (const other of [{}, { customerUid: 'c' }, { esimUid: 'e' }, { customerUid: 'c', esimUid: 'e', iccid }])
      expect(takes(WhichEsim, other)).toBe(false)
  })
  it('of many contains each with its code and, if known, an address', () => {
    const entry = { iccid, email: 'a'.repeat(320), code }
    expect(BulkEntry.parse(entry)).toEqual(entry)
    expect(takes(BulkEntry, { ...entry, email: null })).toBe(true)
    for (const change of [{ email: 'a'.repeat(321) }, { iccid: '8'.repeat(41) }, { code: 'LPA' }, { more: 1 }])
      expect(takes(BulkEntry, { ...entry, ...change }), JSON.stringify(change)).toBe(false)
  })
})
