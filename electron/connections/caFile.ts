/**
 * Reads a file of additional certificate authorities. A file without a certificate is refused here, not at the first
 * call.
 */
import { X509Certificate } from 'node:crypto'
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { DeskError } from '#shared/errors.ts'
import { errorCode } from '../base/errorCode.ts'
import { withTimeout } from '../base/withTimeout.ts'

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
/** Bytes. The complete list of authorities that a system trusts is a quarter of this. */
const maxBytes = 1024 * 1024
/** Milliseconds. The limit is needed because the file may be on a network drive. */
const timeoutMs = 5000

/** Returns the PEM text, or undefined if no file is set. Throws `ca_file_unreadable` with the reason. */
export async function readCaFile(file: string | null): Promise<string | undefined> {
  if (file === null || file === '') return undefined
  const refusal = (reason: string, cause?: unknown): DeskError =>
    new DeskError(
      'ca_file_unreadable',
      `The file of certificate authorities can't be used: ${reason}`,
      { reason, file },
      { cause },
    )
  const text = await withTimeout(readSmallFile(file), timeoutMs, () => new UnusableFileError('not read in time')).catch(
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

class UnusableFileError extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof UnusableFileError) return error.message
  return errorCode(error) ?? 'unreadable'
}

/**
 * Checks the file after opening it, so that nobody can replace it in between. `O_NONBLOCK` keeps the opening of a pipe
 * from waiting.
 */
async function readSmallFile(file: string): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw new UnusableFileError('not a file')
    if (stats.size > maxBytes) throw new UnusableFileError('too large')
    return await readUpTo(handle, maxBytes)
  } finally {
    await handle.close()
  }
}

/** Reads with a limit, because a file can be longer than its reported size and can grow while it is read. */
async function readUpTo(handle: FileHandle, bytes: number): Promise<string> {
  const buffer = Buffer.alloc(bytes + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length)
    length += bytesRead
    if (length > bytes) throw new UnusableFileError('too large')
    if (bytesRead === 0) return buffer.toString('utf8', 0, length)
  }
}
