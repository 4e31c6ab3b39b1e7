/** Removes this desk from a relay. */
import type { StoredRelay } from '../../connections/index.ts'
import { createRelayClient, type RelayClientOptions } from './client.ts'

/** Milliseconds. The desk has no access to the relay afterwards in any case. */
const timeoutMs = 5000

export interface LeaveOptions extends Pick<RelayClientOptions, 'endpoint' | 'privateKey' | 'clock' | 'log'> {
  readonly relay: Pick<StoredRelay, 'address' | 'device'>
  readonly signal: AbortSignal
}

/** Resolves to whether the relay has ended the access of this desk. Never rejects. */
export async function leaveRelay({ relay, signal, ...options }: LeaveOptions): Promise<boolean> {
  const { address, device } = relay
  try {
    await createRelayClient({ ...options, address, device }).leave(
      AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    )
    return true
  } catch {
    return false
  }
}
