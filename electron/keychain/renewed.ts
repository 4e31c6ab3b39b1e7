/**
 * Calls of the keychain that survive a restart of the system's secret service. The library on Linux keeps one
 * connection as long as its process lives, and with a service that has ended every later call fails. From then on each
 * call has a process of its own.
 */
import { z } from 'zod'
import type { KeytarLike } from './types.ts'

/** A child process that runs `process.ts`. */
export interface KeychainProcess {
  readonly onMessage: (listener: (message: unknown) => void) => void
  readonly onExit: (listener: () => void) => void
  readonly send: (message: unknown) => void
  readonly kill: () => void
}

const Answer = z.object({ value: z.unknown().optional(), error: z.string().optional() })

/** Rejects when the time limit of a call is over or the desk closes. */
export type InTime = <T>(work: Promise<T>) => Promise<T>

export function renewing(first: KeytarLike, fork: () => KeychainProcess, service: string, inTime: InTime): KeytarLike {
  const inProcesses = calledIn(fork, inTime)
  let isLost = false
  /** A mere query fails only without a connection: a locked keychain answers it. */
  const isConnected = (): Promise<boolean> =>
    first.getPassword(service, 'connection').then(
      () => true,
      () => false,
    )
  const call = async <T>(work: (keytar: KeytarLike) => Promise<T>): Promise<T> => {
    if (isLost) return await work(inProcesses)
    try {
      return await work(first)
    } catch (error) {
      if (await isConnected()) throw error
      isLost = true
      return await work(inProcesses)
    }
  }
  return {
    getPassword: (...request) => call((keytar) => keytar.getPassword(...request)),
    setPassword: (...request) => call((keytar) => keytar.setPassword(...request)),
    deletePassword: (...request) => call((keytar) => keytar.deletePassword(...request)),
  }
}

function calledIn(fork: () => KeychainProcess, inTime: InTime): KeytarLike {
  const ask = async <T>(call: keyof KeytarLike, args: readonly string[], schema: z.ZodType<T>): Promise<T> => {
    const child = fork()
    const answered = new Promise<unknown>((resolve, reject) => {
      child.onMessage(resolve)
      child.onExit(() => reject(new Error('The process of the keychain has ended')))
    })
    child.send({ call, args })
    try {
      const { value, error } = Answer.parse(await inTime(answered))
      if (error !== undefined) throw new Error(error)
      return schema.parse(value)
    } finally {
      child.kill()
    }
  }
  return {
    getPassword: (...args) => ask('getPassword', args, z.string().nullable()),
    setPassword: (...args) => ask('setPassword', args, z.undefined()),
    deletePassword: (...args) => ask('deletePassword', args, z.boolean()),
  }
}
