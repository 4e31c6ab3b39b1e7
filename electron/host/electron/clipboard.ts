/**
 * Writes to the clipboard on Electron. A copied text may be an activation code, so it is excluded from the system's
 * clipboard history.
 */
import { clipboard, ClipboardItem } from 'electron'
import type { Host } from '../host.ts'

/**
 * Formats that ask the clipboard history, the cloud and other watchers to ignore an entry. Windows documents the first
 * three, with a 32-bit zero for "no"; clipboard managers of macOS agreed on the last.
 */
const historyExclusionFormats: Readonly<Record<string, readonly string[]>> = {
  win32: ['ExcludeClipboardContentFromMonitorProcessing', 'CanIncludeInClipboardHistory', 'CanUploadToCloudClipboard'],
  darwin: ['org.nspasteboard.ConcealedType'],
}

export const writeClipboard: Host['writeClipboard'] = async ({ text, html, png }) => {
  const image = png === undefined ? {} : { 'image/png': new Blob([new Uint8Array(png)], { type: 'image/png' }) }
  await clipboard.write([
    new ClipboardItem({
      'text/plain': text,
      ...(html !== undefined && { 'text/html': html }),
      ...image,
      ...historyMarks(process.platform),
    }),
  ])
}

export const clearClipboard: Host['clearClipboard'] = async (isOurs) => {
  if (isOurs(await clipboard.readText())) clipboard.clear()
}

/** Returns the marks, so that one atomic write holds the content and its marks. */
function historyMarks(platform: NodeJS.Platform): Readonly<Record<string, Blob>> {
  const formats = historyExclusionFormats[platform] ?? []
  return Object.fromEntries(
    formats.map((format) => [`electron application/osclipboard;format="${format}"`, new Blob([new Uint8Array(4)])]),
  )
}
