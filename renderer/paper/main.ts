/**
 * The page that the main process prints: it opens this page itself, out of sight and without a bridge, and hands it the
 * sheets that it has made. The desk's window has no part in it.
 */
import '../zod.ts'
import { createApp } from 'vue'
import { PaperJob } from '#shared/model/installation.ts'
import { sheetMessages } from '#shared/sheet/messages.ts'
import SheetPaper from './SheetPaper.vue'
import '../theme/index.css'

/** Resolves when everything that will be on the paper is there. */
async function drawSheets(given: unknown): Promise<void> {
  const { sheets, language } = PaperJob.parse(given)
  const words = await sheetMessages(language)
  const drawn = Promise.withResolvers<void>()
  createApp(SheetPaper, { sheets, words, onDrawn: drawn.resolve, onFailed: drawn.reject }).mount('#paper')
  await drawn.promise
}

Object.defineProperty(globalThis, 'drawSheets', { value: drawSheets })
