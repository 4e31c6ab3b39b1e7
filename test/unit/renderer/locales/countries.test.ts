/** No name of a country follows a preposition in English or German, where some countries need an article. */
import { expect, test } from 'vitest'
import { loadMessages } from '../../../../renderer/locales/index.ts'

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)

test.each([
  ['en', /\b(?:in|for|to|from|at) \{(?:country|previous|reported)\}/i],
  ['de', /\b(?:in|für|nach|aus) \{(?:country|previous|reported)\}/i],
] as const)('in %s', async (language, preposition) => {
  const texts = textsIn(await loadMessages(language)).filter((text) => text.includes('{country}'))
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.filter((text) => preposition.test(text))).toEqual([])
})
