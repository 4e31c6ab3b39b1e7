/**
 * Prints the facts of a line. Of an error it prints what the desk itself wrote: the code and message of a `DeskError`,
 * the name and system code of any other error. A sentence of the service, such as the `reason` of a refusal, is never printed.
 */
import { DeskError, type DeskErrorDetails } from '#shared/errors.ts'
import { hidden, redactForeign } from './redact.ts'
import type { LogFacts } from './types.ts'

/** Code units of one text among the facts. */
const maxText = 1000

/** Details whose texts the desk writes itself. A `reason` may be a sentence of the service, a `uid` belongs to a customer. */
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
/** A machine word: codes, names of fields and of the desk's own files. */
const ownWord = /^[\w .,:-]{0,120}$/
/** An identifier, a state or the name of a file; any longer text may quote somebody. */
const oneWord = /^[\w.:-]{0,120}$/

function ownDetailsOf(details: DeskErrorDetails): LogFacts {
  const isOwn = ([name, value]: readonly [string, unknown]): boolean =>
    typeof value !== 'string' || (ownDetails.has(name) && ownWord.test(value))
  return Object.fromEntries(Object.entries(details).filter(isOwn))
}

/** The file and line at which a frame of a stack ends, without the folders of this machine. */
const place = /([\w.-]{1,100}:\d{1,9}:\d{1,9})\)?$/

/** Where an error was made: the first frame of its stack behind the message, which may quote what was sent. */
function firstFrame({ stack = '', message }: Error): string | undefined {
  const begin = stack.indexOf(message)
  const frames = begin === -1 ? '' : stack.slice(begin + message.length)
  const frame = frames.split('\n', 3).find((line) => line.startsWith('    at ')) ?? ''
  return place.exec(frame.slice(-300))?.[1]
}

function describeError(error: Error): LogFacts {
  if (error instanceof DeskError)
    return { code: error.code, message: error.message, details: ownDetailsOf(error.details) }
  const code = 'code' in error && typeof error.code === 'string' && ownWord.test(error.code) ? error.code : undefined
  return { name: error.name, code, at: firstFrame(error) }
}

function printable(value: unknown): unknown {
  if (value instanceof Error) return describeError(value)
  return typeof value === 'string' && !oneWord.test(value)
    ? redactForeign(value, [], { maxLength: maxText, mark: hidden })
    : value
}

export function printFacts(facts: LogFacts): string {
  try {
    return JSON.stringify(facts, (_key, value: unknown) => printable(value))
  } catch {
    return '{"facts":"not printable"}'
  }
}
