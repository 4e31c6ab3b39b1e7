/** Connects the open connection to a relay, and disconnects it. */
import { DeskError } from '#shared/errors.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Clock } from '../base/clock.ts'
import { isStored, type Connections, type OpenConnection } from '../connections/index.ts'
import type { Log } from '../log/index.ts'
import { normalAddress } from '../service/index.ts'
import type { ActiveEvents } from './activeEvents.ts'

interface RelayLinkOptions {
  readonly active: Pick<ActiveEvents, 'requireOpen' | 'restart' | 'deleteEvents'>
  readonly connections: Pick<Connections, 'require' | 'relays' | 'openEndpoint'>
  readonly approvals: Pick<Approvals, 'relay'>
  readonly clock: Clock
  readonly log: Pick<Log, 'hide'>
}

interface RelayLink {
  readonly connect: (input: { readonly address: string; readonly code: string }, signal: AbortSignal) => Promise<void>
  /** Resolves to whether the relay has ended the access of this desk. */
  readonly disconnect: (signal: AbortSignal) => Promise<boolean>
}

export function createRelayLink({ active, connections, approvals, clock, log }: RelayLinkOptions): RelayLink {
  const requireStored = (): OpenConnection => {
    const open = connections.require()
    if (!isStored(open.profile)) throw new DeskError('not_supported', 'Only a stored connection can have a relay')
    return open
  }
  /** Deletes the events of another relay. If they remain, there is no relay whose events could mix with them. */
  const deleteOthers = async (open: OpenConnection): Promise<void> => {
    try {
      await active.deleteEvents(open)
    } catch (error) {
      await connections.relays.remove(open.profile.id)
      throw error
    }
  }
  /** Reads what is needed to leave the relay before the key is removed. */
  const prepareLeave = async (open: OpenConnection): Promise<(signal: AbortSignal) => Promise<boolean>> => {
    const { id } = open.profile
    const relay = await connections.relays.find(id)
    const privateKey = relay === null ? null : await connections.relays.privateKey(id, relay).catch(() => null)
    if (relay === null || privateKey === null) return () => Promise.resolve(false)
    return async (signal) => {
      const { leaveRelay } = await import('./relay/disconnect.ts')
      const endpoint = connections.openEndpoint(open, relay.address)
      try {
        return await leaveRelay({ endpoint, relay, privateKey, clock, log, signal })
      } finally {
        await endpoint.close()
      }
    }
  }
  return {
    async connect({ address: typed, code }, signal) {
      const open = requireStored()
      const { id, address: service, proxy } = open.profile
      const address = normalAddress(typed)
      await approvals.relay({ origin: new URL(address).origin, service: new URL(service).host, proxy })
      const before = await connections.relays.find(id)
      const { enrol } = await import('./relay/connect.ts')
      const endpoint = connections.openEndpoint(open, address)
      try {
        const until = AbortSignal.any([signal, open.signal])
        const { privateKey, ...device } = await enrol({ endpoint, address, code, clock, log, signal: until })
        const isSame = before?.address === address && before.connection === device.connection
        // What happened while this desk had no access to the same relay is news.
        const connectedAt = isSame ? before.connectedAt : new Date(clock.now()).toISOString()
        await active.restart(open, async () => {
          await connections.relays.set(id, { ...device, address, connectedAt }, privateKey)
          if (!isSame) await deleteOthers(open)
        })
      } finally {
        await endpoint.close()
      }
    },
    async disconnect(signal) {
      const open = requireStored()
      const leave = await prepareLeave(open)
      await active.restart(open, async () => {
        await active.deleteEvents(open)
        await connections.relays.remove(open.profile.id)
      })
      return await leave(signal)
    },
  }
}
