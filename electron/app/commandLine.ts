/** The first step of both entries. It imports little, because everything else is loaded after it. */
import { HostProblem } from '../host/index.ts'
import { type Flags, parseFlags, takeCredentials, usage } from './flags.ts'

export const exitCodes = { none: 0, problem: 1, usage: 2, alreadyRunning: 3 } as const
export const windowSize = { width: 1280, height: 800 } as const

interface CommandLineHost {
  readonly kind: 'electron' | 'chromium'
  readonly isPackaged: boolean
}

/** What is wrong with the flags of an installed program. */
export class UsageProblem extends HostProblem {}

/**
 * Ignores failed writes to the terminal. It may be closed while the desk runs, and without a listener each write after
 * that would be an uncaught exception, which ends the desk.
 */
function tolerateClosedTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/**
 * Returns the flags. Ends the process if they are invalid or only help is requested. For an installed program, which
 * may have no terminal, it throws a `UsageProblem` if they are invalid.
 */
export function readCommandLine(args: readonly string[], env: NodeJS.ProcessEnv, host: CommandLineHost): Flags {
  tolerateClosedTerminal()
  const parsed = parseFlags(args, takeCredentials(env))
  const problem = parsed.ok ? refusal(parsed.flags, host) : parsed.problem
  if (!parsed.ok || problem !== null) {
    if (host.isPackaged) throw new UsageProblem(`${problem ?? ''}.`)
    process.stderr.write(`${problem ?? ''}.\n\n${usage}`)
    process.exit(exitCodes.usage)
  }
  if (parsed.flags.help) {
    process.stdout.write(usage)
    process.exit(exitCodes.none)
  }
  return parsed.flags
}

/** Returns what this host cannot do of what the flags request, or null. */
function refusal(flags: Flags, { kind, isPackaged }: Pick<CommandLineHost, 'kind' | 'isPackaged'>): string | null {
  if (flags.host !== null && flags.host !== kind) return `This is the entry of --host=${kind}`
  if (kind === 'chromium') return null
  if (flags.headless) return '--headless belongs to --host=chromium'
  if (flags.debugPort !== null && isPackaged) return 'The installed program has no --debug-port'
  if (flags.debugPort === 0) return '--debug-port needs the number of a free port on Electron'
  return null
}
