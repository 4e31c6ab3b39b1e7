/**
 * Installation documents. The code of an eSIM is read from the service for each document. It goes to the window, the
 * printer or the clipboard and is stored nowhere: not in a field of this module, not in the log, not on the disk.
 */
import { DeskError } from '#shared/errors.ts'
import { parseActivationCode } from '#shared/model/activationCode.ts'
import type { DocumentSettings } from '#shared/model/documents.ts'
import type { CopyKind, InstallationSheet, WhichEsim } from '#shared/model/installation.ts'
import { sheetDocument, sheetText } from '#shared/sheet/document.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { sheetMessages } from '#shared/sheet/messages.ts'
import type { Approvals } from '../approvals/index.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { Connections } from '../connections/index.ts'
import type { Host } from '../host/index.ts'
import { createClipboard, type Schedule } from './clipboard.ts'
import type { Mailer } from './email.ts'
import type { Outbox } from './outbox.ts'
import { withPaper, readSheets, type OpenPaper } from './paper.ts'

export interface DocumentsOptions {
  readonly connections: Pick<Connections, 'current' | 'require'>
  /** Asks a person before codes are handed out faster than anybody works. */
  readonly approvals: Pick<Approvals, 'code'>
  readonly host: Pick<Host, 'saveFile' | 'writeClipboard' | 'clearClipboard'>
  readonly openPaper: OpenPaper
  readonly documents: () => DocumentSettings
  readonly outbox: Pick<Outbox, 'list'>
  readonly mailer: Mailer
  /** Schedules the clearing of the clipboard. */
  readonly schedule?: Schedule
}

export interface Documents {
  readonly handlers: HandlersOf<'installation'>
  /** Waits for mails that are being sent, and clears the copied text from the clipboard. */
  readonly close: () => Promise<void>
}

/** These modules are loaded with the first document, because a start does not need them. */
const loadDrawing = async () => ({
  ...(await import('./sheet.ts')),
  ...(await import('./qr.ts')),
  ...(await import('./html.ts')),
})

export function createDocuments(options: DocumentsOptions): Documents {
  const { host, documents, mailer, outbox, approvals, openPaper } = options
  const clipboard = createClipboard(host, options.schedule)

  const read = async (which: WhichEsim, signal: AbortSignal): Promise<InstallationSheet> => {
    const open = options.connections.require()
    const entry = await open.client.customer(which.customerUid, { signal: AbortSignal.any([signal, open.signal]) })
    if (options.connections.current() !== open)
      throw new DeskError('not_connected', 'The connection was closed meanwhile')
    const esim = entry.relatedEsims.find(({ uid }) => uid === which.esimUid)
    if (esim === undefined) throw new DeskError('not_found', 'This customer has no such eSIM profile')
    const { installationSheet } = await loadDrawing()
    return installationSheet(entry, esim, {
      now: open.client.now(),
      documents: documents(),
      linkHost: open.profile.linkHost,
    })
  }

  const save = (suggestedName: string, data: Uint8Array): Promise<string | null> =>
    host.saveFile({ suggestedName, data }).catch(wrapError('file_unwritable', 'The file could not be written'))

  return {
    handlers: {
      async sheet(which, { signal }) {
        await approvals.code()
        return await read(which, signal)
      },
      async print({ esims, language }, { signal }) {
        const sheets = await readSheets(esims, (which) => read(which, signal))
        await withPaper(openPaper, sheets, language, (paper) => paper.print()).catch(
          wrapError('print_failed', 'Printing failed'),
        )
        return null
      },
      async savePdf({ esims, language, pageSize, name }, { signal }) {
        const sheets = await readSheets(esims, (which) => read(which, signal))
        const data = await withPaper(openPaper, sheets, language, (paper) => paper.renderPdf({ pageSize })).catch(
          wrapError('print_failed', 'The PDF could not be created'),
        )
        return { path: await save(`${name}.pdf`, data) }
      },
      async copy({ what, language, ...which }, { signal }) {
        await approvals.code()
        const sheet = await read(which, signal)
        await clipboard
          .write(await clipboardContent(sheet, what, language ?? sheet.language))
          .catch(wrapError('clipboard_failed', 'The clipboard could not be written'))
        return null
      },
      async email(request, { signal }) {
        const connection = options.connections.require().identity
        await approvals.code()
        const sheet = await read(request, signal)
        const code = usableCode(sheet)
        const { language, pageSize } = request
        const pdf = (): Promise<Uint8Array> =>
          withPaper(openPaper, [sheet], language, (paper) => paper.renderPdf({ pageSize })).catch(
            wrapError('print_failed', 'The PDF could not be created'),
          )
        return await mailer.send({ request, sheet, code, pdf, connection })
      },
      mails: (filter) => Promise.resolve(outbox.list(filter ?? {})),
      async bulk({ name, entries }) {
        const { sheetsArchive } = await import('./archive.ts')
        for (const { code } of entries)
          if (!parseActivationCode(code.text).ok) throw new DeskError('code_unusable', 'One of the codes is malformed')
        const data = await sheetsArchive(entries)
        return { path: await save(`${name}.zip`, data) }
      },
      testMail: async ({ to }) => await mailer.test(to, documents().brand.name),
    },
    async close() {
      await mailer.idle()
      await clipboard.close()
    },
  }
}

type Content = Parameters<Host['writeClipboard']>[0]

async function clipboardContent(sheet: InstallationSheet, what: CopyKind, language: SheetLanguage): Promise<Content> {
  switch (what) {
    case 'apple':
    case 'android':
    case 'page':
      return { text: requireLink(sheet.links[what], 'link_missing', 'There is no such link') }
    case 'code':
      return { text: usableCode(sheet) }
    case 'matchingId':
      return { text: matchingId(sheet) }
    case 'picture': {
      const { qrPng } = await loadDrawing()
      const code = usableCode(sheet)
      return { text: code, png: await qrPng(code) }
    }
    case 'mail':
      return await mailContent(sheet, language)
  }
}

/** Returns the whole sheet for a helpdesk's own mail, with its pictures inside the HTML. */
async function mailContent(sheet: InstallationSheet, language: SheetLanguage): Promise<Content> {
  const { qrPng, sheetHtml } = await loadDrawing()
  const messages = await sheetMessages(language)
  const document = sheetDocument(sheet, messages)
  const qr = `data:image/png;base64,${Buffer.from(await qrPng(usableCode(sheet), 6)).toString('base64')}`
  return { text: sheetText(document), html: sheetHtml(document, sheet, messages, { qr, logo: sheet.brand.logo }) }
}

const usableCode = ({ code, problem }: InstallationSheet): string => {
  if (code === null) throw new DeskError('code_unusable', 'The activation code is missing or malformed', { problem })
  return code.text
}

function matchingId(sheet: InstallationSheet): string {
  usableCode(sheet)
  return sheet.code?.matchingId ?? ''
}

function requireLink(link: string | null, code: 'link_missing', message: string): string {
  if (link === null) throw new DeskError(code, message)
  return link
}

/**
 * Wraps an error in a DeskError with this code. The text of the error is not shown, because it may quote what was
 * printed or where to.
 */
function wrapError(
  code: 'print_failed' | 'file_unwritable' | 'clipboard_failed',
  message: string,
): (thrown: unknown) => never {
  return (thrown) => {
    throw thrown instanceof DeskError ? thrown : new DeskError(code, message, {}, { cause: thrown })
  }
}
