/**
 * The installation sheet as it crosses the bridge: the only place where an activation code and its links do, and only
 * when a sheet is asked for. It is data; the window draws it, the mailer writes it, neither takes markup from it.
 */
import * as z from 'zod'
import { CustomerUid, EsimUid, Iccid } from '../wire/ids.ts'
import { ActivationCode, CodeProblem } from './activationCode.ts'
import { Brand } from './documents.ts'
import { SheetLanguage } from '../sheet/language.ts'
import { DataSize, EsimState, Instant, Validity } from './views.ts'

/** Modules of a QR code as the data of an SVG path, one unit a module, without its quiet zone. */
export const QrPicture = z.strictObject({
  size: z.number().int().min(21).max(177),
  path: z.string().regex(/^(?:M\d+ \d+h\d+v1h-\d+z)+$/),
})
export type QrPicture = z.infer<typeof QrPicture>

export const SheetPackage = z.strictObject({
  name: z.string().nullable(),
  size: DataSize,
  validity: Validity,
  /** End of validity; null while it has not begun or where there is none. */
  expiresAt: Instant.nullable(),
})
export type SheetPackage = z.infer<typeof SheetPackage>

export const InstallationSheet = z.strictObject({
  customerUid: CustomerUid,
  customerEmail: z.string().nullable(),
  esimUid: EsimUid,
  iccid: Iccid,
  state: EsimState,
  /** False: the service marks the profile as inactive, probably replaced. */
  active: z.boolean().nullable(),
  /** Null where `problem` says why no code can be handed out. */
  code: ActivationCode.nullable(),
  problem: CodeProblem.nullable(),
  qr: QrPicture.nullable(),
  links: z.strictObject({
    /** As sent. */
    apple: z.string().nullable(),
    /** By the interface's template with the desk's host. */
    android: z.string().nullable(),
    /** The service's own installation page. */
    page: z.string().nullable(),
  }),
  /** Those that are in use or waiting. The service doesn't say which eSIM a package belongs to: they are the customer's. */
  packages: z.array(SheetPackage),
  brand: Brand,
  /** The customer's likely one, or the desk's own. */
  language: SheetLanguage,
  asOf: Instant,
})
export type InstallationSheet = z.infer<typeof InstallationSheet>

export const WhichEsim = z.strictObject({ customerUid: CustomerUid, esimUid: EsimUid })
export type WhichEsim = z.infer<typeof WhichEsim>

export const CopyKind = z.enum(['apple', 'android', 'page', 'code', 'matchingId', 'picture', 'mail'])
export type CopyKind = z.infer<typeof CopyKind>

/** What the main process hands to the page that it prints. */
export const PaperJob = z.strictObject({ sheets: z.array(InstallationSheet), language: SheetLanguage })
export type PaperJob = z.infer<typeof PaperJob>

/** As many as one PDF or ZIP takes. */
export const maxSheets = 500

/** One eSIM of a ZIP, as the window has read it. */
export const BulkEntry = z.strictObject({ iccid: Iccid, email: z.string().max(320).nullable(), code: ActivationCode })
export type BulkEntry = z.infer<typeof BulkEntry>
