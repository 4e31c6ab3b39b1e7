/** Says in a sentence for a person why the relay, or a command of its operator, could not run. */
import { codeOf } from './log.ts'

/** Errors of the network on the way to the database. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOENT',
])

const portOf = (error: Error): string => ('port' in error ? String(error.port) : '')
const isOfSocket = (error: Error): boolean => 'syscall' in error && /^(connect|getaddrinfo)/.test(String(error.syscall))

/** A name with several addresses fails with an error for each of them, and an empty message. */
const messageOf = (error: Error): string =>
  error instanceof AggregateError && error.message === ''
    ? error.errors.map((one) => (one instanceof Error ? one.message : '')).join(', ')
    : error.message

export function startProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  const [code, message] = [codeOf(error), messageOf(error)]
  if (code === 'EADDRINUSE')
    return `Another program listens on port ${portOf(error)}. Set RELAY_PORT or RELAY_METRICS_PORT to a free one.`
  if (awayCodes.has(code) && (isOfSocket(error) || error instanceof AggregateError))
    return `PostgreSQL can't be reached: ${message}. Check DATABASE_URL, and whether it runs.`
  if (code === '42501') return `The login of DATABASE_URL must be allowed to create tables and one role: ${message}.`
  if (/^(28|3D)/.test(code)) return `PostgreSQL refuses the login of DATABASE_URL: ${message}.`
  return message
}
