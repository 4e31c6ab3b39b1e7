/** The access token of the mail server: one request serves all callers, and a new one is requested before it ends. */
import type { TokenRenewal } from '#shared/model/mail.ts'
import type { Clock } from '../base/clock.ts'

export interface TokenRequest {
  readonly renewal: TokenRenewal
  readonly refreshToken: string
  readonly clientSecret: string | undefined
  /** Path of a file with additional certificate authorities, or `null`. */
  readonly caFile: string | null
}

export interface TokenAnswer {
  readonly accessToken: string
  /** Seconds, or `null` if the provider did not report it. */
  readonly expiresIn: number | null
  /** It replaces the one that was sent. */
  readonly refreshToken: string | null
}

/** Rejects with `mail_token_refused` or `mail_token_unreachable`. */
export type RequestToken = (request: TokenRequest) => Promise<TokenAnswer>

/** Milliseconds. Used where the provider did not report how long a token lives. */
const unknownLife = 10 * 60_000
/** A token is used no longer than this before its end, so that a login and its mails still have time. */
const reserve = 5 * 60_000

export function createAccessTokens(clock: Pick<Clock, 'now' | 'monotonic'>) {
  let held: { readonly place: string; readonly token: string; readonly isGood: () => boolean } | null = null
  let pending: { readonly place: string; readonly token: Promise<string> } | null = null

  /** The greater one of two clocks counts: one stands still while the machine sleeps, and a person sets the other. */
  function startLife(): (seconds: number | null) => boolean {
    const [wall, monotonic] = [clock.now(), clock.monotonic()]
    return (seconds) => {
      const life = seconds === null ? unknownLife : seconds * 1000
      return Math.max(clock.now() - wall, clock.monotonic() - monotonic) < life - Math.min(reserve, life / 2)
    }
  }

  return {
    /** `place` identifies for whom the token is. */
    async get(place: string, request: () => Promise<TokenAnswer>): Promise<string> {
      if (held?.place === place && held.isGood()) return held.token
      if (pending?.place === place) return await pending.token
      const isAlive = startLife()
      const token = request().then(({ accessToken, expiresIn }) => {
        if (pending === mine) held = { place, token: accessToken, isGood: () => isAlive(expiresIn) }
        return accessToken
      })
      const mine = { place, token }
      pending = mine
      return await token.finally(() => {
        if (pending === mine) pending = null
      })
    },
    /** Drops the token, and that of a request that is under way. */
    forget(): void {
      held = null
      pending = null
    },
  }
}
