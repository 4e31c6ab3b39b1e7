/** What is typed or pasted into the field of many sheets, read line by line. */
import { describe, expect, test } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { readManyLines } from '../../../../../renderer/features/documents/manyLines.ts'

const [a, b] = ['8943108165000712344', '8943108165000712351']
const uuid = 'c86472ff-bcc6-4201-a322-828d4b30248c'
const texts = (text: string): readonly string[] => readManyLines(text, new Map()).map((line) => line.text)

describe('of a table the identifier of each line is taken', () => {
  test.each<[string, string, readonly string[]]>([
    ['semicolons and a heading', `ICCID;E-mail;Order\r\n${a};a@x.example;1\r\n${b};b@x.example;2`, [a, b]],
    ['quotes and commas', `"${a}","a@x.example"\n"${b}","b@x.example"`, [a, b]],
    ['two on one line', `${a}, ${b}`, [a, b]],
    ['tabs', `Ann\t${a}\t12\nBob\t${b}\t13`, [a, b]],
    ['a comma inside quotes', `"Lee, Ann";"${a}"`, [a]],
    ['formulas of a spreadsheet', `="${a}";1\n="${b}";2`, [`=${a}`, `=${b}`]],
    ['the separator that Excel notes', `sep=;\nkunde;iccid\nAnn;${a}`, [`sep=;`, a].slice(1)],
    ['a byte order mark', `\ufeff"customer_uid","email"\n"${uuid}","a@x.example"`, [uuid]],
    ['an address without an ICCID', 'Order;Mail\n1;a@x.example\n2;b@x.example', ['a@x.example', 'b@x.example']],
    ['a telephone number beside an address', 'a@x.example;004917012345678', ['a@x.example']],
    ['an empty cell', `;${a};\n;;${b}`, [a, b]],
    ['lines of an old Mac', `${a}\r${b}`, [a, b]],
    [
      'a cell with several, as the desk exports them',
      'Ann;"8943-1081-6500-0712-344; 8943-1081-6500-0712-351"',
      ['8943-1081-6500-0712-344', '8943-1081-6500-0712-351'],
    ],
    ['the same eSIM twice', `${a};1\n${a};2`, [a]],
  ])('%s', (_name, text, expected) => expect(texts(text)).toEqual(expected))
})

test.each(['suzuki', 'Suzuki, Budi', 'order-1000;Anna', 'ann@example.org (c-1)', '8,943,108,165,000,712,344'])(
  '%j stays one line, as it is searched',
  (line) => expect(texts(line)).toEqual([line]),
)

test('a heading is only the first of several lines, and has neither digits nor an address', () => {
  expect(texts('ICCID')).toEqual(['ICCID'])
  expect(texts(`ICCID ends with 8796\n${a}`)).toEqual(['ICCID ends with 8796', a])
  expect(texts(`mail@x.example\n${a}`)).toEqual(['mail@x.example', a])
})

test('each number that a spreadsheet has shortened is named with its line, whatever else is in it', () => {
  const lines = readManyLines(`ICCID;E-mail\n8.94E+18;a@x.example\n${a};b@x.example\n8,94E+18;c@x.example`, new Map())
  expect(lines).toEqual([
    { text: '8.94E+18', uid: null, number: 2 },
    { text: a, uid: null, number: 3 },
    { text: '8,94E+18', uid: null, number: 4 },
  ])
  expect(readManyLines('8.94E+18\n8.94E+18', new Map()).map(({ number }) => number)).toEqual([1, 2])
})

test('a line of the selection stays as it is and means its customer', () => {
  const selected = new Map([[`Lee, Ann <a@x.example>`, CustomerUid.parse('c-1')]])
  expect(readManyLines(`Lee, Ann <a@x.example>\n${a}`, selected)).toEqual([
    { text: 'Lee, Ann <a@x.example>', uid: 'c-1', number: 1 },
    { text: a, uid: null, number: 2 },
  ])
})
