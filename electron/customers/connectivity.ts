/** Where an eSIM is connected. Only some services report it, so its absence is no failure. */
import { asDeskError } from '#shared/errors.ts'
import { connectivityOf, type Connectivity } from '#shared/model/esim/connectivity.ts'
import type { Iccid } from '#shared/wire/ids.ts'
import type { Session } from './session.ts'

const unknownCodes: ReadonlySet<string> = new Set(['not_supported', 'not_found', 'unreadable_answer'])

export async function readConnectivity(
  { open }: Session,
  iccid: Iccid,
  signal: AbortSignal,
): Promise<Connectivity | null> {
  const { client } = open
  try {
    const answer = await client.connectivity(iccid, { signal: AbortSignal.any([signal, open.signal]) })
    return connectivityOf(answer, iccid, client.now())
  } catch (thrown) {
    if (unknownCodes.has(asDeskError(thrown).code)) return null
    throw thrown
  }
}
