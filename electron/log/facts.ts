/**
 * Prints the facts of a log line. Of an error it prints only what the desk itself wrote: the code and message of a
 * `DeskError`, the name and system code of any other error. A sentence of the service, such as the `reason` of a
 * refusal, is never printed.
 */
import { DeskError, type DeskErrorDetails } from '#shared/errors.ts'
import { hidden, redactUntrusted } from './redact.ts'
import type { LogFacts } from './types.ts'

/** Maximum length of one text, in code units. */
const maxTextLength = 1000

/**
 * Details whose texts the desk itself writes. A `reason` may be a sentence of the service, and a `uid` belongs to a
 * customer.
 */
const ownDetails: ReadonlySet<string> = new Set([
  'cause',
  'systemCode',
  'path',
  'what',
  'problem',
  'field',
  'state',
  'reasons',
  'operation',
  'sqlite',
  'code',
  'kind',
  'file',
])
/** Matches machine-readable values: codes, names of fields and of the desk's own files. */
const machineReadable = /^[\w .,:-]{0,120}$/
/** Matches an identifier, a state or a file name. Longer text may quote somebody. */
const identifierLike = /^[\w.:-]{0,120}$/

function ownDetailsOf(details: DeskErrorDetails): LogFacts {
  const isOwn = ([name, value]: readonly [string, unknown]): boolean =>
    typeof value !== 'string' || (ownDetails.has(name) && machineReadable.test(value))
  return Object.fromEntries(Object.entries(details).filter(isOwn))
}

/** Matches the file and line at the end of a stack frame, without the folders of this machine. */
const framePosition = /([\w.-]{1,100}:\d{1,9}:\d{1,9})\)?$/

/** Returns the first frame of an error's stack. It is read after the message, which may quote what was sent. */
function firstFrame({ stack = '', message }: Error): string | undefined {
  const begin = stack.indexOf(message)
  const frames = begin === -1 ? '' : stack.slice(begin + message.length)
  const frame = frames.split('\n', 3).find((line) => line.startsWith('    at ')) ?? ''
  return framePosition.exec(frame.slice(-300))?.[1]
}

function describeError(error: Error): LogFacts {
  if (error instanceof DeskError)
    return { code: error.code, message: error.message, details: ownDetailsOf(error.details) }
  const code =
    'code' in error && typeof error.code === 'string' && machineReadable.test(error.code) ? error.code : undefined
  return { name: error.name, code, at: firstFrame(error) }
}

function printable(value: unknown): unknown {
  if (value instanceof Error) return describeError(value)
  return typeof value === 'string' && !identifierLike.test(value)
    ? redactUntrusted(value, [], { maxLength: maxTextLength, mark: hidden })
    : value
}

export function printFacts(facts: LogFacts): string {
  try {
    return JSON.stringify(facts, (_key, value: unknown) => printable(value))
  } catch {
    return '{"facts":"not printable"}'
  }
}
