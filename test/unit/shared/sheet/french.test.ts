/** French has a narrow space, at which no line breaks, before signs of two parts and inside quotation marks. */
import { expect, test } from 'vitest'
import { answerMessages } from '#shared/sheet/answers.ts'
import { sheetMessages } from '#shared/sheet/messages.ts'

test.each([
  ['the sheet', await sheetMessages('fr')],
  ['what is said to customers', await answerMessages('fr')],
])('%s has no other space there', (_where, texts) => {
  const text = JSON.stringify(texts)
  expect(text.match(/.{0,30}(?:[ \u00a0][;:!?»]|«[ \u00a0]).{0,10}/g)).toBeNull()
  expect(text).toMatch(/\u202f[;:?»]/)
})
