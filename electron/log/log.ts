/** Writes the log through electron-log's Node flavour; every line passes the redaction, whoever wrote it. */
import { DeskError } from '#shared/errors.ts'
import electronLog from 'electron-log/node'
import type { Log, LogFacts, LogLevel } from './types.ts'
import { escapeControls, redact, spellings } from './redact.ts'

export interface LogOptions {
  /** Without a file nothing is kept. */
  readonly file?: string
  readonly level: LogLevel
  /** Bytes after which the file is put aside as `.old`; one such is kept. */
  readonly maxSize?: number
}

const longestLine = 8 * 1024
const megabyte = 1024 * 1024
let instances = 0

export function createLog(options: LogOptions): Log {
  const secrets: string[] = []
  const writer = createWriter(options)

  const write = (level: LogLevel, message: string, facts: LogFacts | undefined): void => {
    const line = facts === undefined ? message : `${message} ${printFacts(facts)}`
    writer[level](redact(escapeControls(line), secrets).slice(0, longestLine))
  }

  return {
    error: (message, facts) => write('error', message, facts),
    warn: (message, facts) => write('warn', message, facts),
    info: (message, facts) => write('info', message, facts),
    debug: (message, facts) => write('debug', message, facts),
    hide(secret) {
      for (const spelling of spellings(secret)) if (!secrets.includes(spelling)) secrets.push(spelling)
      secrets.sort((a, b) => b.length - a.length)
    },
  }
}

function createWriter({ file, level, maxSize = 2 * megabyte }: LogOptions): Readonly<Record<LogLevel, (line: string) => void>> {
  instances += 1
  const logger = electronLog.create({ logId: `desk-${String(instances)}` })
  logger.transports.console.level = false
  logger.transports.file.level = file === undefined ? false : level
  logger.transports.file.maxSize = maxSize
  logger.transports.file.format = '{iso} {level} {text}'
  if (file !== undefined) logger.transports.file.resolvePathFn = () => file
  return logger
}

function printFacts(facts: LogFacts): string {
  try {
    return JSON.stringify(facts, (_key, value: unknown) => (value instanceof Error ? describeError(value) : value))
  } catch {
    return '{"facts":"not printable"}'
  }
}

/** An error of the desk is told by its code; another one by its name and system code: its text may quote what was sent. */
function describeError(error: Error): LogFacts {
  if (error instanceof DeskError) return { ...error.toData() }
  return { name: error.name, code: 'code' in error ? error.code : undefined, at: error.stack?.split('\n')[1]?.trim() }
}
