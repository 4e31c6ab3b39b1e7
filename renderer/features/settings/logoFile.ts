/**
 * Reads a picture file as the data URL that a sheet embeds. The picture is decoded and drawn again, so that whatever is
 * stored can be drawn on each sheet, and is no larger than a sheet needs.
 */
import { LogoData } from '#shared/model/documents.ts'

/** Four times the size on a sheet, in pixels. */
const box = { width: 880, height: 320 }
/** A picture takes four bytes a pixel while it is decoded. */
const maxPixels = 100_000_000
/** The drawn picture may have more bytes than a logo may have. */
const scales = [1, 0.5, 0.25] as const

/** Returns the number of pixels, which the browser reads before it decodes them. Rejects if the file is no picture. */
async function pixelsOf(file: Blob): Promise<number> {
  const url = URL.createObjectURL(file)
  try {
    const picture = new Image()
    await new Promise((resolve, reject) => {
      picture.onload = resolve
      picture.onerror = () => reject(new Error('The file is no picture'))
      picture.src = url
    })
    return picture.naturalWidth * picture.naturalHeight
  } finally {
    URL.revokeObjectURL(url)
  }
}

function draw(picture: ImageBitmap, scale: number): string {
  const fit = Math.min(1, box.width / picture.width, box.height / picture.height) * scale
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * fit))
  canvas.height = Math.max(1, Math.round(picture.height * fit))
  const context = canvas.getContext('2d')
  if (context !== null) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  }
  return canvas.toDataURL('image/png')
}

/** Why a file is refused: a key of `settings.documents`. `logoWrong`: it is no picture, or is cut. */
export type LogoProblem = 'logoWrong' | 'logoTooLarge'

export async function readLogo(file: Blob): Promise<{ readonly url: string } | { readonly problem: LogoProblem }> {
  try {
    if ((await pixelsOf(file)) > maxPixels) return { problem: 'logoTooLarge' }
    // This rejects for a file that is cut, of which an `img` element shows a part.
    const picture = await createImageBitmap(file)
    const drawn = scales.map((scale) => LogoData.safeParse(draw(picture, scale)).data)
    picture.close()
    const url = drawn.find((each) => each !== undefined)
    return url === undefined ? { problem: 'logoWrong' } : { url }
  } catch {
    return { problem: 'logoWrong' }
  }
}
