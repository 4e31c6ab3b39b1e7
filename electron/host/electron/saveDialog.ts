/** The options of the save dialog, as data. */
import { extname, join } from 'node:path'
import type { FileFilter, SaveDialogOptions } from 'electron'
import { safeFileName } from '../fileName.ts'
import type { HostText } from './text/index.ts'

/** @param folder the folder in which the dialog opens */
export function saveDialogOptions(
  suggestedName: string,
  folder: string,
  text: HostText['fileTypes'],
): SaveDialogOptions {
  const name = safeFileName(suggestedName)
  return {
    defaultPath: join(folder, name),
    filters: filtersOf(extname(name).slice(1).toLowerCase(), text),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  }
}

/** Returns no filter for an unknown type, so that the dialog shows every file. */
function filtersOf(extension: string, text: HostText['fileTypes']): FileFilter[] {
  const named = Object.entries<string>({ ...text }).find(([known]) => known === extension)
  return named === undefined ? [] : [{ name: named[1], extensions: [extension] }]
}
