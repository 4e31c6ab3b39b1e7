/** What the window says about notes before something is deleted, in every language. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'

const words = { en: /\bnotes\b/, de: /\bNotizen\b/, es: /\bnotas\b/, fr: /\bnotes\b/ } as const

const Settings = z.object({
  settings: z.object({
    directory: z.object({ wipeText: z.string(), keepNoneHint: z.string(), dropText: z.string() }),
  }),
})
const Connections = z.object({ connections: z.object({ remove: z.object({ text: z.string() }) }) })

const textsOf = async (language: string, area: string): Promise<unknown> =>
  JSON.parse(await readFile(`renderer/locales/${language}/${area}.json`, 'utf8'))

describe.each(Object.entries(words))('in %s', (language, word) => {
  test('the questions that delete the local list say that notes stay', async () => {
    const { directory } = Settings.parse(await textsOf(language, 'settings')).settings
    for (const text of Object.values(directory)) expect(text).toMatch(word)
  })

  test('the question that removes a connection says that its notes are deleted', async () => {
    const { remove } = Connections.parse(await textsOf(language, 'connections')).connections
    expect(remove.text.split('.')[0]).toMatch(word)
  })
})
