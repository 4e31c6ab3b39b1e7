/**
 * The page that the main process prints. The main process opens it itself, hidden and without a bridge, and passes it
 * the sheets. The desk's window is not involved.
 */
import '../lib/zod.ts'
import { createApp } from 'vue'
import { PrintJob } from '#shared/model/esim/installation.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'
import PrintedSheets from './PrintedSheets.vue'
import '../theme/index.css'

/** Resolves when everything that will be printed is drawn. */
async function drawSheets(given: unknown): Promise<void> {
  const { brand, language, ...job } = PrintJob.parse(given)
  const sheets = job.sheets.map((sheet) => ({ ...sheet, brand }))
  const messages = await sheetMessages(language)
  const drawn = Promise.withResolvers<void>()
  createApp(PrintedSheets, { sheets, messages, onDrawn: drawn.resolve, onFailed: drawn.reject }).mount('#paper')
  await drawn.promise
}

Object.defineProperty(globalThis, 'drawSheets', { value: drawSheets })
