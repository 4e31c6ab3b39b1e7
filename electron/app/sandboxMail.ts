/** The mail server of the sandbox, which keeps what it accepts and passes nothing on. */
import type { Connections } from '../connections/index.ts'
import type { MailAccess } from '../settings/index.ts'
import { openMailbox } from '../simulator/index.ts'

/** From the domain that is reserved for examples. */
const sender = 'support@example.com'

/**
 * Opens the mail server of the open connection's sandbox. Resolves to null if the connection is not to a sandbox that
 * this desk started, so that a mail to a real customer never ends there.
 */
export async function sandboxMail(connections: Pick<Connections, 'controlPlane'>): Promise<MailAccess | null> {
  const sandbox = connections.controlPlane()
  if (sandbox === null) return null
  // A call to the control plane has its own time limit.
  const { host, port, user, password, certificate } = await openMailbox(sandbox, new AbortController().signal)
  return {
    server: { host, port, security: 'starttls', user, auth: 'password', from: sender, caFile: null },
    secret: password,
    ca: certificate,
  }
}
