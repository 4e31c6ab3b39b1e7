/**
 * A stand-in for the keychain of macOS as a program without a certificate finds it. The system asks a person when
 * another build reads an entry than the one that has created it, unless the person has always allowed that build.
 * Writing and removing an entry asks nobody.
 */
import type { KeytarLike } from '../../../../electron/keychain/index.ts'

type Answer = 'always' | 'once' | 'denied'

interface Entry {
  readonly password: string
  readonly builds: ReadonlySet<string>
}

export interface AskingKeychain {
  readonly entries: Map<string, Entry>
  /** The entries about which a person was asked, in order. */
  readonly questions: string[]
  answer: () => Promise<Answer>
  readonly keytarOf: (build: string) => KeytarLike
}

export function createAskingKeychain(): AskingKeychain {
  const entries = new Map<string, Entry>()
  const keychain: AskingKeychain = {
    entries,
    questions: [],
    answer: () => Promise.resolve('always'),
    keytarOf: (build) => ({
      async getPassword(_service, account) {
        const entry = entries.get(account)
        if (entry === undefined) return null
        if (entry.builds.has(build)) return entry.password
        keychain.questions.push(account)
        const answer = await keychain.answer()
        if (answer === 'denied') throw new Error('User canceled the operation.')
        if (answer === 'always') entries.set(account, { ...entry, builds: new Set([...entry.builds, build]) })
        return entry.password
      },
      setPassword(_service, account, password) {
        entries.set(account, { password, builds: entries.get(account)?.builds ?? new Set([build]) })
        return Promise.resolve()
      },
      deletePassword: (_service, account) => Promise.resolve(entries.delete(account)),
    }),
  }
  return keychain
}

export interface Dying {
  readonly keytar: KeytarLike
  /** Resolves when a further call was made: the process is gone, and the call has no effect. */
  readonly died: Promise<'died'>
}

/** A process that is killed after so many calls of the keychain. */
export function dyingAfter(calls: number, keytar: KeytarLike): Dying {
  const { promise: died, resolve } = Promise.withResolvers<'died'>()
  let left = calls
  const call = <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1
    if (left >= 0) return work()
    resolve('died')
    return new Promise(() => undefined)
  }
  return {
    died,
    keytar: {
      getPassword: (...request) => call(() => keytar.getPassword(...request)),
      setPassword: (...request) => call(() => keytar.setPassword(...request)),
      deletePassword: (...request) => call(() => keytar.deletePassword(...request)),
    },
  }
}
