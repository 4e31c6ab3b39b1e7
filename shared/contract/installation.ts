/** The installation documents of eSIMs: sheets, files, copies and mails. */
import * as z from 'zod'
import { questionTimeout } from '../model/operation/approval.ts'
import { DecimalSign } from '../model/decimalSign.ts'
import { PageSize } from '../model/documents.ts'
import {
  BulkEntry,
  CopyKind,
  InstallationSheet,
  maxSheets,
  PhoneNumber,
  ShareChannel,
  WhichEsim,
} from '../model/esim/installation.ts'
import { MailAddress, MailProblem, MailRequest, MailRow, MailState } from '../model/mail.ts'
import { SheetLanguage } from '../sheet/language.ts'
import { CustomerUid, EsimIccid } from '../wire/ids.ts'
import {
  type AnyNamespace,
  second,
  longestTimeout,
  operation,
  afterQuestion,
  nothing,
  done,
  FileName,
  withDialog,
} from './operation.ts'

/**
 * The eSIMs whose sheets are printed, in this order. The main process reads each from the service and draws it itself.
 */
const RunEsim = WhichEsim.extend({ iccid: EsimIccid })
/** With so many a call is still far from too large. */
const maxLater = 5000

const sheetsInput = { esims: z.array(WhichEsim).min(1).max(maxSheets), language: SheetLanguage }

export const installation = {
  /** Reads the code of one eSIM from the service. The desk does not store it. */
  sheet: operation(WhichEsim, InstallationSheet, afterQuestion(60 * second)),
  /** Resolves when the system's print dialog closes. */
  print: operation(() => z.strictObject(sheetsInput), done, withDialog(300 * second)),
  /** Saves the sheets as a file. `path` is `null` if the person chose none. */
  savePdf: operation(
    () => z.strictObject({ ...sheetsInput, pageSize: PageSize, name: FileName }),
    () => z.strictObject({ path: z.string().nullable() }),
    withDialog(300 * second),
  ),
  copy: operation(
    () => WhichEsim.extend({ what: CopyKind, language: SheetLanguage.optional() }),
    done,
    afterQuestion(60 * second),
  ),
  /**
   * Opens a message with the link of the installation in the program that sends it. `opened` is false where that can't
   * be done: the message is on the clipboard then.
   */
  share: operation(
    () => WhichEsim.extend({ channel: ShareChannel, to: PhoneNumber.optional(), language: SheetLanguage }),
    () => z.strictObject({ opened: z.boolean() }),
    afterQuestion(60 * second),
  ),
  /**
   * Asks a person before a mail with an activation code is sent for each of these eSIMs to its customer's own address,
   * if they are more than a person mails in the time. Each mail then needs no further question as
   * long as it has no note and no copy, and is sent only if the eSIM can be installed and was not mailed lately. These
   * eSIMs and those in `later` are recorded as the run.
   */
  approveMails: operation(
    () =>
      z.strictObject({
        esims: z.array(RunEsim).min(1).max(maxSheets),
        later: z.array(RunEsim).max(maxLater).optional(),
      }),
    done,
    afterQuestion(60 * second),
  ),
  /** Those of earlier runs, also before a restart, who were not mailed. */
  leftOfRun: operation(nothing, () => z.array(RunEsim)),
  /**
   * Sends a mail with the PDF of the eSIM's present sheet. It resolves with any outcome, and fails if nothing was
   * sent.
   */
  email: operation(MailRequest, MailRow, 2 * questionTimeout + longestTimeout),
  /** The content of a mail with these parts, as text, with dots in place of the code and of its links. */
  previewMail: operation(
    () => MailRequest.pick({ customerUid: true, esimUid: true, language: true, note: true }),
    () => z.strictObject({ subject: z.string(), text: z.string() }),
    60 * second,
  ),
  /** The mails to one customer or to all, newest first. Of an eSIM, and `lately`, they are those with installations. */
  mails: operation(
    () =>
      z.union([
        nothing,
        z.strictObject({
          customerUid: CustomerUid.optional(),
          iccid: EsimIccid.optional(),
          /** Only those of the last day that have arrived, or perhaps, to whatever address. */
          lately: z.boolean().optional(),
          limit: z.number().int().min(1).max(200).optional(),
          cursor: z.string().max(100).optional(),
        }),
      ]),
    () => z.strictObject({ rows: z.array(MailRow), cursor: z.string().optional(), total: z.number().int() }),
  ),
  /** Saves QR pictures of eSIMs that the window has read, with a table, as one ZIP. */
  bulk: operation(
    () => z.strictObject({ name: FileName, entries: z.array(BulkEntry).min(1).max(maxSheets), decimal: DecimalSign }),
    () => z.strictObject({ path: z.string().nullable() }),
    withDialog(300 * second),
  ),
  /** Ends the creation of files, unless the dialog that saves them is open: their calls fail with `aborted`. */
  cancelFile: operation(nothing, done),
  /** Sends a test mail without any customer data. */
  testMail: operation(
    () => z.strictObject({ to: MailAddress }),
    () => z.strictObject({ state: MailState, problem: MailProblem.nullable() }),
    afterQuestion(150 * second),
  ),
} as const satisfies AnyNamespace
