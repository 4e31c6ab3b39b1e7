/** Sheets on paper: drawn by a page that the main process opens, from what it has read itself. */
import { DeskError } from '#shared/errors.ts'
import type { InstallationSheet, PrintJob, WhichEsim } from '#shared/model/installation.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { Paper } from '../host/index.ts'

export type OpenPaper = (job: PrintJob) => Promise<Paper>

/** Reads under way at a time. */
const maxReads = 4

/** In the order in which they were asked for. Throws what a read throws, and `code_unusable` where a sheet would carry no code. */
export async function readSheets(
  esims: readonly WhichEsim[],
  read: (which: WhichEsim) => Promise<InstallationSheet>,
): Promise<InstallationSheet[]> {
  const sheets: InstallationSheet[] = []
  for (let from = 0; from < esims.length; from += maxReads) {
    sheets.push(...(await Promise.all(esims.slice(from, from + maxReads).map(read))))
  }
  for (const { code, problem } of sheets)
    if (code === null) throw new DeskError('code_unusable', 'The service sent no usable activation code', { problem })
  return sheets
}

/** The page exists for as long as the work takes, however it ends. */
export async function onPaper<T>(
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
