/**
 * The server of the reseller's app, which the sandbox's panel plays (interface 6.4b, 6.6): it answers for the users
 * that the panel has made up, as the agent has chosen. Nobody else is approved or known.
 */
import { randomUUID } from 'node:crypto'

interface AppUser {
  readonly userToken: string
  readonly email: string
}

export interface ResellersApp {
  /** Makes up a user whose installation is approved or refused. */
  readonly newUser: (approves: boolean) => AppUser
  /** Whether the installation of this user is approved; `null` for a user who isn't the panel's. */
  readonly approves: (userToken: string) => boolean | null
  /** `null` for a user who isn't the panel's. */
  readonly emailOf: (userToken: string) => string | null
}

/** A service calls during an action of the panel, or later; calls about older users are no longer expected. */
const maxUsers = 100

export function createResellersApp(): ResellersApp {
  const users = new Map<string, { readonly email: string; readonly approves: boolean }>()
  return {
    newUser(approves) {
      const userToken = randomUUID()
      const email = `app.user.${userToken.slice(0, 8)}@example.org`
      users.set(userToken, { email, approves })
      for (const oldest of [...users.keys()].slice(0, -maxUsers)) users.delete(oldest)
      return { userToken, email }
    },
    approves: (userToken) => users.get(userToken)?.approves ?? null,
    emailOf: (userToken) => users.get(userToken)?.email ?? null,
  }
}
