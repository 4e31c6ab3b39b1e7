/** @module-tag long */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compact,
  display,
  findActivationCode,
  fold,
  takenIdentifier,
  understandQuery,
} from '#shared/model/search/identifier.ts'

const kind = (query: string): string | undefined => understandQuery(query).whole?.kind
const value = (query: string): string | undefined => understandQuery(query).whole?.value

describe('an ICCID', () => {
  test.each([
    ['8937002512345678905', '8937002512345678905'],
    ['  8937 0025 1234 5678 905 ', '8937002512345678905'],
    ['8937-0025-1234-5678-905', '8937002512345678905'],
    ['8937\u20110025\u20131234\u00a05678\u2009905', '8937002512345678905'],
    ['8937.0025.1234.5678.905', '8937002512345678905'],
    ['8937002512345678905F', '8937002512345678905'],
    ['8937002512345678905f', '8937002512345678905'],
    ['893700251234567890FF', '893700251234567890'],
    ['ICCID: 8937 0025 1234 5678 905', '8937002512345678905'],
    ['\u202a8937002512345678905\u202c', '8937002512345678905'],
    ['893700251234567890', '893700251234567890'],
    ['8937002512345678901234', '8937002512345678901234'],
    ['8943\u00ad1081\u00ad6500\u00ad0712\u00ad344', '8943108165000712344'],
    ['8943\u22121081\u22126500\u22120712\u2212344', '8943108165000712344'],
    ['89431081\u206665000712344\u2069', '8943108165000712344'],
    ['8943108165000712344\ufe0f', '8943108165000712344'],
    ['="8943108165000712344"', '8943108165000712344'],
    ["'8943108165000712344", '8943108165000712344'],
    ['8,943,108,165,000,712,344', '8943108165000712344'],
    ['8\u2019943\u2019108\u2019165\u2019000\u2019712\u2019344', '8943108165000712344'],
    ['8.943.108.165.000.712.344', '8943108165000712344'],
    ['89,43,10,81,65,00,07,12,344', '8943108165000712344'],
    ['F8943108165000712344', '8943108165000712344'],
    ['the card says 8943\u22121081\u22126500\u22120712\u2212344 here', '8943108165000712344'],
  ])('is understood as %j', (query, digits) => {
    expect(understandQuery(query).whole).toEqual({ kind: 'iccid', value: digits })
    expect(understandQuery(query).compact).toBe(digits)
  })

  test('with too few or too many digits is not recognized', () => {
    expect(kind('89370025123456789')).toBeUndefined()
    expect(kind('89370025123456789012345')).toBeUndefined()
  })
})

test.each(['240071234567890', '24007 1234567890', '24007123456789'])('14 or 15 digits are an IMSI: %j', (query) => {
  expect(kind(query)).toBe('imsi')
})

test.each([
  ['Ann@Example.com', 'ann@example.com'],
  [' mailto:ann@example.com ', 'ann@example.com'],
  ['Ann Lee <Ann@example.com>', 'ann@example.com'],
  ['e-mail: ann@example.com', 'ann@example.com'],
  ['jürgen.groß@müller.example', 'jürgen.groß@müller.example'],
])('an e-mail address is extracted from %j', (query, email) => {
  expect(understandQuery(query).whole).toEqual({ kind: 'email', value: email })
  expect(understandQuery(query).text).toBe(email)
})

test.each(['ann@', '@example.com', 'ann@example', 'ann lee@x extra'])(
  'a part of an address is not a whole identifier: %j',
  (query) => {
    expect(kind(query)).toBeUndefined()
  },
)

test.each([
  ['8937F2', '8937f2'],
  ['x8937f', 'x8937f'],
  ['8937f', '8937'],
  ['8937fx', '8937fx'],
])('only padding at the end of digits is removed: %j', (query, digits) => {
  expect(understandQuery(query).compact).toBe(digits)
})

test('blanks inside brackets and at the ends of words are not searched', () => {
  expect(understandQuery('order 17\u0007').text).toBe('order 17')
  expect(understandQuery('id: ').text).toBe('')
})

test('a uid is a UUID or one long word of letters and digits', () => {
  expect(value('C86472FF-BCC6-4201-A322-828D4B30248C')).toBe('c86472ff-bcc6-4201-a322-828d4b30248c')
  expect(kind('cus_01hzx3k9q8w7e6r5')).toBe('uid')
  expect(kind('summerholidays')).toBeUndefined()
})

describe('an activation code', () => {
  const code = 'LPA:1$SMDP.EXAMPLE.COM$ABC-123'
  test.each([
    'LPA:1$smdp.example.com$ABC-123',
    'lpa:1$smdp.example.com$abc-123',
    'LPA:1$smdp.example.com$ABC-123$1.3.6.1.4$1',
    '1$smdp.example.com$ABC-123',
    'the code is LPA:1$smdp.example.com$ABC-123, thank you',
    'https://esimsetup.example.com/esim_qrcode_provisioning?carddata=LPA:1$smdp.example.com$ABC-123',
    'https://esimsetup.example.com/esim_qrcode_provisioning?carddata=LPA%3A1%24smdp.example.com%24ABC-123&x=1',
    'LPA%253A1%2524smdp.example.com%2524ABC-123',
    'https://x.example/?next=https%3A%2F%2Fy.example%2F%3Fcarddata%3DLPA%253A1%2524smdp.example.com%2524ABC%252D123',
  ])('is found in %j', (query) => {
    expect(understandQuery(query)).toEqual({
      text: '',
      compact: '',
      whole: { kind: 'activationCode', value: code },
      words: [],
    })
  })

  test.each(['LPA:1$', 'LPA:1$smdp.example.com', '11$a$b', '1$a$b', 'costs 1$ or 2$ each'])('is not in %j', (query) => {
    expect(findActivationCode(query)).toBeNull()
  })
})

test('an address and a uid are read without marks that nobody sees, with any dash', () => {
  expect(value('an\u00adna.lee\u2011ho@x.example\u200b')).toBe('anna.lee-ho@x.example')
  expect(value('c86472ff\u2011bcc6\u20134201\u2212a322\u2010828d4b30248c')).toBe('c86472ff-bcc6-4201-a322-828d4b30248c')
})

test('commas between whole numbers, or in a short one, stay', () => {
  expect(kind('8943108165000712344,8943108165000712351')).toBeUndefined()
  expect(understandQuery('1,234').text).toBe('1,234')
})

test.each(['Activation code: K2-ABC-2344', 'code d\u2019activation : K2-ABC-2344', 'Aktivierungscode: K2-ABC-2344'])(
  'the label of an activation code is no part of it: %j',
  (query) => expect(understandQuery(query).text).toBe('k2-abc-2344'),
)

test('blanks alone are an empty query', () => {
  expect(understandQuery(' \u200b\t')).toEqual({ text: '', compact: '', whole: null, words: [] })
})

test('folding unifies case and composition and removes control characters', () => {
  expect(fold('JÜRGEN')).toBe(fold('ju\u0308rgen'))
  expect(fold('a\u0000b\nc')).toBe('a b c')
  expect(fold('\ud800x')).toBe('\ufffdx')
})

test('a folded text is as long as the shown text, so positions are the same in both', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(fold(text)).toHaveLength(display(text).length)
      expect(fold(fold(text))).toBe(fold(text))
    }),
  )
  expect(fold('İstanbul')).toHaveLength('İstanbul'.length)
})

test('any text is interpreted without failing, and always in the same way', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (query) => {
      const { text, compact: digits } = understandQuery(query)
      expect(compact(digits)).toBe(digits)
      expect(fold(text)).toBe(text)
    }),
  )
})

describe('a pasted text', () => {
  const iccid = '8937002512345678905'
  test.each([
    [`hello, my ICCID is ${iccid}, please help`, 'iccid', iccid],
    ['it says 8937 0025 1234 5678 905 on the card', 'iccid', iccid],
    [`"${iccid}"`, 'iccid', iccid],
    [`\u201c${iccid}\u201d.`, 'iccid', iccid],
    [`${iccid}.`, 'iccid', iccid],
    [`${iccid}\nsecond line`, 'iccid', iccid],
    [`ICCID ${iccid}`, 'iccid', iccid],
    [
      '\uff18\uff19\uff13\uff17\uff10\uff10\uff12\uff15\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19\uff10\uff15',
      'iccid',
      iccid,
    ],
    ['٢٤٠٠٧١٢٣٤٥٦٧٨٩٠', 'imsi', '240071234567890'],
    ['IMSI २४००७१२३४५६७८९०', 'imsi', '240071234567890'],
    ['Ann wrote from ann@example.com.', 'email', 'ann@example.com'],
    ['see C86472FF-BCC6-4201-A322-828D4B30248C please', 'uid', 'c86472ff-bcc6-4201-a322-828d4b30248c'],
  ])('%j finds by its identifier', (query, kindOf, found) => {
    expect(understandQuery(query).whole).toEqual({ kind: kindOf, value: found })
  })

  test.each([
    ['\u2026155115', '155115'],
    ['...155115', '155115'],
    ['ICCID 155115', '155115'],
    ['ICCID: \u2026155115', '155115'],
    ['IMSI 2620\u2026', '2620'],
    ['it ends with 155115, I think', '155115'],
    ['ICCID ends with 8796', '8796'],
    ['ends 8796', '8796'],
    ['ends with 87 96.', '8796'],
    ['die letzten Ziffern sind 8796', '8796'],
    ['el número termina en 8796', '8796'],
    ['les derniers chiffres: 8796', '8796'],
    ['١٥٥١١٥', '155115'],
    ['my iccid ends with 8796 and it does not work', '8796'],
    ['my iccid ends with 8796 and it doesn\u2019t connect, order 2026', '8796'],
    ['ICCID: 8796, my phone is broken', '8796'],
    ['ICCID:8796 not working', '8796'],
    ['no internet here, the last digits are 87 965', '87965'],
    ['the last four digits are 8796', '8796'],
    ['hello, I landed in Rome and nothing loads: my ICCID ends in 8796!', '8796'],
    ['meine ICCID endet auf 8796 und es geht nicht', '8796'],
    ['die letzten vier Ziffern sind 8796, ich habe kein Internet', '8796'],
    ['mi ICCID termina en 8796 y no funciona', '8796'],
    ['los últimos dígitos son 8796', '8796'],
    ['mon ICCID se termine par 8796 et ça ne marche pas', '8796'],
  ])('%j finds by its digits', (query, digits) => {
    expect(understandQuery(query).compact).toBe(digits)
  })

  test('without an identifier is searched as it is', () => {
    expect(understandQuery('order 17 of May')).toEqual({
      text: 'order 17 of may',
      compact: 'order17ofmay',
      whole: null,
      words: ['order', '17', 'of', 'may'],
    })
    expect(understandQuery('155115 or 155116').compact).toBe('155115or155116')
  })

  test.each<[string, readonly string[]]>([
    ['suzuki 8796', ['suzuki', '8796']],
    ['son 8796', ['son', '8796']],
    ['suzuki iccid 8796', ['suzuki', '8796']],
    ['iccid ends with 8796 budi suzuki', ['8796', 'budi', 'suzuki']],
    ['my name is Budi Suzuki and my ICCID ends with 8796', ['budi', 'suzuki', '8796']],
    ['order-1000 does not work', ['order-1000', 'does', 'not', 'work']],
    ['iccid of order-1000 does not work', ['iccid', 'of', 'order-1000', 'does', 'not', 'work']],
    ['order 1000 does not work', ['order', '1000', 'does', 'not', 'work']],
    ['iccid of anna1985@ does not work', ['iccid', 'of', 'anna1985@', 'does', 'not', 'work']],
    ['iccid ends with 879 and does not work', ['iccid', 'ends', 'with', '879', 'and', 'does', 'not', 'work']],
    ['my last 3000 mb are used', ['3000', 'mb', 'are', 'used']],
    ['my package ends 2025 and nothing works', ['package', '2025', 'nothing', 'works']],
  ])('%j does not have its digits searched alone', (query, words) => {
    const understood = understandQuery(query)
    expect(understood.words).toEqual(words)
    expect(understood.compact).not.toMatch(/^\d+$/)
  })

  test('two numbers of which it says that they are the last ones are not taken for one of them', () => {
    expect(understandQuery('iccid ends with 8796 or the iccid ends with 8797, not sure').compact).toMatch(/^iccid/)
  })

  test('only says what was taken if that differs from what was typed', () => {
    expect(takenIdentifier(iccid)).toBeNull()
    expect(takenIdentifier('8937 0025 1234 5678 905')).toBeNull()
    expect(takenIdentifier('155115')).toBeNull()
    expect(takenIdentifier('anna')).toBeNull()
    expect(takenIdentifier('code: LPA:1$smdp.example.com$ABC-123')).toBeNull()
    expect(takenIdentifier('\u2026155115')).toEqual({ kind: 'digits', value: '155115' })
    expect(takenIdentifier('89370025123456789053', iccid)).toEqual({ kind: 'iccid', value: iccid })
    expect(takenIdentifier('89370025123456789053', '89370025123456789053')).toBeNull()
    expect(takenIdentifier(`my number is ${iccid}`)).toEqual({ kind: 'iccid', value: iccid })
  })
})

describe('a text of several words', () => {
  test.each<[string, readonly string[]]>([
    ['budi suzuki', ['budi', 'suzuki']],
    ['Suzuki, Budi', ['suzuki', 'budi']],
    ['my number is 8796 budi', ['8796', 'budi']],
    ['budi 5678 905', ['budi', '5678905']],
    ['budi budi', ['budi']],
    ['jack ma', ['jack', 'ma']],
    ['my number', ['my', 'number']],
  ])('%j is searched by its words', (query, words) => expect(understandQuery(query).words).toEqual(words))

  test.each(['budi', '8937 0025', 'hello, 8937002512345678905', 'ann@example.com and Ben', 'a b c d e f g h i'])(
    '%j is not',
    (query) => expect(understandQuery(query).words).toEqual([]),
  )

  test('says which words were taken if others were left out', () => {
    expect(takenIdentifier('my number is 8796 budi')).toEqual({ kind: 'words', value: '8796 + budi' })
    expect(takenIdentifier('ICCID ends with 8796')).toEqual({ kind: 'digits', value: '8796' })
    expect(takenIdentifier('ICCID: 8796, my phone is broken')).toEqual({ kind: 'digits', value: '8796' })
    expect(takenIdentifier('budi suzuki')).toBeNull()
    expect(takenIdentifier('my number')).toBeNull()
  })
})

test('a text with two persons is not taken for one of them', () => {
  expect(understandQuery('anna@example.org wants it sent to ben@example.org').whole).toBeNull()
  expect(understandQuery('anna@example.org, again: anna@example.org').whole).toEqual({
    kind: 'email',
    value: 'anna@example.org',
  })
})

test.each(["'", '\u2019'])('an address keeps its apostrophe %s in a longer text', (apostrophe) => {
  expect(understandQuery(`mail from o${apostrophe}brien@example.com today`).whole).toEqual({
    kind: 'email',
    value: `o${apostrophe}brien@example.com`,
  })
})

test('digits of scripts whose blocks of ten follow each other are read, too', () => {
  expect(understandQuery('\u{1d7cf}\u{1d7d3}\u{1d7e7}\u{1d7d9}\u{1d7d2}0').text).toBe('155140')
})
