/** What customers read speaks to them in one way, and has one word for a thing. */
import { expect, test } from 'vitest'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'

test.each([
  ['de', /(?<!\p{L})(?:du|dein\p{L}*|Telefon)(?!\p{L})/u],
  ['es', /(?<!\p{L})(?:tú|tus?|puedes)(?!\p{L})/iu],
  ['fr', /(?<!\p{L})(?:tu|ton|ta|tes)(?!\p{L})/iu],
  ['it', /(?<!\p{L})(?:tu|tu[aoe]|tuoi|t[ie]|puoi|hai|scrivici|rispondi)(?!\p{L})|l’eSIM/iu],
  ['pt', /(?<!\p{L})(?:tu|teus?|tuas?|telemóvel)(?!\p{L})/iu],
  ['ja', /パッケージ|スマートフォン/],
  ['ar', /من فضلك|الجوال/],
] as const)('%s', async (language, otherWords) => {
  expect(JSON.stringify(await sheetMessages(language)).match(otherWords)).toBeNull()
})
