/** The secrets of one client by their value: whatever others write goes through here before it leaves the client. */
import { hidden, redactSecrets, spellings } from '../log/index.ts'
import type { Credentials } from './tokens.ts'

export interface Redactor {
  /** Credentials that are about to be sent: those before them are forgotten. `basic` is their form in a header. */
  readonly credentials: (credentials: Credentials, basic: string) => void
  readonly token: (token: string) => void
  /** By value and by shape, and cut: for text that a person reads. */
  readonly words: (text: string) => string
  /** By value alone: the text keeps its form, as JSON does. */
  readonly values: (text: string) => string
  /** The same and the client ID: for the body of a refusal, which is read for its words alone. */
  readonly refusal: (text: string) => string
}

/** An answer may still be under way to a request that carried an earlier one. */
const tokensKept = 4
/** Code units that are read of a text: more than is ever shown of one. */
const maxWords = 2000

interface StoredToken {
  readonly token: string
  readonly forget: () => void
}

const formsOf = (values: readonly string[]): readonly string[] =>
  values.flatMap(spellings).toSorted((a, b) => b.length - a.length)
const withoutValues = (text: string, values: readonly string[]): string =>
  formsOf(values).reduce((shown, form) => shown.replaceAll(form, hidden), text)
/** A number in a refusal's JSON has to stay one. */
const isDigits = (text: string): boolean => /^\d+$/.test(text)

export function createRedactor(hideInLog: (secret: string) => () => void): Redactor {
  let secrets: readonly string[] = []
  let clientId: string | null = null
  let tokens: readonly StoredToken[] = []
  const secretValues = (): readonly string[] => [...secrets, ...tokens.map(({ token }) => token)]
  const allValues = (): readonly string[] => (clientId === null ? secretValues() : [clientId, ...secretValues()])

  return {
    credentials(next, basic) {
      const isKnown = clientId === next.clientId && secrets.includes(next.clientSecret)
      if (isKnown) return
      clientId = next.clientId
      secrets = [next.clientSecret, basic]
      allValues().forEach(hideInLog)
    },
    token(next) {
      if (tokens.some(({ token }) => token === next)) return
      const all = [...tokens, { token: next, forget: hideInLog(next) }]
      // A service that gives a new token for each request must not fill the log's list of values.
      all.slice(0, -tokensKept).forEach(({ forget }) => forget())
      tokens = all.slice(-tokensKept)
    },
    words: (text) => redactSecrets(text, formsOf(allValues()), maxWords),
    values: (text) => withoutValues(text, secretValues()),
    refusal: (text) => withoutValues(text, clientId === null || isDigits(clientId) ? secretValues() : allValues()),
  }
}
