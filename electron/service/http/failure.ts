/** Names why an exchange failed, by the codes of Node and undici. The codes don't show whether bytes were sent. */
import type { FailureCause } from '../types.ts'

/** How far the exchange had come when it failed. */
export type Stage = 'connecting' | 'waiting' | 'reading'

/** Stands for the errors of undici's parser, most of which have no code. */
const noHttp = 'HPE_INVALID'

/** The first system or library code found along an error, its causes and its parts. */
export function codeOf(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 5) return null
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
  if (error.name === 'HTTPParserError') return noHttp
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : []
  for (const part of [error.cause, ...parts]) {
    const code = codeOf(part, depth + 1)
    if (code !== null) return code
  }
  return null
}

const dns = /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EDNS)/
const tls =
  /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|CRL_|ERROR_IN_CERT|PATH_LENGTH|EPROTO$)/
const ended = /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED)$/
const incomplete =
  /^(UND_ERR_RES_CONTENT_LENGTH_MISMATCH|Z_BUF_ERROR|ERR_STREAM_PREMATURE_CLOSE|HPE_INVALID_EOF_STATE)$/

export function causeOf(code: string | null, stage: Stage): FailureCause {
  if (code === null) return stage === 'reading' ? 'cut' : 'other'
  if (code.startsWith('PROXY_')) return 'proxy'
  if (dns.test(code)) return 'dns'
  if (tls.test(code)) return 'tls'
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect_timeout'
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return 'headers_timeout'
  if (code === 'UND_ERR_BODY_TIMEOUT') return 'total_timeout'
  if (code === 'ETIMEDOUT') return stage === 'connecting' ? 'connect_timeout' : 'reset'
  if (incomplete.test(code)) return 'cut'
  if (ended.test(code)) return stage === 'reading' ? 'cut' : 'reset'
  return 'other'
}
