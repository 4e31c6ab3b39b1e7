/** The data of an eSIM's sheet, built from what a service sent. */
import jsQR from 'jsqr'
import { expect, it } from 'vitest'
import { InstallationSheet } from '#shared/model/esim/installation.ts'
import { defaultDocuments } from '#shared/model/documents.ts'
import { sheetDocument, sheetText } from '#shared/sheet/document.ts'
import { sheetLanguages } from '#shared/sheet/language.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { CountrySetId } from '#shared/wire/ids.ts'
import { WireInventoryItem } from '#shared/wire/inventory.ts'
import { installationSheet } from '../../../../electron/documents/sheet.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const size = { sizeValue: 3, sizeUnit: 'GB' }
const item = (uid: string, balance: object) => ({
  uid,
  balance: {
    name: uid,
    size,
    availableBalance: size,
    validitySize: 30,
    validityUnit: 'days',
    activationMode: 'NOW',
    ...balance,
  },
})

function sheetOf(
  esim: object,
  more: {
    readonly items?: readonly object[]
    readonly customer?: object
    readonly inventory?: readonly object[]
    readonly bought?: Readonly<Record<string, string>>
  } = {},
): InstallationSheet {
  const entry = WireCustomerEntry.parse({
    customer: { uid: 'c-1', email: 'ada@example.jp', ...more.customer },
    activatedItems: more.items ?? [],
    relatedEsims: [
      {
        uid: 'e-1',
        iccid: '8948010000012345678',
        state: 'RELEASED',
        active: true,
        activationCode: 'LPA:1$smdp.example.com$AB-12',
        ...esim,
      },
    ],
  })
  const [profile] = entry.relatedEsims
  if (profile === undefined) throw new Error('no profile')
  return InstallationSheet.parse(
    installationSheet(entry, profile, {
      now,
      documents: defaultDocuments,
      linkHost: 'setup.example.com',
      inventory: (more.inventory ?? []).map((sold) => WireInventoryItem.parse(sold)),
      countrySetOf: (uid) => CountrySetId.nullable().parse(more.bought?.[uid] ?? null),
    }),
  )
}

/** The path as pixels, read as a camera would. */
function decoded({ qr }: Pick<InstallationSheet, 'qr'>): string | undefined {
  if (qr === null) return undefined
  const scale = 4
  const side = (qr.size + 8) * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, column, row, width] of qr.path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let y = (Number(row) + 4) * scale; y < (Number(row) + 5) * scale; y += 1) {
      for (let x = (Number(column) + 4) * scale; x < (Number(column) + 4 + Number(width)) * scale; x += 1)
        pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  }
  return jsQR(pixels, side, side)?.data
}

it('has the code in its parts, its QR code, and the three links', () => {
  const sheet = sheetOf({
    appleUniversalLink: 'https://one.example.com/x?carddata=LPA:1$smdp.example.com$AB-12',
    installationUrl: 'https://install.example.com/e-1',
  })
  expect(sheet).toMatchObject({
    code: { address: 'smdp.example.com', matchingId: 'AB-12' },
    problem: null,
    links: {
      apple: 'https://one.example.com/x?carddata=LPA:1$smdp.example.com$AB-12',
      android: 'https://setup.example.com/esim_qrcode_provisioning?carddata=LPA:1$smdp.example.com$AB-12',
      page: 'https://install.example.com/e-1',
    },
  })
  expect(decoded(sheet)).toBe('LPA:1$smdp.example.com$AB-12')
})

it('of a malformed code reports the defect and makes neither QR code nor link', () => {
  const sheet = sheetOf({ activationCode: 'LPA:1$smdp.example.com', appleUniversalLink: 'https://one.example.com/x' })
  expect(sheet).toMatchObject({ code: null, problem: 'parts', qr: null, links: { apple: null, android: null } })
})

it('leaves out links that can’t be given to anybody', () => {
  expect(
    sheetOf({ appleUniversalLink: 'javascript:alert(1)', installationUrl: 'http://install.example.com/e-1' }).links,
  ).toMatchObject({ apple: null, page: null })
})

it('names the usable packages in the order of their use, and when each ends or begins', () => {
  const items = [
    item('asked', { activationMode: 'ON_DEMAND', expiresAt: null }),
    item('waiting', { activationMode: 'FIRST_USE', expiresAt: '2027-02-01T00:00:00Z' }),
    item('over', { activatedAt: '2026-01-01T00:00:00Z', expiresAt: '2026-02-01T00:00:00Z' }),
    item('active', { activatedAt: '2026-11-20T00:00:00Z', expiresAt: '2026-12-20T00:00:00Z' }),
    item('third', { activationMode: 'FIRST_USE', expiresAt: '2027-02-03T00:00:00Z' }),
  ]
  expect(sheetOf({}, { items }).packages).toMatchObject([
    { name: 'active', expiresAt: '2026-12-20T00:00:00.000Z', start: null },
    { name: 'waiting', expiresAt: null, start: { by: 'turn', latest: '2027-02-01T00:00:00.000Z' } },
    { name: 'third', expiresAt: null, start: { by: 'turn', latest: '2027-02-03T00:00:00.000Z' } },
    { name: 'asked', expiresAt: null, start: { by: 'request', latest: null } },
  ])
  // Without one that is active the first of them starts with its use.
  const waiting = items.filter(({ uid }) => uid !== 'active')
  expect(sheetOf({}, { items: waiting }).packages.map(({ start }) => start?.by)).toEqual(['use', 'turn', 'request'])
})

it('says where the packages work only if the inventory leaves no doubt', () => {
  const sold = (id: string, countrySet: string, ...includedCountries: readonly string[]) => ({
    ...{ id, name: 'Three', sizeValue: 3, sizeUnit: 'GB', validitySize: 30, validityUnit: 'days' },
    ...{ countrySet, includedCountries },
  })
  const asia = sold('p-1', 'ASIA', 'JP', 'KR')
  const three = item('three', { name: 'Three', activationMode: 'FIRST_USE' })
  const countries = (inventory: readonly object[], more: Omit<Parameters<typeof sheetOf>[1] & {}, 'inventory'> = {}) =>
    sheetOf({}, { items: [three], inventory, ...more }).countries
  expect(countries([asia])).toEqual(['JP', 'KR'])
  expect(countries([])).toEqual([])
  expect(countries([sold('p-2', 'EU', 'FR'), asia])).toEqual([])
  // This desk knows what it has sold, and a customer has one country set.
  const other = item('other', { name: 'Other', activationMode: 'FIRST_USE' })
  const unknown = item('unknown', { name: 'Unknown', activationMode: 'FIRST_USE' })
  expect(countries([asia], { items: [unknown, other] })).toEqual([])
  expect(countries([asia], { items: [unknown, other], bought: { other: 'ASIA' } })).toEqual(['JP', 'KR'])
  const europe = sold('p-2', 'EU', 'FR')
  expect(countries([asia, europe], { items: [three, other], bought: { three: 'ASIA', other: 'EU' } })).toEqual([])
  // A package that has ended works nowhere.
  const over = item('over', { name: 'Three', expiresAt: '2026-02-01T00:00:00Z', activatedAt: '2026-01-01T00:00:00Z' })
  expect(countries([asia], { items: [over] })).toEqual([])
})

it('shows whether it is certain that the customer has nothing to use', () => {
  const nothing = (...items: readonly object[]): boolean => sheetOf({}, { items }).nothingToUse
  const refunded = { ...item('refunded', {}), status: 'Refunded' }
  const ended = item('ended', { activatedAt: '2026-01-01T00:00:00Z', expiresAt: '2026-02-01T00:00:00Z' })
  const empty = item('empty', { activatedAt: '2026-11-20T00:00:00Z', availableBalance: { ...size, sizeValue: 0 } })
  expect([nothing(), nothing(refunded), nothing(refunded, ended, empty)]).toEqual([true, true, true])
  expect(nothing(refunded, item('waiting', {}))).toBe(false)
  expect(nothing(refunded, item('strange', { activatedAt: 'yesterday' }))).toBe(false)
  // A package that can't be read may have data.
  expect(nothing(refunded, { uid: 'broken', balance: { name: null } })).toBe(false)
})

it('speaks the customer’s likely language, else the desk’s', () => {
  expect(sheetOf({}).language).toBe('ja')
  expect(sheetOf({}, { customer: { countryOfResidence: 'FR' } }).language).toBe('fr')
  expect(sheetOf({}, { customer: { email: null } }).language).toBe('en')
})

it.each([
  ['LPA:1$rsp.example.com$AAA-2\n', 'LPA:1$rsp.example.com$AAA-2'],
  [' LPA:1$rsp.example.com$AAA-3', 'LPA:1$rsp.example.com$AAA-3'],
  ['LPA:1$rsp.example.com$', 'LPA:1$rsp.example.com$'],
  ['LPA:1$rsp.example.com$$1.3.6.1.4.1.31746', 'LPA:1$rsp.example.com$$1.3.6.1.4.1.31746'],
])('the QR code of %j has the code without blanks around it', (activationCode, code) => {
  const sheet = sheetOf({ activationCode })
  expect([sheet.problem, sheet.code?.text, decoded(sheet)]).toEqual([null, code, code])
  expect(sheet.links.android).toBe(`https://setup.example.com/esim_qrcode_provisioning?carddata=${code}`)
})

it.each(sheetLanguages)('a sheet in %s reports that the field of an empty code stays empty', async (language) => {
  const messages = await sheetMessages(language)
  const { noMatchingId, matchingId } = messages
  const document = sheetDocument(sheetOf({ activationCode: 'LPA:1$rsp.example.com$' }), messages)
  expect(document.code[1]).toEqual({ label: matchingId, value: '', hint: noMatchingId })
  expect(sheetText(document)).toContain(`${matchingId}: ${noMatchingId}`)
})
