/**
 * The desk's log: short sentences for engineers, with flat facts. No line holds a secret, a token or an activation
 * code.
 */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug'
export type LogFacts = Readonly<Record<string, unknown>>

export interface Log {
  readonly error: (message: string, facts?: LogFacts) => void
  readonly warn: (message: string, facts?: LogFacts) => void
  readonly info: (message: string, facts?: LogFacts) => void
  readonly debug: (message: string, facts?: LogFacts) => void
  /**
   * Hides this value in every line, in plain form, in Base64 and percent-encoded, until the returned function is
   * called.
   */
  readonly hide: (secret: string) => () => void
}
