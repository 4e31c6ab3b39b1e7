/** The settings that an agent can change for this desk. */
import * as z from 'zod'
import { DeskLanguage, LanguageChoice } from '../language.ts'
import { DecimalSign } from './decimalSign.ts'
import { DocumentSettings } from './documents.ts'
import { AlertKind } from './customer/events.ts'
import { MailChange, MailSettings } from './mail.ts'
import { CustomerUid } from '../wire/ids.ts'
import { CountryCode } from '../wire/values.ts'

export const Theme = z.enum(['system', 'light', 'dark'])
export type Theme = z.infer<typeof Theme>

/** The maximum number of customers in the local directory. */
export const CustomerLimit = z.number().int().min(1000).max(10_000_000)
export const defaultCustomerLimit = 1_000_000

/** What the next sale to a new customer begins with: the choices of the last one. */
export const LastSale = z.strictObject({
  /** The country of residence, or `null` if none was chosen yet. */
  country: CountryCode.nullable(),
  /** Whether the installation is mailed as soon as the purchase is confirmed. */
  mailAtOnce: z.boolean(),
})
export type LastSale = z.infer<typeof LastSale>
export const noLastSale: LastSale = { country: null, mailAtOnce: false }

/** The maximum number of customers that are open at once. */
export const maxOpenCustomers = 8
/** The customers who are open with a connection, in the order of their tabs. Their e-mails come from the directory. */
export const OpenCustomers = z.strictObject({
  connectionId: z.string().min(1).max(100),
  uids: z.array(CustomerUid).max(maxOpenCustomers),
})
export type OpenCustomers = z.infer<typeof OpenCustomers>

/**
 * The tour of the sandbox: `new` was never offered, `offered` was offered and not begun, `left` was ended before its
 * last step.
 */
export const TourState = z.enum(['new', 'offered', 'left', 'done'])
export type TourState = z.infer<typeof TourState>

export const Settings = z.strictObject({
  theme: Theme,
  language: LanguageChoice,
  /** The language that "system" stands for on this machine. */
  systemLanguage: DeskLanguage,
  /** Shown beside operations in the journal. The default is the name of the OS user. */
  agentName: z.string().max(100),
  /** Name of the OS user, which is journaled with every operation. */
  osUser: z.string(),
  /** Whether secrets can be stored: in the system keychain, or only in memory for this session. */
  keychain: z.enum(['stored', 'session']),
  version: z.string(),
  host: z.enum(['electron', 'chromium']),
  customerLimit: CustomerLimit.default(defaultCustomerLimit),
  documents: DocumentSettings,
  mail: MailSettings,
  /** The alerts that the window does not show as notifications. */
  mutedAlerts: z.array(AlertKind).default([]),
  lastSale: LastSale.default(noLastSale),
  openCustomers: z.array(OpenCustomers).default([]),
  tour: TourState.default('new'),
  /** That of the last export, or that of the desk's language. */
  decimalSign: DecimalSign.default('point'),
})
export type Settings = z.infer<typeof Settings>

export const SettingsChange = z.strictObject({
  theme: Theme.optional(),
  language: LanguageChoice.optional(),
  agentName: z.string().trim().max(100).optional(),
  customerLimit: CustomerLimit.optional(),
  documents: DocumentSettings.optional(),
  mutedAlerts: z.array(AlertKind).max(AlertKind.options.length).optional(),
  lastSale: LastSale.optional(),
  /** Replaces those of one connection. */
  openCustomers: OpenCustomers.optional(),
  tour: TourState.optional(),
  decimalSign: DecimalSign.optional(),
  /** `null` removes the mail server. */
  mail: MailChange.optional(),
})
export type SettingsChange = z.infer<typeof SettingsChange>
