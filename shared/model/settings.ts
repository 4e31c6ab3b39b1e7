/** What an agent sets for this desk. */
import * as z from 'zod'
import { DocumentSettings } from './documents.ts'
import { MailChange, MailSettings } from './mail.ts'

export const Theme = z.enum(['system', 'light', 'dark'])
export type Theme = z.infer<typeof Theme>

/** The maximum number of customers in the local directory. */
export const CustomerLimit = z.number().int().min(1000).max(10_000_000)
export const defaultCustomerLimit = 1_000_000

export const Settings = z.strictObject({
  theme: Theme,
  /** Shown beside operations in the journal; by default the name of the OS user. */
  agentName: z.string().max(100),
  /** Name of the OS user: journaled with every operation. */
  osUser: z.string(),
  /** Whether secrets can be kept: the system keychain, or memory for this session alone. */
  keychain: z.enum(['stored', 'session']),
  version: z.string(),
  host: z.enum(['electron', 'chromium']),
  customerLimit: CustomerLimit.default(defaultCustomerLimit),
  documents: DocumentSettings,
  mail: MailSettings,
})
export type Settings = z.infer<typeof Settings>

export const SettingsChange = z.strictObject({
  theme: Theme.optional(),
  agentName: z.string().trim().max(100).optional(),
  customerLimit: CustomerLimit.optional(),
  documents: DocumentSettings.optional(),
  /** Null: no mail server any more. */
  mail: MailChange.optional(),
})
export type SettingsChange = z.infer<typeof SettingsChange>
