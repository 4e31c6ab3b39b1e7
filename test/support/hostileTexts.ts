/** Texts on which a regular expression that backtracks takes an excessive time. */

/** Parts of secrets, codes, addresses, tables and numbers. */
const fragments = [
  'a',
  'A',
  '0',
  '9',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '"',
  "'",
  '\\',
  '\\"',
  ':',
  ';',
  ',',
  '.',
  '-',
  '_',
  '/',
  '%',
  '%25',
  '@',
  '=',
  '<',
  '>',
  '{',
  '[',
  '|',
  '&',
  '#',
  '$',
  '+',
  '*',
  'token',
  'token=',
  'token="',
  '"token":"',
  '\\"token\\":\\"',
  'secret: ',
  'password\t',
  'Bearer ',
  'Basic ',
  'eyJ',
  'eyJhbGciOi.',
  'eyJhbGciOi-',
  'LPA:1$',
  'LPA%3A1%24',
  'LPA : ',
  '1$',
  '1$a',
  '1$a.b$',
  'carddata=',
  'http://',
  'https://a',
  'https://a@',
  'https://a?',
  'www.',
  'a@',
  'a@a',
  'a.a@',
  '<a@a',
  '@.',
  'a.',
  'a-',
  'Aa0+/',
  'f',
  '0f',
  '0-',
  '0 ',
  '\t=',
  ';"=',
  '\u2028',
  '\u00a0',
  '\ufeff',
  'é',
  '١',
  '１',
  '2026-11-21T10:00:00Z',
  '1.',
  '.0',
  'ms',
  '1ms ',
  '500 ',
  '5GB',
  '<!doctype',
  '&#0',
  '&#36;',
  'active',
  'active = ',
  '{active',
  'PROXY ',
  '=?utf-8?',
  '\u{1f600}',
  '\ud800',
  '\u0000',
] as const

export interface HostileText {
  readonly name: string
  /** Returns a text of about this many code units. */
  readonly of: (length: number) => string
}

/** Endings that make a match fail at the very end. */
const endings = ['\u0000', '', '!', '\n'] as const
const endingsOf = (all: boolean): readonly string[] => (all ? endings : endings.slice(0, 1))

const repeated = (fragment: string, ending: string): HostileText => ({
  name: `${JSON.stringify(fragment)} repeated${ending === '' ? '' : `, then ${JSON.stringify(ending)}`}`,
  of: (length) => fragment.repeat(Math.ceil(length / fragment.length)) + ending,
})

/** Returns the texts, with every ending if `all` is set. */
export const hostileTexts = (all: boolean): readonly HostileText[] =>
  fragments.flatMap((fragment) => endingsOf(all).map((ending) => repeated(fragment, ending)))

/** Returns texts from the literals of one expression, repeated, or followed by a repeated filler. */
export function textsFor(source: string, all: boolean): readonly HostileText[] {
  const own = new Set(source.match(/[\w$:%@/=.-]{2,30}/g) ?? [])
  const repeatedTokens = [...own].flatMap((word) => endingsOf(all).map((ending) => repeated(word, ending)))
  const beginnings = [...own].slice(0, 4).flatMap((word) =>
    ['a', '0', ' ', '-', '.', '"', `${word} `].map((filler): HostileText => ({
      name: `${JSON.stringify(word)}, then ${JSON.stringify(filler)} repeated`,
      of: (length) => `${word}${filler.repeat(Math.ceil(length / filler.length))}\u0000`,
    })),
  )
  return [...repeatedTokens, ...beginnings]
}
