import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { HostQuestion } from '../../../../electron/host/index.ts'
import { questionPage } from '../../../../electron/host/chromium/questionPage.ts'
import { isYes, questionBox } from '../../../../electron/host/electron/messageBoxes.ts'
import { payloads } from '../../../support/payloads.ts'

const question: HostQuestion = {
  language: 'en',
  title: 'Send it?',
  text: 'It is much.',
  facts: [
    { label: 'Amount', value: '60.00 USD' },
    { label: 'Customer', value: 'ada@example.org' },
  ],
  yes: 'Send it',
  no: "Don't send it",
}
const text = async (of: HostQuestion, theme: 'system' | 'light' | 'dark' = 'system') =>
  await questionPage(of, theme, 'n0nce').text()
const tags = (html: string): readonly string[] => html.match(/<[a-z]+/g) ?? []

test('the page has no script, and its policy would run none', async () => {
  const policy = questionPage(question, 'system', 'n0nce').headers.get('content-security-policy')
  expect(policy).toBe(
    "default-src 'none'; style-src 'nonce-n0nce'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(await text(question)).not.toMatch(/<script|\son[a-z]+=|javascript:/)
})

test('what others wrote is text, whatever it is', async () => {
  const plain = tags(await text(question))
  for (const payload of payloads) {
    expect(
      tags(
        await text({
          ...question,
          facts: [
            { label: 'Amount', value: payload },
            { label: 'Customer', value: payload },
          ],
        }),
      ),
      payload,
    ).toEqual(plain)
  }
})

test('the default button is the safe answer, on both hosts', async () => {
  expect(await text(question)).toContain('<button name="answer" value="no" autofocus>')
  const { buttons = [], defaultId, cancelId, message, detail } = questionBox(question)
  expect([buttons[defaultId ?? -1], buttons[cancelId ?? -1]]).toEqual(["Don't send it", "Don't send it"])
  expect(buttons.map((_button, at) => isYes(at))).toEqual([false, true])
  expect([message, detail]).toEqual(['Send it?', 'Amount: 60.00 USD\nCustomer: ada@example.org\n\nIt is much.'])
})

test('its colours are those of the window, in the theme of the desk', async () => {
  const tokens = readFileSync(new URL('../../../../renderer/theme/tokens.css', import.meta.url), 'utf8')
  const colours = (await text(question)).match(/#[0-9a-f]{6}/g) ?? []
  expect(colours.length).toBeGreaterThan(10)
  for (const colour of colours) expect(tokens).toContain(colour)
  expect(await text(question, 'dark')).toContain('color-scheme: dark;')
})
