/** Turns the code of an invitation into this desk's device at a relay. */
import { DeskError } from '#shared/errors.ts'
import { EnrolAnswer, relayPaths } from '#shared/wire/relay.ts'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../log/index.ts'
import type { Endpoint } from '../../service/index.ts'
import { maxShortBytes, readAnswer, Unauthorized } from './answers.ts'
import { createRelayClient } from './client.ts'
import { newDeviceKeys } from './keys.ts'

export interface Enrolled {
  readonly device: string
  readonly name: string
  /** The relay's name of the connection whose events this desk may read. */
  readonly connection: string
  readonly privateKey: string
}

export interface EnrolOptions {
  readonly endpoint: Pick<Endpoint, 'send' | 'parser'>
  readonly address: string
  readonly code: string
  readonly clock: Clock
  readonly log: Pick<Log, 'hide'>
  readonly signal: AbortSignal
}

/**
 * The code is used up by the first attempt, so the request is never repeated. Then it signs in once, because a relay
 * that is reached under another address than its own refuses every signature. Throws `relay_code_refused`,
 * `relay_device_refused` and the other errors of a relay.
 */
export async function enrol({ endpoint, address, code, clock, log, signal }: EnrolOptions): Promise<Enrolled> {
  const { publicKey, privateKey } = newDeviceKeys()
  log.hide(code)
  const exchange = await endpoint.send({
    what: 'relay device',
    method: 'POST',
    path: relayPaths.devices,
    json: { code, publicKey },
    maxBytes: maxShortBytes,
    maxRetries: 0,
    signal,
  })
  const { device, name, connection } = readEnrolment(() => readAnswer(exchange, EnrolAnswer, clock))
  const client = createRelayClient({ endpoint, address, device, privateKey, clock, log })
  await client.check(signal)
  return { device, name, connection, privateKey }
}

function readEnrolment(read: () => EnrolAnswer): EnrolAnswer {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Unauthorized)) throw error
    throw new DeskError('relay_code_refused', 'The relay refused the code', {}, { cause: error })
  }
}
