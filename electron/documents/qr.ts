/**
 * QR codes of activation codes with error correction M: as an SVG path for the window, and as a PNG with its quiet
 * zone.
 */
import { create, toBuffer } from 'qrcode'
import type { QrPicture } from '#shared/model/esim/installation.ts'

const errorCorrectionLevel = 'M'
/** Light modules around the code (ISO/IEC 18004). */
export const quietZone = 4

export function qrPicture(text: string): QrPicture {
  const { modules } = create(text, { errorCorrectionLevel })
  const parts: string[] = []
  for (let row = 0; row < modules.size; row += 1) {
    let from = -1
    for (let column = 0; column <= modules.size; column += 1) {
      const isDark = column < modules.size && modules.get(row, column) === 1
      if (isDark && from < 0) from = column
      if (isDark || from < 0) continue
      const width = String(column - from)
      parts.push(`M${String(from)} ${String(row)}h${width}v1h-${width}z`)
      from = -1
    }
  }
  return { size: modules.size, path: parts.join('') }
}

/** Returns a PNG; `scale` is the size of a module in pixels. */
export const qrPng = (text: string, scale = 10): Promise<Uint8Array> =>
  toBuffer(text, { errorCorrectionLevel, margin: quietZone, scale, type: 'png' })
