/** Reads a picture file as the data URL that a sheet embeds. */
import { LogoData } from '#shared/model/documents.ts'

/** Returns `null` if the file is not a PNG or a JPEG, or is too large. */
export async function readLogo(file: Blob): Promise<string | null> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'))
    reader.readAsDataURL(file)
  }).catch(() => '')
  const parsed = LogoData.safeParse(url)
  return parsed.success ? parsed.data : null
}
