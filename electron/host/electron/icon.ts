/** The file of the window's icon. */
import { join } from 'node:path'
import { product } from '../../base/product.ts'

interface IconRequest {
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  /** The folder of the resources of a packaged program. */
  readonly resourcesPath: string
  /** The folder of an unpackaged program. */
  readonly programFolder: string
}

/** Returns the icon file, or null on Windows and macOS, where a window has the icon of its program. */
export function windowIcon({ platform, isPackaged, resourcesPath, programFolder }: IconRequest): string | null {
  if (platform !== 'linux') return null
  if (isPackaged) return join(resourcesPath, product.windowIcon)
  return join(programFolder, 'build', 'icons', 'png', '256x256.png')
}
