/** Maps errors of electron-updater, Node and Chromium's network to problems that the window has a text for. */
import type { UpdateProblem } from '#shared/model/updates.ts'
import { UpdateFailure } from '../../updates.ts'

const byCode: Readonly<Record<string, UpdateProblem>> = {
  ERR_CHECKSUM_MISMATCH: 'corrupt',
  ERR_UPDATER_INVALID_SIGNATURE: 'signature',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'unreadable',
  ERR_UPDATER_INVALID_VERSION: 'unreadable',
  ERR_UPDATER_NO_FILES_PROVIDED: 'unreadable',
  ERR_UPDATER_NO_CHECKSUM: 'unreadable',
  ERR_UPDATER_ZIP_FILE_NOT_FOUND: 'unreadable',
  ERR_UPDATER_WEB_INSTALLER_DISABLED: 'unreadable',
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'server_error',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EACCES: 'not_writable',
  EPERM: 'not_writable',
  EROFS: 'read_only',
}

const network = /net::ERR_|timed out|aborted|cancelled|terminated|socket hang up/i
const networkCodes =
  /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|ENETUNREACH|EHOSTUNREACH|ERR_TLS|ERR_SSL|CERT_|DEPTH_|UNABLE_TO)/

/** The server's status is in the error code of a check, and in the error message of a download. */
const serverStatus = /^HTTP_ERROR_|, status \d{3}/

export function updateFailure(thrown: unknown, step: 'check' | 'download' | 'install'): UpdateFailure {
  if (thrown instanceof UpdateFailure) return thrown
  return new UpdateFailure(problemOf(thrown, step), { cause: thrown })
}

function problemOf(thrown: unknown, step: 'check' | 'download' | 'install'): UpdateProblem {
  if (!(thrown instanceof Error)) return 'unexpected'
  const code = 'code' in thrown ? String(thrown.code) : ''
  const known = byCode[code]
  if (known !== undefined) return known
  if (step === 'install') return 'installer_failed'
  // The session's guard stopped a redirection to another server.
  if (serverStatus.test(code) || serverStatus.test(thrown.message) || thrown.message.includes('ERR_BLOCKED_BY_CLIENT'))
    return 'server_error'
  if (!networkCodes.test(code) && !network.test(thrown.message)) return 'unexpected'
  return step === 'check' ? 'unreachable' : 'interrupted'
}
