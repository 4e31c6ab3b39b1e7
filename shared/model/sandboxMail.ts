/** The mails that the sandbox keeps instead of sending them. */
import * as z from 'zod'
import { Instant } from './customer/views.ts'

/** The number of mails that the sandbox keeps. */
export const maxSandboxMails = 50

/** What happens to the next mail. The one whose answer is lost is kept. */
export const NextSandboxMail = z.enum(['kept', 'refused', 'answerLost'])
export type NextSandboxMail = z.infer<typeof NextSandboxMail>

const mailId = z.number().int().positive()
const line = z.string().max(2000)

export const SandboxMailSummary = z.strictObject({
  id: mailId,
  /** By the sandbox's clock. */
  at: Instant,
  /** All who would have received it, copies included. */
  to: z.array(line).max(100),
  subject: line,
})
export type SandboxMailSummary = z.infer<typeof SandboxMailSummary>

export const SandboxMail = SandboxMailSummary.extend({
  from: line,
  /** The plain text, with the activation code. */
  text: z.string().max(100_000),
  attachments: z.array(z.strictObject({ name: line, bytes: z.number().int().nonnegative() })).max(100),
})
export type SandboxMail = z.infer<typeof SandboxMail>

export const SandboxMailId = z.strictObject({ id: mailId })
