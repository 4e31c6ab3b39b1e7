/**
 * Calls of the keychain that survive a restart of the system's secret service. The library on Linux keeps one
 * connection as long as its process lives, and with a service that has ended every later call fails. From then on the
 * calls go to a process of their own, and to another one after the next restart.
 */
import { z } from 'zod'
import type { KeytarLike } from './keytar.ts'

/** A child process that runs `process.ts`. */
export interface KeychainProcess {
  readonly onMessage: (listener: (message: unknown) => void) => void
  readonly onExit: (listener: () => void) => void
  readonly send: (message: unknown) => void
  readonly kill: () => void
}

const Answer = z.object({ id: z.number(), value: z.unknown().optional(), error: z.string().optional() })

interface Renewed extends KeytarLike {
  readonly end: () => void
}

export function renewing(first: KeytarLike, fork: () => KeychainProcess, service: string): KeytarLike {
  let current: KeytarLike & Partial<Renewed> = first
  /** A call that only asks fails without a connection alone: a locked keychain has an answer to it. */
  const isConnected = (keytar: KeytarLike): Promise<boolean> =>
    keytar.getPassword(service, 'connection').then(
      () => true,
      () => false,
    )
  const call = async <T>(work: (keytar: KeytarLike) => Promise<T>): Promise<T> => {
    const used = current
    try {
      return await work(used)
    } catch (error) {
      if (await isConnected(used)) throw error
    }
    if (current === used) {
      used.end?.()
      current = inProcess(fork())
    }
    return await work(current)
  }
  return {
    getPassword: (...request) => call((keytar) => keytar.getPassword(...request)),
    setPassword: (...request) => call((keytar) => keytar.setPassword(...request)),
    deletePassword: (...request) => call((keytar) => keytar.deletePassword(...request)),
  }
}

function inProcess(child: KeychainProcess): Renewed {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let hasEnded = false
  let lastId = 0
  child.onMessage((message) => {
    const { id, value, error } = Answer.parse(message)
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(value)
    else call?.reject(new Error(error))
  })
  child.onExit(() => {
    hasEnded = true
    for (const call of waiting.values()) call.reject(new Error('The process of the keychain has ended'))
    waiting.clear()
  })
  const send = <T>(call: keyof KeytarLike, args: readonly string[], schema: z.ZodType<T>): Promise<T> => {
    if (hasEnded) return Promise.reject(new Error('The process of the keychain has ended'))
    const answer = Promise.withResolvers<unknown>()
    lastId += 1
    waiting.set(lastId, answer)
    child.send({ id: lastId, call, args })
    return answer.promise.then((value) => schema.parse(value))
  }
  return {
    getPassword: (...args) => send('getPassword', args, z.string().nullable()),
    setPassword: (...args) => send('setPassword', args, z.undefined()),
    deletePassword: (...args) => send('deletePassword', args, z.boolean()),
    end: child.kill,
  }
}
