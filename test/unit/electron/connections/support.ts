/**
 * A desk's connections in a temporary folder, with a keychain that lives as long as the test and a real sandbox
 * process.
 */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { EventName } from '#shared/contract.ts'
import type { Call } from '../../../../electron/bridge/index.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import {
  createConnections,
  createSandboxStarter,
  type Connections,
  type ConnectionsOptions,
} from '../../../../electron/connections/index.ts'
import { fork } from '../../../../electron/host/chromium/fork.ts'
import type { Keychain } from '../../../../electron/keychain/index.ts'
import { createLog } from '../../../../electron/log/index.ts'
import { eventually } from '../../../support/eventually.ts'
import { approveAll } from '../../../support/approvals.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

export const entry = new URL('../../../../electron/sandbox/main.ts', import.meta.url)
export const call: Call = { signal: new AbortController().signal }
export const log = createLog({ level: 'error' })

/**
 * A keychain that a test locks. Locked from the beginning it looks like none, until it is looked at again; locked
 * later, nothing of it can be read.
 */
export function lockableKeychain(
  locked: boolean,
): ReturnType<typeof memoryKeychain> & { readonly lock: (yes: boolean) => void } {
  const inner = memoryKeychain()
  const session = memoryKeychain('session')
  let isLocked = locked
  let found = !locked
  const guarded = <T>(work: () => Promise<T>): Promise<T> =>
    isLocked ? Promise.reject(new DeskError('keychain_unavailable', 'The keychain is locked')) : work()
  return {
    kept: inner.kept,
    lock: (yes) => void (isLocked = yes),
    state: ({ refresh = false } = {}) => {
      if (refresh && !isLocked) found = true
      return Promise.resolve(found ? 'stored' : 'session')
    },
    get: async (name) => (await session.get(name)) ?? (found ? guarded(() => inner.get(name)) : null),
    set: (name, secret) => (found ? guarded(() => inner.set(name, secret)) : session.set(name, secret)),
    remove: (name) => (found ? guarded(() => inner.remove(name)) : session.remove(name)),
  }
}

export function memoryKeychain(
  state: 'stored' | 'session' = 'stored',
): Keychain & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    state: () => Promise.resolve(state),
    get: (name) => Promise.resolve(kept.get(name) ?? null),
    set: (name, secret) => Promise.resolve((kept.set(name, secret), state)),
    remove: (name) => Promise.resolve(void kept.delete(name)),
  }
}

export interface Emitted {
  readonly event: EventName
  readonly payload: unknown
}

export interface DeskParts {
  readonly connections: Connections
  readonly emitted: readonly Emitted[]
  readonly deleted: readonly string[]
  readonly keychain: ReturnType<typeof memoryKeychain>
  readonly file: string
}

export async function desk(
  more: Partial<ConnectionsOptions> & {
    readonly folder?: string
    readonly keychain?: ReturnType<typeof memoryKeychain>
  } = {},
): Promise<DeskParts> {
  const { folder = await temporaryFolder(), keychain = memoryKeychain(), ...rest } = more
  const emitted: Emitted[] = []
  const deleted: string[] = []
  const file = join(folder, 'profiles.json')
  const connections = createConnections({
    approvals: approveAll,
    file,
    clock: systemClock,
    log,
    emit: (event, payload) => void emitted.push({ event, payload }),
    startSandboxProcess: createSandboxStarter({ host: { fork }, entry }),
    deleteFiles: (id) => Promise.resolve(void deleted.push(id)),
    resolveProxy: () => Promise.resolve('DIRECT'),
    retryAfter: () => 30,
    ...rest,
    keychain,
  })
  onTestFinished(() => connections.close())
  return { connections, emitted, deleted, keychain, file }
}

/** Waits for a state of the open connection. */
export const becomes = (connections: Connections, health: string): Promise<void> =>
  eventually(async () => {
    const current = await connections.handlers.current(undefined, call)
    if (current?.health !== health) throw new Error(`health is ${current?.health ?? 'none'}`)
  })
