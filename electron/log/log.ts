/**
 * Writes the log through electron-log's Node version. Every line is redacted, whoever wrote it. The library is loaded
 * once the desk has started, which takes 29 ms of CPU time out of the start; until then lines are appended here.
 */
import { appendFileSync, statSync } from 'node:fs'
import { EOL } from 'node:os'
import { printFacts } from './facts.ts'
import type { Log, LogFacts, LogLevel } from './types.ts'
import { escapeControls, redactLine } from './redact.ts'
import { createHiddenValues } from './hiddenValues.ts'

interface LogOptions {
  /** The log file. Without it nothing is logged. */
  readonly file?: string
  readonly level: LogLevel
  /** Bytes after which the file is rotated to `.old`; one old file is kept. */
  readonly maxSize?: number
}

/** Maximum length of a line in code units, before its control characters are escaped. */
const maxLineLength = 8 * 1024
const megabyte = 1024 * 1024
let instances = 0

export function createLog(options: LogOptions): Log {
  const values = createHiddenValues()
  const writer = createWriter(options)

  const write = (level: LogLevel, message: string, facts: LogFacts | undefined): void => {
    const line = facts === undefined ? message : `${message} ${printFacts(facts)}`
    writer(level, escapeControls(redactLine(line, values.spellings(), maxLineLength)))
  }

  return {
    error: (message, facts) => write('error', message, facts),
    warn: (message, facts) => write('warn', message, facts),
    info: (message, facts) => write('info', message, facts),
    debug: (message, facts) => write('debug', message, facts),
    hide: values.add,
  }
}

/** Milliseconds since the start of the process, after which the library is loaded. */
const startupMs = 2000
const levels: readonly LogLevel[] = ['error', 'warn', 'info', 'debug']

/**
 * Writes each line before it returns. Lines are appended directly in the same format until the library is loaded, which
 * rotates the file.
 */
function createWriter({ file, level, maxSize = 2 * megabyte }: LogOptions): (level: LogLevel, line: string) => void {
  if (file === undefined) return () => undefined
  let library: Library | null = null
  let loading: Promise<void> | null = null
  return (lineLevel, line) => {
    if (library !== null) return library[lineLevel](line)
    if (levels.indexOf(lineLevel) > levels.indexOf(level)) return
    const size = append(file, `${new Date().toISOString()} ${lineLevel} ${line}${EOL}`)
    if (performance.now() < startupMs && size < maxSize) return
    loading ??= loadLibrary({ file, level, maxSize }).then(
      (loaded) => void (library = loaded),
      () => undefined,
    )
  }
}

/**
 * Appends a line and ignores failures, because the desk must work without a log.
 * @returns the size of the file in bytes
 */
function append(file: string, line: string): number {
  try {
    appendFileSync(file, line)
    return statSync(file).size
  } catch {
    return 0
  }
}

type Library = Readonly<Record<LogLevel, (line: string) => void>>

async function loadLibrary({ file, level, maxSize }: Required<LogOptions>): Promise<Library> {
  const { default: electronLog } = await import('electron-log/node')
  instances += 1
  const logger = electronLog.create({ logId: `desk-${String(instances)}` })
  logger.transports.console.level = false
  logger.transports.file.level = level
  logger.transports.file.maxSize = maxSize
  logger.transports.file.format = '{iso} {level} {text}'
  logger.transports.file.resolvePathFn = () => file
  // Otherwise it looks for a package.json near the working directory, and writes nothing if there is none.
  logger.transports.file.setAppName('esim-desk')
  return logger
}
