/** The system's dialogs of the desk, each a child of the desk's window where there is one. */
import { dirname } from 'node:path'
import { app, dialog, type MessageBoxOptions, type MessageBoxReturnValue } from 'electron'
import { defaultLanguage } from '#shared/language.ts'
import { replaceFile } from '../../base/wholeFile.ts'
import type { Host } from '../host.ts'
import { closeAnywayButton, closeQuestion, isYes, questionBox, stillWaiting } from './messageBoxes.ts'
import { visibleWindows } from './paper.ts'
import { saveDialogOptions } from './saveDialog.ts'
import { type HostText, textIn } from './text/index.ts'

let language = defaultLanguage

/** Returns whether it was another language before. */
export function setLanguage(next: typeof language): boolean {
  const isOther = next !== language
  language = next
  return isOther
}

/** Returns the text of menus and dialogs in the language that was set last. */
export const text = (): HostText => textIn(language)

/** Asks whether to close although money is in flight. */
export async function askBeforeClosing(signal: AbortSignal): Promise<boolean> {
  const { response } = await showOverWindow({ ...closeQuestion(text().closeQuestion), signal })
  return response === closeAnywayButton
}

/** Creates the questions of the main process to a person. */
export const createAsk =
  (title: string): Host['ask'] =>
  async (question, signal) => {
    const { response } = await showOverWindow({ ...questionBox(question), title, signal })
    return isYes(response) && !signal.aborted
  }

/** Shows a person who starts the program again that it still waits for the service, without a window. */
export const showStillWaiting = (): void => void dialog.showMessageBox(stillWaiting(text().stillWaiting))

function showOverWindow(options: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  const [window] = visibleWindows()
  return window === undefined ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options)
}

/** Creates the dialog that saves a file. It opens in the folder of the last file. */
export function createSaveFile(): Host['saveFile'] {
  let lastFolder: string | null = null
  return async ({ suggestedName, data }) => {
    const owner = visibleWindows()[0]
    const dialogOptions = saveDialogOptions(suggestedName, lastFolder ?? app.getPath('downloads'), text().fileTypes)
    const result =
      owner === undefined ? dialog.showSaveDialog(dialogOptions) : dialog.showSaveDialog(owner, dialogOptions)
    const { canceled, filePath } = await result
    if (canceled) return null
    lastFolder = dirname(filePath)
    return await replaceFile(filePath, data)
  }
}

export const showFatal: Host['showFatal'] = async (problem) => {
  process.stderr.write(`${problem.title}. ${problem.message}\n`)
  // Before `ready`, Electron shows no box on Linux. After it nothing is awaited, so that nothing else runs meanwhile.
  if (!app.isReady()) await app.whenReady()
  dialog.showErrorBox(problem.title, problem.message)
}
