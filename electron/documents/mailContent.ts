/** The sheet as mail programs need it: the same document as text and as HTML, for a mail and for the clipboard. */
import type { InstallationSheet } from '#shared/model/esim/installation.ts'
import { sheetDocument, sheetText } from '#shared/sheet/document.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'
import { plainLines } from '#shared/sheet/plain.ts'
import { type Pictures, sheetHtml } from './html.ts'

export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export async function mailContent(
  sheet: InstallationSheet,
  language: SheetLanguage,
  pictures: Pictures,
  note = '',
): Promise<MailContent> {
  const messages = await sheetMessages(language)
  const document = sheetDocument(sheet, messages)
  const text = sheetText(document)
  return {
    subject: messages.subject,
    text: note === '' ? text : `${plainLines(note)}\n\n${text}`,
    html: sheetHtml(document, sheet, messages, pictures, note),
  }
}
