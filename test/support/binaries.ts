/** Reads properties of programs and native modules without the libraries that wrote them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Target } from '../../build/package/project.ts'

/** Returns the digits of Electron's fuses in a binary. */
export function fuseWireOf(binary: string): string {
  const file = binary.endsWith('.app')
    ? join(binary, 'Contents', 'Frameworks', 'Electron Framework.framework', 'Electron Framework')
    : binary
  const bytes = readFileSync(file)
  const at = bytes.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX') + 32
  return bytes.toString('latin1', at + 2, at + 2 + (bytes[at + 1] ?? 0))
}

/** Returns the platform and processor of a native module, according to the first bytes of its format. */
export function machineOf(bytes: Buffer): Target | string {
  const magic = bytes.toString('hex', 0, 4)
  if (magic === '7f454c46') return { platform: 'linux', arch: bytes.readUInt16LE(18) === 0x3e ? 'x64' : 'arm64' }
  if (magic === 'cffaedfe') return { platform: 'darwin', arch: bytes.readUInt32LE(4) === 0x0100_0007 ? 'x64' : 'arm64' }
  if (!magic.startsWith('4d5a')) return magic
  return { platform: 'win32', arch: bytes.readUInt16LE(bytes.readUInt32LE(0x3c) + 4) === 0x8664 ? 'x64' : 'arm64' }
}
