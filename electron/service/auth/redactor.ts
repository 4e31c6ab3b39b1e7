/**
 * Removes the secrets of one client from text by their value. All text of the service passes through here before it
 * leaves the client.
 */
import { hidden, redactSecrets, spellings } from '../../log/index.ts'
import type { Credentials } from './tokens.ts'

export interface Redactor {
  /**
   * Registers the credentials that are about to be sent and forgets earlier ones. `basic` is their form in a header.
   */
  readonly credentials: (credentials: Credentials, basic: string) => void
  readonly token: (token: string) => void
  /** Redacts by value and by shape, and shortens: for text that a person reads. */
  readonly redact: (text: string) => string
  /** Redacts by value alone, so that JSON remains JSON. */
  readonly values: (text: string) => string
  /** Redacts by value and removes the client ID too: for the body of a refusal, of which only the text is used. */
  readonly refusal: (text: string) => string
}

/** The number of tokens that stay registered, because the answer to a request with an earlier one may still arrive. */
const maxTokens = 4
/** The number of code units that are read of a text, which is more than is ever shown. */
const maxLength = 2000

interface StoredToken {
  readonly token: string
  readonly forget: () => void
}

const formsOf = (values: readonly string[]): readonly string[] =>
  values.flatMap(spellings).toSorted((a, b) => b.length - a.length)
const withoutValues = (text: string, values: readonly string[]): string =>
  formsOf(values).reduce((shown, form) => shown.replaceAll(form, hidden), text)
/** A number in the JSON of a refusal has to remain a number. */
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
      // A service that issues a new token for each request must not fill the log's list of values.
      all.slice(0, -maxTokens).forEach(({ forget }) => forget())
      tokens = all.slice(-maxTokens)
    },
    redact: (text) => redactSecrets(text, formsOf(allValues()), maxLength),
    values: (text) => withoutValues(text, secretValues()),
    refusal: (text) => withoutValues(text, clientId === null || isDigits(clientId) ? secretValues() : allValues()),
  }
}
