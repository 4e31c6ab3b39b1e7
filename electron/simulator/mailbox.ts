/** The mails that the sandbox has accepted, and the access to its mail server, which keeps them. */
import { z } from 'zod'
import { NextSandboxMail, SandboxMail, SandboxMailSummary } from '#shared/model/sandboxMail.ts'
import { controlPlane, type ControlPlane, type ControlPlaneInfo } from './controlPlane.ts'

const Access = z.object({
  host: z.string(),
  port: z.number().int(),
  user: z.string(),
  password: z.string(),
  /** PEM. */
  certificate: z.string(),
})
type MailboxAccess = z.infer<typeof Access>
const Mails = z.object({ mails: z.array(SandboxMailSummary.strip()), next: NextSandboxMail })
const Mail = SandboxMail.strip().extend({ raw: z.base64() })

/** Opens the mailbox of a sandbox that this desk started. Throws as the control plane does. */
export const openMailbox = async (sandbox: ControlPlaneInfo, signal: AbortSignal): Promise<MailboxAccess> =>
  await controlPlane(sandbox, signal).create('/mailbox/open', Access)

/** Returns the mails, the newest first, and what happens to the next one. */
export const readMails = (plane: ControlPlane): Promise<z.infer<typeof Mails>> => plane.get('/mailbox/mails', Mails)

/** Returns one mail with the message as it arrived. */
export async function readMail(plane: ControlPlane, id: number): Promise<{ mail: SandboxMail; message: Uint8Array }> {
  const { raw, ...mail } = await plane.get(`/mailbox/mails/${String(id)}`, Mail)
  return { mail, message: Buffer.from(raw, 'base64') }
}
