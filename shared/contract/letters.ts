/** Mails without a code, which inform customers in their language. */
import * as z from 'zod'
import { questionTimeout } from '../model/operation/approval.ts'
import { maxSheets } from '../model/esim/installation.ts'
import { Letter } from '../model/letter.ts'
import { MailRow } from '../model/mail.ts'
import { SheetLanguage } from '../sheet/language.ts'
import { CustomerUid } from '../wire/ids.ts'
import { type AnyNamespace, afterQuestion, done, longestTimeout, operation, second } from './operation.ts'

const one = { customerUid: CustomerUid, letter: Letter, language: SheetLanguage.optional() }

export const letters = {
  /**
   * The content of the mail to this customer at present; `end` follows the agent's own sentence. Without a language it
   * is in the one that they probably read.
   */
  preview: operation(
    () => z.strictObject(one),
    () =>
      z.strictObject({
        to: z.string().nullable(),
        language: SheetLanguage,
        subject: z.string(),
        text: z.string(),
        end: z.string(),
      }),
    60 * second,
  ),
  /** Asks a person before this letter is sent to each of these customers, if they are many or it has a note. */
  approve: operation(
    () => z.strictObject({ customerUids: z.array(CustomerUid).min(1).max(maxSheets), letter: Letter }),
    done,
    afterQuestion(60 * second),
  ),
  /**
   * Reads the customer and sends the mail to their own address. It resolves with any outcome, and fails if nothing was
   * sent: `letter_outdated` where its reason no longer holds, `mail_no_address`, `mailed_already`.
   */
  send: operation(() => z.strictObject(one), MailRow, 2 * questionTimeout + longestTimeout),
} as const satisfies AnyNamespace
