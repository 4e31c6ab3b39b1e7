/** Reads a file of further certificate authorities; a file that holds none is refused here, not at the first call. */
import { X509Certificate } from 'node:crypto'
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { DeskError } from '#shared/errors.ts'
import { errorCode } from '../errorCode.ts'
import { withTimeout } from '../withTimeout.ts'

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
/** All authorities that a system trusts are a quarter of this. */
const maxBytes = 1024 * 1024
/** Milliseconds: a file may be on a network. */
const timeLimit = 5000

/** The PEM text, or undefined without a file. Throws `ca_file_unreadable` with the reason. */
export async function readCaFile(file: string | null): Promise<string | undefined> {
  if (file === null || file === '') return undefined
  const refusal = (reason: string, cause?: unknown): DeskError =>
    new DeskError(
      'ca_file_unreadable',
      `The file of certificate authorities can't be used: ${reason}`,
      { reason, file },
      { cause },
    )
  const text = await withTimeout(readSmallFile(file), timeLimit, () => new Unfit('not read in time')).catch(
    (error: unknown) => {
      throw refusal(reasonOf(error), error)
    },
  )
  const certificates = text.match(certificate)
  if (certificates === null) throw refusal('no certificate in it')
  try {
    for (const pem of certificates) new X509Certificate(pem)
  } catch (error) {
    throw refusal('a certificate in it is damaged', error)
  }
  return certificates.join('\n')
}

class Unfit extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof Unfit) return error.message
  return errorCode(error) ?? 'unreadable'
}

/** Looked at after it was opened, so that it can't become another one between; opening a pipe waits for nobody. */
async function readSmallFile(file: string): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw new Unfit('not a file')
    if (stats.size > maxBytes) throw new Unfit('too large')
    return await readUpTo(handle, maxBytes)
  } finally {
    await handle.close()
  }
}

/** A file can be longer than it says, and grow while it is read. */
async function readUpTo(handle: FileHandle, bytes: number): Promise<string> {
  const buffer = Buffer.alloc(bytes + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length)
    length += bytesRead
    if (length > bytes) throw new Unfit('too large')
    if (bytesRead === 0) return buffer.toString('utf8', 0, length)
  }
}
