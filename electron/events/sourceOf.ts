/** Where the events of a connection come from. */
import { asDeskError } from '#shared/errors.ts'
import type { Clock } from '../base/clock.ts'
import type { Timer } from '../base/timer.ts'
import { isStored, type Connections, type OpenConnection } from '../connections/index.ts'
import type { Log } from '../log/index.ts'
import type { LoopbackOptions } from './loopback.ts'
import type { EventSource } from './source.ts'

interface SourceContext extends LoopbackOptions {
  readonly connections: Pick<Connections, 'relays' | 'openEndpoint'>
  readonly clock: Clock
  readonly timer: Timer
  readonly log: Log
}

/** A sandbox posts to this desk itself; a stored connection may have a relay. */
export async function defaultSource(context: SourceContext, open: OpenConnection): Promise<EventSource | null> {
  const { connections, announce, forge, app, clock, timer, log } = context
  if (open.profile.kind === 'sandbox') {
    const { createLoopbackSource } = await import('./loopback.ts')
    return createLoopbackSource({ clock, announce, forge, app })
  }
  const relay = isStored(open.profile) ? await connections.relays.find(open.profile.id) : null
  if (relay === null) return null
  const { createRelaySource, createFailedSource } = await import('./relay/source.ts')
  try {
    const privateKey = await connections.relays.privateKey(open.profile.id, relay)
    const endpoint = connections.openEndpoint(open, relay.address)
    return createRelaySource({ relay, privateKey, endpoint, clock, timer, log })
  } catch (thrown) {
    const { code } = asDeskError(thrown)
    if (code === 'not_connected') throw thrown
    // What was received before is shown, with the reason why nothing more comes.
    return createFailedSource(relay, code === 'secret_missing' ? 'relay_key_missing' : code)
  }
}
