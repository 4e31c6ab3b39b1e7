/** What is printed: sheets that the main process has read itself, and the host's page that draws them. */
import { DeskError } from '#shared/errors.ts'
import { defaultDocuments, type PageSize } from '#shared/model/documents.ts'
import { PrintJob, type InstallationSheet, type WhichEsim } from '#shared/model/esim/installation.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { PrintSignals } from '../host/index.ts'

/** The host's hidden page, which exists only during a call. An aborted signal destroys it. */
export interface Printer {
  readonly print: (job: PrintJob, signals: PrintSignals) => Promise<void>
  readonly renderPdf: (job: PrintJob, pageSize: PageSize, signal: AbortSignal) => Promise<Uint8Array>
}

/** The brand of one sheet is that of all. The page receives it once, because its logo is larger than many sheets. */
export const printJob = (sheets: readonly InstallationSheet[], language: SheetLanguage): PrintJob =>
  PrintJob.parse({ sheets, brand: sheets[0]?.brand ?? defaultDocuments.brand, language })

/** Maximum number of concurrent reads. */
const maxReads = 4

/**
 * Reads the sheets in the requested order. Throws what a read throws, and `code_unusable` if a sheet has no code.
 *
 * @param onProgress receives how many are read
 */
export async function readSheets(
  esims: readonly WhichEsim[],
  read: (which: WhichEsim) => Promise<InstallationSheet>,
  onProgress?: (done: number) => void,
): Promise<InstallationSheet[]> {
  const sheets: InstallationSheet[] = []
  for (let start = 0; start < esims.length; start += maxReads) {
    sheets.push(...(await Promise.all(esims.slice(start, start + maxReads).map(read))))
    onProgress?.(sheets.length)
  }
  for (const { code, problem } of sheets)
    if (code === null) throw new DeskError('code_unusable', 'The service sent no usable activation code', { problem })
  return sheets
}
