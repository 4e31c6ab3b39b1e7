/** The secrets of one client by their value: whatever others say goes through here before it leaves the client. */
import { hidden, redact, spellings } from '../log/index.ts'

export interface Hiding {
  /** Credentials that are about to be sent: those before them are forgotten. */
  readonly secrets: (secrets: readonly string[]) => void
  readonly token: (token: string) => void
  /** By value and by shape: for words that a person reads. */
  readonly words: (text: string) => string
  /** By value alone: the text keeps its form, as JSON does. */
  readonly values: (text: string) => string
}

/** An answer may still be under way to a request that carried an earlier one. */
const tokensKept = 4

const longestFirst = (forms: readonly string[]): readonly string[] => forms.toSorted((a, b) => b.length - a.length)

export function createHiding(hideInLog: (secret: string) => void): Hiding {
  let secrets: readonly string[] = []
  let tokens: readonly string[] = []
  const forms = (): readonly string[] => longestFirst([...secrets, ...tokens].flatMap(spellings))
  return {
    secrets(next) {
      next.forEach(hideInLog)
      secrets = next
    },
    token(next) {
      hideInLog(next)
      tokens = [...tokens, next].slice(-tokensKept)
    },
    words: (text) => redact(text, forms()),
    values: (text) => forms().reduce((shown, form) => shown.replaceAll(form, hidden), text),
  }
}
