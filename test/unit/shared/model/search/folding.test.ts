import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldForSearch, originalSpan } from '#shared/model/search/folding.ts'
import { display } from '#shared/model/search/identifier.ts'
import { findMatch, namesOf, understandSearch } from '#shared/model/search/search.ts'
import { customer, esim, item } from '../customerSamples.ts'

test.each([
  ['Zoë.Öztürk', 'zoe.ozturk'],
  ['Zoe\u0308', 'zoe'],
  ['STRASSE straße STRAẞE', 'strasse strasse strasse'],
  ['Søren Łukasz Đorđe', 'soren lukasz dorde'],
  ['İstanbul ISPARTA ılgaz', 'istanbul isparta ilgaz'],
  ['Þórður Æsir œuvre', 'thordur aesir oeuvre'],
  ['ＡＢＣ１２３', 'abc123'],
  ['٠١٢٣ ۴۵۶ ७८९', '0123 456 789'],
  ['ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'],
  ['مُحَمَّد', 'محمد'],
  ['Rome \u2013 May\u2212June', 'rome - may-june'],
  ['so\u00adft zero\u200bwidth \u2067x\u2069', 'soft zerowidth x'],
])('%s is searched as %s', (text, folded) => {
  expect(foldForSearch(text)).toBe(folded)
})

const letters = fc.string({
  unit: fc.constantFrom(
    'a',
    'B',
    'ß',
    'ø',
    'Ł',
    'İ',
    'ı',
    'é',
    'e\u0301',
    'ﬁ',
    '٣',
    '７',
    '\u0308',
    ' ',
    '😀',
    'ς',
    '한',
  ),
  maxLength: 12,
})

test('folding a folded text changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(letters, fc.string({ unit: 'binary' })), (text) => {
      expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text))
    }),
    { numRuns: 2000 },
  )
})

test('a part of the original text is marked by its own bounds', () => {
  fc.assert(
    fc.property(
      letters,
      letters.filter((text) => /\p{L}|\p{Nd}/u.test(text.charAt(0))),
      letters,
      (before, middle, after) => {
        const text = display(`${before}x${middle}x${after}`)
        const start = foldForSearch(display(`${before}x`)).length
        const folded = foldForSearch(display(middle))
        const span = originalSpan(text, { start, end: start + folded.length })
        expect(foldForSearch(text.slice(span.start, span.end))).toContain(folded)
        expect(text.slice(span.start, span.end)).toBe(display(middle))
      },
    ),
    { numRuns: 2000 },
  )
})

test.each([
  ['ozturk', 'Öztürk'],
  ['ÖZTURK', 'Öztürk'],
  ['zoe', 'Zoë'],
  ['strasse', 'Straße'],
  ['tras', 'traß'],
  ['order-12', 'Order-１２'],
  ['order-١٢', 'Order-１２'],
])('%s finds the customer and marks %s in the text as it stands', (query, marked) => {
  const entry = customer('c-1', 'Zoë.Öztürk@x.example', {
    activatedItems: [item('i-1', { metatag: 'Order-１２ Straße' })],
  })
  const found = findMatch(namesOf(entry), understandSearch(query))
  expect(found?.match.value.slice(found.match.start, found.match.end)).toBe(marked)
})

test('an ICCID is found by digits of another script', () => {
  const entry = customer('c-1', null, { relatedEsims: [esim('8937001234567890123')] })
  expect(findMatch(namesOf(entry), understandSearch('٨٩٣٧٠٠١٢٣٤٥٦٧٨٩٠١٢٣'))?.tier).toBe('exact')
  expect(findMatch(namesOf(entry), understandSearch('９０１２３'))?.tier).toBe('suffix')
})
