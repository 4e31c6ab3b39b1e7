/** Explains in a sentence for a person why the relay, or a command of its operator, could not run. */
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

const isOfSocket = (error: Error): boolean => 'syscall' in error && /^(connect|getaddrinfo)/.test(String(error.syscall))

/** A name with several addresses fails with an error for each of them, and an empty message. */
const messageOf = (error: Error): string =>
  error instanceof AggregateError && error.message === ''
    ? error.errors.map((one) => (one instanceof Error ? one.message : '')).join(', ')
    : error.message

export function startProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  const [code, message] = [codeOf(error), messageOf(error)]
  if (code === 'SQLITE_BUSY')
    return 'Another relay uses the data folder. End it, or set RELAY_DATA to a folder of its own.'
  if (code === '42P01') return 'The database has no tables of the relay: start the relay on it first.'
  if (awayCodes.has(code) && (isOfSocket(error) || error instanceof AggregateError))
    return `PostgreSQL can't be reached: ${message}. Check DATABASE_URL, and whether it runs.`
  if (/^(timeout expired|Connection terminated)/.test(message))
    return `PostgreSQL does not answer: ${message}. Check DATABASE_URL, and whether it runs.`
  if (code === '42501') return `The login of DATABASE_URL must be allowed to create tables and one role: ${message}.`
  if (/^(28|3D)/.test(code)) return `PostgreSQL refuses the login of DATABASE_URL: ${message}.`
  return message
}
