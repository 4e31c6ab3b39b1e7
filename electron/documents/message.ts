/**
 * Composes a sheet as one mail: text, HTML with the QR code inside, and the PDF attached. Headers are built here from
 * strictly checked addresses and the template's own subject. The composer reads no file and no URL.
 */
import MailComposer from 'nodemailer/lib/mail-composer'
import type { SendMailOptions } from 'nodemailer'
import type { InstallationSheet } from '#shared/model/esim/installation.ts'
import { transmittedAddress } from '#shared/model/mail.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { mailContent } from './mailContent.ts'
import { qrPng } from './qr.ts'

export interface MessageParts {
  readonly id: string
  readonly sheet: InstallationSheet
  /** The complete activation code. */
  readonly code: string
  readonly language: SheetLanguage
  readonly from: string
  readonly to: string
  readonly note: string
  readonly pdf: Uint8Array
  /** Epoch milliseconds. */
  readonly date: number
}

const lineBreaks = /[\p{Cc}\p{Cf}\u2028\u2029]/gu
/**
 * Maximum length of a sender's name in code units. The time in which the composer folds a header grows with the square
 * of its length.
 */
const maxNameLength = 200
const headerName = (name: string): string =>
  name.slice(0, maxNameLength).toWellFormed().replaceAll(lineBreaks, ' ').trim()

/** Builds a mail from its parts only. It is exported for the test that a path or a URL in a part is refused. */
export const compose = (mail: SendMailOptions): Promise<Buffer> =>
  new MailComposer({ ...mail, disableFileAccess: true, disableUrlAccess: true }).compile().build()

export async function sheetMessage({
  id,
  sheet,
  code,
  language,
  from,
  to,
  note,
  pdf,
  date,
}: MessageParts): Promise<Buffer> {
  const { name } = sheet.brand
  const logo = logoOf(sheet.brand.logo)
  const pictures = { qr: 'cid:qr@sheet', logo: logo === null ? null : 'cid:logo@sheet' }
  return await compose({
    from: { name: headerName(name), address: from },
    to: { name: '', address: to },
    messageId: messageId(id, from),
    date: new Date(date),
    ...(await mailContent(sheet, language, pictures, note)),
    attachments: [
      {
        filename: 'qr.png',
        content: Buffer.from(await qrPng(code, 8)),
        contentType: 'image/png',
        cid: 'qr@sheet',
        contentDisposition: 'inline',
      },
      ...(logo === null
        ? []
        : [
            {
              filename: `logo.${logo.kind}`,
              content: logo.content,
              contentType: `image/${logo.kind}`,
              cid: 'logo@sheet',
              contentDisposition: 'inline',
            },
          ]),
      {
        filename: `eSIM ${sheet.iccid.replaceAll(/[^0-9A-Za-z]/g, '')}.pdf`,
        content: Buffer.from(pdf),
        contentType: 'application/pdf',
      },
    ],
  })
}

/** Composes a mail that shows that mails arrive. */
export async function testMessage({
  id,
  name,
  from,
  to,
  date,
}: {
  readonly id: string
  readonly name: string
  readonly from: string
  readonly to: string
  readonly date: number
}): Promise<Buffer> {
  return await textMessage({ id, from, to, date }, name, {
    subject: 'eSIM Desk: test',
    text: 'This mail shows that eSIM Desk can send installation sheets with these settings.',
  })
}

/** Composes a mail of plain text. */
export const textMessage = (
  { id, from, to, date }: Pick<MessageParts, 'id' | 'from' | 'to' | 'date'>,
  name: string,
  { subject, text }: { readonly subject: string; readonly text: string },
): Promise<Buffer> =>
  compose({
    from: { name: headerName(name), address: from },
    to: { name: '', address: to },
    subject,
    messageId: messageId(id, from),
    date: new Date(date),
    text,
  })

const messageId = (id: string, from: string): string =>
  `<${id}@${transmittedAddress(from).split('@').at(-1) ?? 'localhost'}>`

function logoOf(logo: string | null): { readonly kind: string; readonly content: Buffer } | null {
  const [, kind, base64] = /^data:image\/(png|jpeg);base64,(.+)$/.exec(logo ?? '') ?? []
  return kind === undefined || base64 === undefined ? null : { kind, content: Buffer.from(base64, 'base64') }
}
