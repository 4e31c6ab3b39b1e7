/** @module-tag long */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { customer, esim } from '../../shared/model/customerSamples.ts'
import { now, openCalls, searchAll } from './support.ts'
import { put, uids } from './samples.ts'

describe('a whole ICCID that nobody has is near to', () => {
  const iccid = '8937002512345678905'
  async function near(query: string): Promise<readonly string[]> {
    const calls = openCalls()
    const withIccid = (uid: string, number: string) =>
      customer(uid, null, { relatedEsims: [esim(number, { imsi: null })] })
    await put(calls, withIccid('c-1', iccid), withIccid('c-2', '8937002599999999999'))
    expect(calls.search({ query, limit: 9, now }).exact).toBeNull()
    return calls.near(query)
  }

  test.each([
    ['one wrong digit', '8937002512345678906'],
    ['another one in the middle', '8937002512845678905'],
    ['two digits that were swapped', '8937002512354678905'],
    ['spaces, as it is read out', '8937 0025 1234 5678 904'],
  ])('the one that differs by %s', async (_what, query) => expect(await near(query)).toEqual([iccid]))

  test.each([
    ['two wrong digits', '8937002512345678917'],
    ['digits that are missing', '893700251234567890'],
    ['an IMSI', '893700251234567'],
  ])('none with %s', async (_what, query) => expect(await near(query)).toEqual([]))
})

describe('a query that finds nobody is near to', () => {
  const budi = 'Budi.Suzuki3191@webmail.example'
  async function near(query: string, ...more: readonly string[]): Promise<readonly string[]> {
    const calls = openCalls()
    const emails = [budi, 'ben.suarez@webmail.example', 'info@post.example', ...more]
    await put(calls, ...emails.map((email, n) => customer(`c-${n}`, email)))
    expect(uids(searchAll(calls, query))).toEqual([])
    return calls.near(query)
  }

  test.each([
    'budi.suzuki3191@webmail.exmple',
    'budi.suzuki3191@gmail.com',
    'budi.suzki3191@webmail.example',
    'budi.suuzki3191@webmail.example',
    'bdui.suzuki3191@webmail.example',
    'budi.suzzuki3191',
    'suzki3191',
    'budi suzuky',
    'Suzuky, Budi',
    'my address is budi.suzuki3191@webmail.exmple',
    'ubdi.suzkui3191',
    'budisuzuk3191@webmail.example',
  ])('%j', async (query) => expect(await near(query)).toEqual([budi]))

  test.each([
    'nobody',
    'nobody@nowhere.example',
    'budi mueller',
    'inf0',
    '89370025',
    'buda suzaki 1234',
    'budi.suzuki3119@webmail.example',
    'budi.suzuki3192',
    'budi.suzki319',
    'budi.suzki31911',
    'budi.suzki13191',
    'b0di.suzuki3191',
    'suzki319 webmail',
    'x'.repeat(2000),
  ])('nobody: %j', async (query) => expect(await near(query)).toEqual([]))

  test('li.wu@webmail.example, by its domain alone', async () => {
    expect(await near('li.wu@webmial.example', 'li.wu@webmail.example')).toEqual(['li.wu@webmail.example'])
    expect(await near('ko@webmail.example', 'wu@webmail.example')).toEqual([])
    expect(await near('12345@webmial.example', '12345@webmail.example', '12354@webmail.example')).toEqual([
      '12345@webmail.example',
    ])
  })

  test('an address with one wrong letter among thousands that share most of it', async () => {
    const calls = openCalls()
    const families = ['tanaka', 'taylor', 'tamura', 'suzuki']
    const entries = Array.from({ length: 4000 }, (_, n) =>
      customer(`c-${n}`, `anna.${families[n % 4] ?? ''}${n}@mail.example`),
    )
    await put(calls, ...entries)
    expect(calls.near('anna.tanka2000')).toEqual(['anna.tanaka2000@mail.example'])
    expect(calls.near('ana.tanaka4@gmial.com')).toEqual(['anna.tanaka4@mail.example'])
    const ofTamura = expect.stringMatching(/^anna\.tamura\d+@mail\.example$/)
    expect(calls.near('anna tamrua')).toEqual([ofTamura, ofTamura, ofTamura])
    expect(calls.near('anna.tanaka4001')).toEqual([])
  })

  test('every address but for one letter of a word of seven or more', async () => {
    const letter = fc.constantFrom(...'abcdxyz')
    const edits: Readonly<Record<string, (word: string, at: number, by: string) => string>> = {
      other: (word, at, by) => word.slice(0, at) + by + word.slice(at + 1),
      missing: (word, at) => word.slice(0, at) + word.slice(at + 1),
      extra: (word, at, by) => word.slice(0, at) + by + word.slice(at),
      swapped: (word, at) =>
        word.slice(0, at) +
        word
          .slice(at, at + 2)
          .split('')
          .reverse()
          .join('') +
        word.slice(at + 2),
    }
    const calls = openCalls()
    const words = fc.sample(fc.string({ unit: letter, minLength: 8, maxLength: 14 }), { numRuns: 300, seed: 5 })
    await put(calls, ...words.map((word, n) => customer(`c-${n}`, `${word}@mail.example`)))
    fc.assert(
      fc.property(
        fc.constantFrom(...words),
        fc.constantFrom(...Object.keys(edits)),
        fc.nat({ max: 13 }),
        letter,
        (word, kind, place, by) => {
          const typed = edits[kind]?.(word, place % word.length, by) ?? ''
          fc.pre(calls.search({ query: typed, limit: 1, now }).rows.length === 0)
          const found = calls.near(typed)
          // Others may be as near.
          if (found.length < 3) expect(found).toContain(`${word}@mail.example`)
        },
      ),
    )
  })

  test('the most similar addresses, and no more than three', async () => {
    const others = ['a', 'b', 'c', 'd'].map((letter) => `budi.suzuki3191@${letter.repeat(9)}.example`)
    expect(await near('budi.suzuki3191@webmail.exmple', ...others)).toEqual([
      budi,
      expect.any(String),
      expect.any(String),
    ])
    expect(await near('budi.suzuki3191@ccccccccc.exmple', ...others)).toEqual([
      'budi.suzuki3191@ccccccccc.example',
      expect.any(String),
      expect.any(String),
    ])
  })
})
