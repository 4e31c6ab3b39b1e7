/**
 * The installation sheet as it crosses the bridge: activation codes and their links cross only in it, and only when a
 * sheet is requested. It is data: the window draws it and the mailer writes it, and neither accepts markup from it.
 */
import * as z from 'zod'
import { CustomerUid, EsimIccid, EsimUid } from '../../wire/ids.ts'
import { ActivationCode, CodeProblem } from './activationCode.ts'
import { Brand } from '../documents.ts'
import { SheetLanguage } from '../../sheet/language.ts'
import { DataSize, EsimState, Instant, Validity } from '../customer/views.ts'

/** The modules of a QR code as the data of an SVG path, with one unit for each module and without the quiet zone. */
export const QrPicture = z.strictObject({
  size: z.number().int().min(21).max(177),
  path: z.string().regex(/^(?:M\d+ \d+h\d+v1h-\d+z)+$/),
})
export type QrPicture = z.infer<typeof QrPicture>

/** What starts the validity of a package that waits (interface 3.2). */
export const PackageStart = z.strictObject({
  /**
   * `use`: the first use where the package works; `turn`: the same, once those before it are used up or over
   * (interface 3.4); `request`: the reseller, once the customer requests it.
   */
  by: z.enum(['use', 'turn', 'request']),
  /** When it starts by itself at the latest, if that is known. */
  latest: Instant.nullable(),
})
export type PackageStart = z.infer<typeof PackageStart>

export const SheetPackage = z.strictObject({
  name: z.string().nullable(),
  size: DataSize,
  validity: Validity,
  /** End of validity, or `null` while it has not begun or if there is none. */
  expiresAt: Instant.nullable(),
  /** `null` if it does not wait. */
  start: PackageStart.nullable(),
})
export type SheetPackage = z.infer<typeof SheetPackage>

export const InstallationSheet = z.strictObject({
  customerUid: CustomerUid,
  customerEmail: z.string().nullable(),
  esimUid: EsimUid,
  iccid: EsimIccid,
  state: EsimState,
  /** `false` if the service marks the profile as inactive. It was probably replaced. */
  active: z.boolean().nullable(),
  /** `null` if no code can be handed out. `problem` is then the reason. */
  code: ActivationCode.nullable(),
  problem: CodeProblem.nullable(),
  qr: QrPicture.nullable(),
  links: z.strictObject({
    /** As the service sent it. */
    apple: z.string().nullable(),
    /** By the interface's template with the desk's host. */
    android: z.string().nullable(),
    /** The service's own installation page. */
    page: z.string().nullable(),
  }),
  /** QR codes of these links, for a camera. Only in a sheet that the window shows. */
  linkQrs: z
    .strictObject({ apple: QrPicture.nullable(), android: QrPicture.nullable(), page: QrPicture.nullable() })
    .optional(),
  /**
   * The packages in use or waiting. The service doesn't report which eSIM a package belongs to, so these are the
   * customer's.
   */
  packages: z.array(SheetPackage),
  /** Codes of the countries in which they work, as the service lists them. Empty if that is not known. */
  countries: z.array(z.string()),
  /** Whether it is certain that there is none, so that nothing would work on the eSIM. */
  nothingToUse: z.boolean(),
  brand: Brand,
  /** The language that the customer probably reads, or else that of the settings. */
  language: SheetLanguage,
  asOf: Instant,
})
export type InstallationSheet = z.infer<typeof InstallationSheet>

/** What sends a message with the link of an installation. */
export const ShareChannel = z.enum(['whatsapp', 'telegram', 'sms'])
export type ShareChannel = z.infer<typeof ShareChannel>

/** A phone number with its country code, as people write it. */
export const PhoneNumber = z
  .string()
  .trim()
  .max(32)
  .regex(/^(?:\+|00)[1-9][\d ./-]{5,24}$/)

export const WhichEsim = z.strictObject({ customerUid: CustomerUid, esimUid: EsimUid })
export type WhichEsim = z.infer<typeof WhichEsim>

export const CopyKind = z.enum(['apple', 'android', 'page', 'code', 'matchingId', 'picture', 'mail'])
export type CopyKind = z.infer<typeof CopyKind>

/** What the main process passes to the page that it prints. The brand, which has the logo, is that of all sheets. */
export const PrintJob = z.strictObject({
  /** Without their brands. */
  sheets: z.array(InstallationSheet.omit({ brand: true }).strip()),
  brand: Brand,
  language: SheetLanguage,
})
export type PrintJob = z.infer<typeof PrintJob>

/** The maximum number of sheets in one PDF or ZIP. */
export const maxSheets = 500
/** The main process asks a person before more activation codes than this are handed out within a minute. */
export const maxUnaskedSheets = 10

/** One eSIM of a ZIP, as the window has read it. */
export const BulkEntry = z.strictObject({
  iccid: EsimIccid,
  email: z.string().max(320).nullable(),
  code: ActivationCode,
})
export type BulkEntry = z.infer<typeof BulkEntry>
