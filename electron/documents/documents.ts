/**
 * Installation documents. The code of an eSIM is read from the service for each document; that of one which was just
 * sold may come from the sale's answer. It goes to the window, the printer or the clipboard and is stored nowhere: not
 * in a field of this module, not in the log, not on the disk.
 */
import { DeskError } from '#shared/errors.ts'
import { installationObstacle } from '#shared/model/esim/esimWarning.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import type { DocumentSettings } from '#shared/model/documents.ts'
import type { Emit } from '#shared/contract.ts'
import type { CopyKind, InstallationSheet } from '#shared/model/esim/installation.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'
import type { Iccid } from '#shared/wire/ids.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Clock } from '../base/clock.ts'
import { raceAbort } from '../base/raceAbort.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { Connections } from '../connections/index.ts'
import type { Host } from '../host/index.ts'
import { createApprovedMails } from './approvedMails.ts'
import { createClipboard, type Schedule } from './clipboard.ts'
import type { Mailer } from './email.ts'
import { createLetters } from './letters/letters.ts'
import { createFileHandlers, wrapError } from './files.ts'
import type { MailRun } from './mailRun.ts'
import type { Outbox } from './outbox.ts'
import { printJob, readSheets, type Printer } from './paper.ts'
import { createReader, type Reader, type ReaderOptions } from './reader.ts'
import { sharedMessage } from './share.ts'

interface DocumentsOptions extends Pick<ReaderOptions, 'sold' | 'inventoryItems' | 'countrySetOf'> {
  readonly connections: Pick<Connections, 'current' | 'require'>
  /** Asks a person before codes are given out faster than anybody works. */
  readonly approvals: Pick<Approvals, 'code' | 'mails' | 'letters'>
  readonly host: Pick<Host, 'saveFile' | 'writeClipboard' | 'clearClipboard' | 'openAddress'>
  readonly printer: Printer
  readonly documents: () => DocumentSettings
  readonly outbox: Pick<Outbox, 'list'>
  readonly mailRun: MailRun
  readonly mailer: Mailer
  /** The newest events of an eSIM, which show how often it was installed. */
  readonly esimEvents: (iccid: Iccid) => Promise<readonly EventRow[]>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly emit: Emit
  /** Schedules the clearing of the clipboard. */
  readonly schedule?: Schedule
}

export interface Documents {
  readonly handlers: HandlersOf<'installation'>
  readonly letters: HandlersOf<'letters'>
  /** Waits for mails that are being sent, and clears the copied text from the clipboard. */
  readonly close: () => Promise<void>
}

/** These modules are loaded with the first document, because a start does not need them. */
const loadDrawing = async () => ({
  ...(await import('./qr.ts')),
  ...(await import('./mailContent.ts')),
})

export function createDocuments(options: DocumentsOptions): Documents {
  const { host, mailer, approvals, printer } = options
  const clipboard = createClipboard(host, options.schedule)
  const copyText = (content: Content): Promise<void> =>
    clipboard.write(content).catch(wrapError('clipboard_failed', 'The clipboard could not be written'))

  const reader = createReader(options)
  const { whileConnected, read } = reader
  const renderPdf: Printer['renderPdf'] = (...of) =>
    printer.renderPdf(...of).catch(wrapError('print_failed', 'The PDF could not be created'))

  return {
    handlers: {
      ...createFileHandlers({ host, emit: options.emit, reader, renderPdf }),
      async sheet(which, call) {
        await approvals.code()
        return await withLinkQrs(await whileConnected(call, (open, signal) => read(open, which, signal)))
      },
      async print({ esims, language }, call) {
        await whileConnected(call, async (open, signal) => {
          const sheets = await readSheets(esims, (which) => read(open, which, signal))
          // The call has a time limit, but the dialog waits for the person. The connection also ends with the desk.
          const signals = { drawing: signal, dialog: open.signal }
          await printer.print(printJob(sheets, language), signals).catch(wrapError('print_failed', 'Printing failed'))
        })
        return null
      },
      async copy({ what, language, ...which }, call) {
        await approvals.code()
        const sheet = await whileConnected(call, (open, signal) => read(open, which, signal))
        await copyText(await clipboardContent(sheet, what, language ?? sheet.language))
        return null
      },
      async share({ channel, to, language, ...which }, call) {
        await approvals.code()
        const sheet = await whileConnected(call, (open, signal) => read(open, which, signal))
        usableCode(sheet)
        const { text, address } = sharedMessage(sheet, await sheetMessages(language), channel, to)
        const opened = await host.openAddress(address)
        if (!opened) await copyText({ text })
        return { opened }
      },
      ...mailHandlers(options, reader, renderPdf),
    },
    letters: createLetters({ ...options, reader }),
    async close() {
      await mailer.close()
      await clipboard.close()
    },
  }
}

/** Mails with installations: a run is approved, one is sent or shown before, and what became of them is listed. */
function mailHandlers(
  options: DocumentsOptions,
  { whileConnected, read }: Reader,
  renderPdf: Printer['renderPdf'],
): Pick<HandlersOf<'installation'>, 'approveMails' | 'leftOfRun' | 'email' | 'previewMail' | 'mails' | 'testMail'> {
  const { connections, documents, mailer, outbox, mailRun } = options
  const approvedMails = createApprovedMails(options.approvals, options.clock)
  return {
    async approveMails({ esims, later = [] }) {
      const { identity } = connections.require()
      await approvedMails.approve(identity, esims)
      mailRun.begin(identity, [...esims, ...later])
      return null
    },
    leftOfRun: () => Promise.resolve(mailRun.left(connections.current()?.identity)),
    /** Until the mail is recorded as being sent, closing the window or the connection cancels it. */
    email: async (request, call) =>
      await whileConnected(call, async (open, signal) => {
        await approvedMails.count(open.identity, request)
        const sheet = await read(open, request, signal)
        if (request.onlyIfNeeded === true) await raceAbort(requireInstallable(sheet, options.esimEvents), signal)
        const code = usableCode(sheet)
        const { language, pageSize, onlyIfNeeded: isOfRun = false } = request
        const pdf = (): Promise<Uint8Array> => renderPdf(printJob([sheet], language), pageSize, signal)
        return await mailer.send({
          request,
          about: 'installation',
          customer: sheet,
          isOfRun,
          compose: async (head) =>
            (await import('./message.ts')).sheetMessage({ ...head, sheet, code, pdf: await pdf() }),
          connection: open.identity,
          signal,
        })
      }),
    async previewMail({ language, note, ...which }, call) {
      const sheet = await whileConnected(call, (open, signal) => read(open, which, signal))
      usableCode(sheet)
      const { mailContent } = await loadDrawing()
      const { subject, text } = await mailContent(withoutCode(sheet), language, { qr: '', logo: null }, note)
      return { subject, text }
    },
    mails: (filter) => {
      // Mails to everybody are listed whichever connection is open.
      const isOfOne = filter?.customerUid !== undefined
      const connection = isOfOne ? connections.current()?.identity : undefined
      return Promise.resolve(outbox.list({ ...filter, connection }))
    },
    testMail: async ({ to }) => await mailer.test(to, documents().brand.name),
  }
}

async function withLinkQrs(sheet: InstallationSheet): Promise<InstallationSheet> {
  const { qrPicture } = await loadDrawing()
  const { apple, android, page } = sheet.links
  // Where no code can be given out, a page doesn't help either.
  const draw = (link: string | null) => (link === null || sheet.code === null ? null : qrPicture(link))
  return { ...sheet, linkQrs: { apple: draw(apple), android: draw(android), page: draw(page) } }
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
      return await mailForClipboard(sheet, language)
  }
}

/** Returns the whole sheet for a helpdesk's own mail, with its pictures inside the HTML. */
async function mailForClipboard(sheet: InstallationSheet, language: SheetLanguage): Promise<Content> {
  const { qrPng, mailContent } = await loadDrawing()
  const qr = `data:image/png;base64,${Buffer.from(await qrPng(usableCode(sheet), 6)).toString('base64')}`
  const { text, html } = await mailContent(sheet, language, { qr, logo: sheet.brand.logo })
  return { text, html }
}

/** The placeholder for everything that could install an eSIM. */
const hidden = '••••••'

/** Returns the sheet with placeholders for everything that could install the eSIM. */
function withoutCode(sheet: InstallationSheet): InstallationSheet {
  const { code, links } = sheet
  const hide = (part: string | null): string | null => (part === null || part === '' ? part : hidden)
  return {
    ...sheet,
    qr: null,
    code: code === null ? null : { ...code, text: hidden, address: hidden, matchingId: hide(code.matchingId) ?? '' },
    links: { apple: hide(links.apple), android: hide(links.android), page: hide(links.page) },
  }
}

const usableCode = ({ code, problem }: InstallationSheet): string => {
  if (code === null) throw new DeskError('code_unusable', 'The activation code is missing or malformed', { problem })
  return code.text
}

/** Throws `esim_not_installable` with the reason. Without the events only the eSIM's own state is known. */
async function requireInstallable(sheet: InstallationSheet, esimEvents: DocumentsOptions['esimEvents']): Promise<void> {
  const reason = installationObstacle(sheet, await esimEvents(sheet.iccid).catch(() => []))
  if (reason !== null) throw new DeskError('esim_not_installable', 'The eSIM can not be installed now', { reason })
}

function matchingId(sheet: InstallationSheet): string {
  usableCode(sheet)
  return sheet.code?.matchingId ?? ''
}

function requireLink(link: string | null, code: 'link_missing', message: string): string {
  if (link === null) throw new DeskError(code, message)
  return link
}
