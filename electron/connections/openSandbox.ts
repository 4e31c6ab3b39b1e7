/** Opens the connection to the desk's own sandbox, and notices when the sandbox ends. */
import type { CurrentConnection } from '#shared/model/connection.ts'
import { normalAddress } from '../service/index.ts'
import type { ConnectionsContext } from './context.ts'
import { openUnstored } from './openConnection.ts'

export const sandboxId = 'sandbox'

export function onSandboxExit({ active, emit }: Pick<ConnectionsContext, 'active' | 'emit'>): void {
  if (!active.holds(sandboxId)) return
  active.session()?.lose('sandbox_unavailable')
  emit('notice', { code: 'sandbox_gone', level: 'warning', details: { dataLost: true } })
}

/** Starts another sandbox if the running one has another number of customers. */
export async function openSandbox(
  context: ConnectionsContext,
  customers: number | undefined,
  until: AbortSignal,
): Promise<CurrentConnection> {
  const { active, sandbox } = context
  const session = active.session()
  if (!sandbox.runsWith(customers)) {
    if (active.holds(sandboxId)) await active.close()
    await active.drained()
    await sandbox.stop()
  } else if (session !== null && active.holds(sandboxId)) return active.describe(session)
  const info = await sandbox.start(customers)
  return openUnstored(
    context,
    {
      id: sandboxId,
      name: 'Sandbox',
      kind: 'sandbox',
      address: normalAddress(info.baseUrl),
      segment: info.segment,
    },
    info,
    info.controlToken,
    until,
  )
}
