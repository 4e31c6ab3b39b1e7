/**
 * The CSV export of operations: its text, and how a real spreadsheet opens it.
 *
 * @module-tag long
 */
import { describe, expect, test } from 'vitest'
import { addAmounts } from '#shared/model/package/amount.ts'
import type { DecimalSign } from '#shared/model/decimalSign.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { CustomerUid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import { operationsTable } from '../../../../../electron/operations/export/csv.ts'
import { type Cell, languages, openInSpreadsheet, type Reader } from '../../../../support/spreadsheet.ts'

const at = '2026-11-21T10:00:00.000Z'
const row = (changes: Partial<OperationRow> = {}): OperationRow => ({
  id: '01JD000000000000000000000A',
  kind: 'top-up',
  state: 'CONFIRMED',
  confirmedBy: 'answer',
  answer: 'lost',
  changedAnyway: false,
  isShown: true,
  awaitsRead: false,
  startsDifferently: false,
  agent: 'Ada',
  connectionName: 'Shop',
  customerUid: CustomerUid.parse('c-1'),
  customerEmail: 'ada@example.org',
  itemUid: ItemUid.parse('i-1'),
  esimUid: null,
  packageName: 'Europe 3 GB',
  inventoryItemId: InventoryItemId.parse('europe-3'),
  countrySet: null,
  mode: 'NOW',
  reference: 'order 17',
  echoed: 'same',
  amount: { amount: '4.50', currency: 'USD' },
  charged: { amount: '4.50', currency: 'USD' },
  createdAt: at,
  updatedAt: at,
  reason: null,
  retryAfter: null,
  refundReason: null,
  ticket: null,
  current: true,
  sandbox: false,
  checks: 0,
  nextCheck: null,
  checking: false,
  duplicates: [],
  ...changes,
})
const operationsCsv = (rows: Parameters<typeof operationsTable.lines>[0], decimal: DecimalSign = 'point'): string =>
  operationsTable.head(decimal) + operationsTable.lines(rows, decimal)
const csvOf = (rows: readonly Partial<OperationRow>[], decimal?: DecimalSign): string =>
  operationsCsv(
    rows.map((changes) => ({ row: row(changes), iccids: [] })),
    decimal,
  )

/** Returns the fields of one operation by column name. */
function fields(changes: Partial<OperationRow>, iccids: readonly string[] = []): Readonly<Record<string, string>> {
  const [names = '', cells = ''] = operationsCsv([{ row: row(changes), iccids }])
    .slice(1)
    .split('\r\n')
  const values = cells.match(/"(?:[^"]|"")*"|[^,]+|(?<=,)(?=,|$)/g) ?? []
  return Object.fromEntries(
    names
      .split(',')
      .map((name, index) => [name, (values[index] ?? '').replace(/^"([\s\S]*)"$/, '$1').replaceAll('""', '"')]),
  )
}
const text = (reference: string): string => fields({ reference })['reference'] ?? ''

type Sheet = readonly (readonly Cell[])[]
function cell(sheet: Sheet, line: number, column: string): Cell {
  const index = (sheet[0] ?? []).findIndex((name) => name.text === column)
  const found = sheet[line]?.[index]
  if (found === undefined) throw new Error(`No cell in line ${String(line)}, column ${column}`)
  return found
}

const formulas = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '  =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(A1)',
  `=cmd|' /C calc'!A0`,
  '=HYPERLINK("http://a.example","x")',
  'x;=1+1',
  'x;"=1+1',
  'x"\n=1+1',
  'a\t=1+1',
  '=1+1","=2+2',
  '#REF!',
]
/** They are formulas for who reads a table with semicolons as one with commas. */
const foreignFormulas = ['x,=1+1', 'x,"=1+1', 'x, -1+1', 'x;,=1+1', 'x,;@SUM(A1)', '=1+1,=2+2']
const values = [
  '1E5',
  '00123',
  '1/2',
  '2-3',
  'TRUE',
  'wahr',
  '12:30',
  '10 %',
  '$5',
  '5 €',
  'USD 5',
  '1 1/2',
  'May 3',
  '3. März 2026',
  'MARCH1',
  '3 de mayo',
  '3月5日',
  '１２３',
  '12345678901234567890',
  '(5)',
  '2026-11-21',
  '1.5',
  '1,5',
  '٣',
]
const plainTexts = [
  'order 17',
  'Europe 3 GB',
  'K8',
  'mars',
  'May',
  'INC0012345',
  'a=b',
  'Ann-Marie',
  'ada+desk@example.org',
  'été',
  '日本 5 GB',
  '01JD000000000000000000000A',
  '123e4567-e89b-12d3-a456-426614174000',
  'a; b',
  '😀',
]

describe('the file', () => {
  test('begins with a byte order mark, ends each line with CRLF, and names the columns', () => {
    const file = csvOf([{}])
    expect(file.startsWith('\ufeffid,time,agent,')).toBe(true)
    expect(file.endsWith('\r\n')).toBe(true)
    expect(file.split('\r\n')).toHaveLength(3)
  })

  test('has each value in its column', () => {
    expect(fields({ state: 'REJECTED', confirmedBy: null, charged: null, reason: 'No credits', checks: 2 })).toEqual({
      id: '01JD000000000000000000000A',
      time: at,
      agent: 'Ada',
      connection: 'Shop',
      kind: 'top-up',
      state: 'REJECTED',
      confirmed_by: '',
      customer_uid: 'c-1',
      customer_email: 'ada@example.org',
      item_uid: 'i-1',
      package: 'Europe 3 GB',
      package_id: 'europe-3',
      mode: 'NOW',
      reference: 'order 17',
      agreed_amount: '4.50',
      charged_amount: '',
      currency: 'USD',
      direction: '',
      refund_reason: '',
      ticket: '',
      iccids: '',
      looks: '2',
      last_change: at,
      reason: 'No credits',
    })
  })

  test('with decimal commas has semicolons between the cells, and points in what is not a number', () => {
    const [names, cells] = csvOf([{ amount: { amount: '2.20', currency: 'USD' }, charged: null }], 'comma').split(
      '\r\n',
    )
    expect(names).toMatch(/^\ufeffid;time;agent;/)
    expect(cells).toContain(`;2,20;;"USD";"out";`)
    expect(cells).toContain(`;${at};`)
    expect(cells).toContain('"ada@example.org"')
  })

  test.each([
    ['2.20', '2.20'],
    ['1.125', '1.1250'],
    ['-1.125', '-1.1250'],
    ['0.0005', '0.0005'],
    ['1000', '1000'],
  ])('writes %s as %s, because three decimals look like thousands where the sign is another one', (amount, digits) => {
    expect(fields({ amount: { amount, currency: 'USD' } })['agreed_amount']).toBe(digits)
  })

  test('shows whether credits go out or come back, and nothing if none moved', () => {
    expect(fields({ kind: 'register' })['direction']).toBe('out')
    expect(fields({ kind: 'refund', state: 'UNKNOWN' })['direction']).toBe('back')
    expect(fields({ kind: 'activate' })['direction']).toBe('')
    expect(fields({ kind: 'refund', state: 'NOT_APPLIED' })['direction']).toBe('')
  })

  test('writes a charge in another currency as text', () => {
    expect(fields({ charged: { amount: '4.10', currency: 'EUR' } })['charged_amount']).toBe("'4.10 EUR")
  })

  test('writes an amount with too many digits for a spreadsheet as text', () => {
    expect(fields({ amount: { amount: '1234567890123.45', currency: 'USD' } })['agreed_amount']).toBe(
      '1234567890123.45',
    )
    expect(fields({ amount: { amount: '12345678901234.567', currency: 'USD' } })['agreed_amount']).toBe(
      "'12345678901234.567",
    )
  })

  test.each(formulas)('escapes the formula %j', (hostile) => expect(text(hostile)).toMatch(/^'|;"?'=|\n'=|\t'=/))
  test.each(foreignFormulas)('with semicolons between the cells also escapes %j', (reference) => {
    expect(csvOf([{ reference }], 'comma')).toMatch(/[,;]["' ]*'[=@-]|"'=/)
    expect(text('x, -1')).toBe('x, -1')
  })
  test.each(values)('escapes the value %j', (value) => expect(text(value)).toBe(`'${value}`))
  test.each(plainTexts)('does not change the text %j', (plain) => expect(text(plain)).toBe(plain))

  test('escapes an apostrophe of the text itself', () => {
    expect(text("'1")).toBe("''1")
    expect(text("'tis")).toBe("''tis")
  })

  test('replaces invalid characters, and marks a text that is truncated to the size of a cell', () => {
    expect(text('a\0b\ud800')).toBe('a\ufffdb\ufffd')
    expect(text('x'.repeat(40_000))).toBe(`${'x'.repeat(32_000)}…`)
  })

  test('has one line for each of 10,000 operations', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      row: row({ reference: `order ${String(index)}` }),
      iccids: ['8948010000012345678'],
    }))
    expect(operationsCsv(rows).split('\r\n')).toHaveLength(10_002)
  })
})

describe('opened in LibreOffice', () => {
  const hostile = [...formulas, ...values, ...plainTexts, 'two\nlines', 'quote " and , comma']
  const readers: readonly (Reader | null)[] = [
    null,
    ...Object.values(languages).map((language) => ({ language, detectSpecialNumbers: true })),
  ]
  const semicolons: Reader = { separator: ';', language: languages.german, detectSpecialNumbers: true }

  test('contains no formula, number or date in any language, and all text is unchanged', async () => {
    const sheets = await openInSpreadsheet(csvOf(hostile.map((reference) => ({ reference }))), readers)
    for (const [which, sheet] of sheets.entries()) {
      expect(sheet.flat().filter(({ formula }) => formula !== null)).toEqual([])
      for (const [index, reference] of hostile.entries()) {
        const shown = cell(sheet, index + 1, 'reference')
        expect([shown.type, shown.formula]).toEqual(['string', null])
        // Without a reader, headless LibreOffice reads every file as Latin-1, in spite of the byte order mark.
        if (which > 0) expect(shown.text).toBe(text(reference))
      }
    }
  })

  test.each([
    ['point', [semicolons, { ...semicolons, separator: '\t' }]],
    ['comma', [{ ...semicolons, separator: ',' }, { ...semicolons, separator: '\t' }, { language: languages.english }]],
  ] as const)(
    'contains no formula for a reader with another separator than that of a decimal %s either',
    async (decimal, others) => {
      const table = csvOf(
        [...hostile, ...foreignFormulas].map((reference) => ({ reference })),
        decimal,
      )
      for (const sheet of await openInSpreadsheet(table, others)) {
        expect(sheet.length).toBeGreaterThan(hostile.length)
        expect(sheet.flat().filter(({ formula }) => formula !== null)).toEqual([])
      }
    },
  )

  test.each([
    ['comma', { separator: ';', language: languages.german, detectSpecialNumbers: true }],
    ['comma', { separator: ';', language: languages.german, detectSpecialNumbers: false }],
    ['comma', { separator: ';', language: languages.french, detectSpecialNumbers: true }],
    ['point', { separator: ',', language: languages.english, detectSpecialNumbers: true }],
    ['point', { separator: ',', language: languages.english, detectSpecialNumbers: false }],
  ] as const)('with a decimal %s has the sums of the journal for %o', async (decimal, reader) => {
    const amounts = ['2.20', '1.125', '4.50', '0.005', '19.99', '1234.5', '1234567.891', '3', '0.10']
    const rows = amounts.map((amount) => ({ amount: { amount, currency: 'USD' }, charged: null }))
    const [sheet = []] = await openInSpreadsheet(csvOf(rows, decimal), [reader])
    const cells = amounts.map((_, index) => cell(sheet, index + 1, 'agreed_amount'))
    expect(cells.map(({ type }) => type)).toEqual(amounts.map(() => 'float'))
    expect(cells.map(({ value }) => value ?? '').reduce(addAmounts)).toBe(amounts.reduce(addAmounts))
    expect(sheet.flat().filter(({ type }) => type === 'date')).toEqual([])
  })

  test('a spreadsheet of the other sign reads no amount as a thousand times as much', async () => {
    const rows = ['1.125', '12.500', '0.005', '1234.567'].map((amount) => ({ amount: { amount, currency: 'USD' } }))
    for (const [decimal, reader] of [
      ['point', { separator: ',', language: languages.german }],
      ['comma', { separator: ';', language: languages.english }],
    ] as const) {
      const [sheet = []] = await openInSpreadsheet(csvOf(rows, decimal), [reader])
      expect(rows.map((_, index) => cell(sheet, index + 1, 'agreed_amount').type)).toEqual(rows.map(() => 'string'))
    }
  })

  test('preserves every digit of amounts as numbers and of identifiers as text, and all times', async () => {
    const iccids = ['8948010000012345678', '89480100000123456789']
    const [sheet = [], french = []] = await openInSpreadsheet(
      operationsCsv([
        {
          row: row({
            amount: { amount: '0.005', currency: 'USD' },
            customerUid: CustomerUid.parse('00123'),
            itemUid: ItemUid.parse('1E5'),
          }),
          iccids,
        },
      ]),
      [null, { language: languages.french, detectSpecialNumbers: true }],
    )
    expect(cell(sheet, 1, 'agreed_amount')).toMatchObject({ type: 'float', value: '0.005' })
    expect(cell(sheet, 1, 'charged_amount')).toMatchObject({ type: 'float', value: '4.5' })
    expect(cell(sheet, 1, 'looks')).toMatchObject({ type: 'float', value: '0' })
    expect(cell(sheet, 1, 'customer_uid')).toMatchObject({ type: 'string', text: "'00123" })
    expect(cell(sheet, 1, 'item_uid')).toMatchObject({ type: 'string', text: "'1E5" })
    expect(cell(sheet, 1, 'time')).toMatchObject({ type: 'string', text: at })
    for (const opened of [sheet, french]) {
      const shown = cell(opened, 1, 'iccids')
      expect(shown.type).toBe('string')
      expect(shown.text.split('; ').map((group) => group.replaceAll('-', ''))).toEqual(iccids)
      expect(shown.text).toMatch(/^8948-0100-0001-2345-678; /)
    }
  })
})
