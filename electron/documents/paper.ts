/** Prints sheets: a page that the main process opens draws them from data that the main process has read itself. */
import { DeskError } from '#shared/errors.ts'
import type { InstallationSheet, PrintJob, WhichEsim } from '#shared/model/installation.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { Paper } from '../host/index.ts'

export type OpenPaper = (job: PrintJob) => Promise<Paper>

/** Maximum number of concurrent reads. */
const maxReads = 4

/** Reads the sheets in the requested order. Throws what a read throws, and `code_unusable` if a sheet has no code. */
export async function readSheets(
  esims: readonly WhichEsim[],
  read: (which: WhichEsim) => Promise<InstallationSheet>,
): Promise<InstallationSheet[]> {
  const sheets: InstallationSheet[] = []
  for (let start = 0; start < esims.length; start += maxReads) {
    sheets.push(...(await Promise.all(esims.slice(start, start + maxReads).map(read))))
  }
  for (const { code, problem } of sheets)
    if (code === null) throw new DeskError('code_unusable', 'The service sent no usable activation code', { problem })
  return sheets
}

/** Opens the page, runs `act`, and always closes the page again. */
export async function withPaper<T>(
  open: OpenPaper,
  sheets: readonly InstallationSheet[],
  language: SheetLanguage,
  act: (paper: Paper) => Promise<T>,
): Promise<T> {
  const paper = await open({ sheets: [...sheets], language })
  try {
    return await act(paper)
  } finally {
    await paper.close()
  }
}
