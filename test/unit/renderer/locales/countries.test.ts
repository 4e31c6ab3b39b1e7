/**
 * Some countries need an article in a sentence. So no name of a country follows a preposition in English, German or
 * French, and in a whole sentence each stands alone, beside a colon or in parentheses.
 */
import { expect, test } from 'vitest'
import { loadMessages } from '../../../../renderer/locales/index.ts'

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)

const country = /\{(?:country|previous|reported)\}/
const inSentence = /(?<!:\s|\()\{(?:country|previous|reported)\}(?!\u202f?:)/

test.each([
  ['en', /\b(?:in|for|to|from|at) \{(?:country|previous|reported)\}/i],
  ['de', /\b(?:in|für|nach|aus) \{(?:country|previous|reported)\}/i],
  ['fr', /(?:en|au|aux|à|dans|pour|vers|de) \{(?:country|previous|reported)\}/i],
] as const)('in %s', async (language, preposition) => {
  const texts = textsIn(await loadMessages(language)).filter((text) => country.test(text))
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.filter((text) => text.includes('{reported}')).length).toBeGreaterThan(1)
  expect(texts.filter((text) => preposition.test(text))).toEqual([])
  expect(texts.filter((text) => text.endsWith('.') && inSentence.test(text))).toEqual([])
})
