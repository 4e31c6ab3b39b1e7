import { expect, it } from 'vitest'
import { likelyLanguage } from '#shared/sheet/language.ts'

it.each([
  ['DE', null, 'de'],
  [' jp ', 'ada@example.fr', 'ja'],
  [null, 'ada@example.fr', 'fr'],
  [null, 'ada@EXAMPLE.BR', 'pt'],
  ['EG', null, 'ar'],
  [null, 'ada@example.com', null],
  // The domain .co is sold to everybody: the country itself counts, its domain doesn't
  [null, 'ada@example.co', null],
  ['CO', null, 'es'],
  ['GB', 'ada@example.org', 'en'],
  ['US', 'ada@example.de', 'en'],
  [null, 'ada@example.uk', 'en'],
  // The domain .us is sold to everybody, too
  [null, 'ada@example.us', null],
  ['NL', 'ada@example.org', null],
  [null, null, null],
] as const)('a customer of %s with %s probably reads %s', (country, email, language) => {
  expect(likelyLanguage(country, email)).toBe(language)
})
