/**
 * Many eSIMs as one ZIP.
 *
 * @module-tag long
 */
import { unzipSync } from 'fflate'
import { describe, expect, it, test } from 'vitest'
import { parseActivationCode } from '#shared/model/esim/activationCode.ts'
import { Iccid } from '#shared/wire/ids.ts'
import { sheetsArchive } from '../../../../electron/documents/archive.ts'
import { languages, openInSpreadsheet, type Reader } from '../../../support/spreadsheet.ts'

/** `matchingId` may be one that no rule lets through: the table has to hold whatever it is given. */
function entry(iccid: string, email: string | null, matchingId?: string) {
  const parsed = parseActivationCode('LPA:1$smdp.example.com$AB-12')
  if (!parsed.ok) throw new Error('not a code')
  const code = matchingId === undefined ? parsed.code : { ...parsed.code, matchingId }
  return { iccid: Iccid.parse(iccid), email, code }
}

it('has a picture an eSIM and a table of them', async () => {
  const files = unzipSync(
    await sheetsArchive([entry('8948010000012345678', 'ada@example.org'), entry('8948010000012345679', null)], 'point'),
  )
  expect(Object.keys(files)).toEqual(['001-8948010000012345678.png', '002-8948010000012345679.png', 'esims.csv'])
  expect(
    Buffer.from(files['001-8948010000012345678.png'] ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  expect(new TextDecoder().decode(files['esims.csv']).split('\r\n')[1]).toBe(
    '"001-8948010000012345678.png","8948-0100-0001-2345-678","ada@example.org","smdp.example.com","AB-12","LPA:1$smdp.example.com$AB-12"',
  )
})

it.each(['=1+1', '+1', '-1', '@x', '\t=1'])('has no formula in its table: %j', async (text) => {
  const files = unzipSync(await sheetsArchive([entry(text, `${text}"x`)], 'point'))
  const [, row = ''] = new TextDecoder().decode(files['esims.csv']).split('\r\n')
  expect(row).not.toMatch(/"\s*[=+\-@]/)
  expect(row.match(/'[=+\-@]/g)).toHaveLength(2)
  expect(Object.keys(files).every((name) => /^\d{3}-\w*\.png$|^esims\.csv$/.test(name))).toBe(true)
})

describe('its table, opened in LibreOffice', () => {
  const hostile = [
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '  =1+1',
    '\u00a0=1+1',
    '\u200b=1+1',
    '\n=1+1',
    '＝1+1',
    'x;=1+1',
    'a\t=1+1',
    `=cmd|' /C calc'!A0`,
    '=1+1","=2+2',
    '#REF!',
  ]
  const identifiers = ['00123', '1E5', '1/2', 'MARCH1', 'TRUE']

  test('no cell is a formula or a number, an ICCID has all its digits and a matching ID is what it was', async () => {
    const entries = [
      ...hostile.map((email) => entry('8948010000012345678', email)),
      ...identifiers.map((matchingId) => entry('8948010000012345679', 'ada@example.org', matchingId)),
    ]
    const table = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      unzipSync(await sheetsArchive(entries, 'point'))['esims.csv'],
    )
    const readers: readonly (Reader | null)[] = [
      null,
      { language: languages.german, detectSpecialNumbers: true },
      { separator: ';', language: languages.german, detectSpecialNumbers: true },
    ]
    const [sheet = [], german = [], semicolons = []] = await openInSpreadsheet(table, readers)
    for (const opened of [sheet, german, semicolons])
      expect(opened.flat().filter(({ formula }) => formula !== null)).toEqual([])
    for (const opened of [sheet, german]) {
      const rows = opened.slice(1)
      expect(rows).toHaveLength(entries.length)
      expect(rows.flat().filter(({ type }) => type !== 'string')).toEqual([])
      expect(rows.map(([, iccid]) => iccid?.text.replaceAll('-', ''))).toEqual(entries.map(({ iccid }) => iccid))
      expect(rows.slice(hostile.length).map((cells) => cells[4]?.text)).toEqual(
        identifiers.map((matchingId) => `'${matchingId}`),
      )
    }
  })
})
