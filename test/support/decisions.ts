/** Counts what an agent decides at the keyboard: each chord, each paste and each typed value. */
import type { Page } from 'playwright-core'

export interface Agent {
  readonly decisions: readonly string[]
  readonly press: (chord: string) => Promise<void>
  readonly type: (text: string) => Promise<void>
  readonly paste: (text: string) => Promise<void>
}

export function agentAt(page: Page): Agent {
  const decisions: string[] = []
  return {
    decisions,
    press: async (chord) => {
      decisions.push(chord)
      await page.keyboard.press(chord)
    },
    type: async (text) => {
      decisions.push(`type ${text}`)
      await page.keyboard.type(text)
    },
    paste: async (text) => {
      decisions.push(`paste ${text}`)
      await page.keyboard.insertText(text)
    },
  }
}
