/** French has a narrow space, at which no line breaks, before signs of two parts and inside quotation marks. */
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { answerMessages } from '../../../../renderer/rules/answers.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'

/** As they are written, because some are only made when a question is asked. */
async function questionTexts(): Promise<string> {
  const source = await readFile(new URL('../../../../electron/approvals/text/fr.ts', import.meta.url), 'utf8')
  return source.replaceAll('\\u202f', '\u202f')
}

/** The files of the window's texts. */
async function windowTexts(): Promise<readonly unknown[]> {
  const folder = new URL('../../../../renderer/locales/fr/', import.meta.url)
  const files = await readdir(folder)
  return await Promise.all(
    files.map(async (file): Promise<unknown> => JSON.parse(await readFile(new URL(file, folder), 'utf8'))),
  )
}

test.each([
  ['the sheet', await sheetMessages('fr')],
  ['what is said to customers', await answerMessages('fr')],
  ['the window', await windowTexts()],
  ['the questions of the main process', await questionTexts()],
])('%s has no other space there', (_where, texts) => {
  const text = JSON.stringify(texts)
  expect(text.match(/.{0,30}(?:[ \u00a0][;:!?»]|«[ \u00a0]).{0,10}/g)).toBeNull()
  expect(text).toMatch(/\u202f[;:?»]/)
})
