/** The first step of both entries, kept light: everything else is loaded after it. */
import { type Flags, parseFlags, takeCredentials, usage } from './flags.ts'

export const exitCodes = { problem: 1, usage: 2, alreadyRunning: 3 } as const
export const windowSize = { width: 1280, height: 800 } as const

/** Ends the process where the flags can't be obeyed or only help is asked for. */
export function readCommandLine(args: readonly string[], env: NodeJS.ProcessEnv, host: 'electron' | 'chromium'): Flags {
  const parsed = parseFlags(args, takeCredentials(env))
  if (!parsed.ok) return refuse(parsed.problem)
  const { flags } = parsed
  if (flags.help) {
    process.stdout.write(usage)
    process.exit(0)
  }
  if (flags.host !== null && flags.host !== host) return refuse(`This is the entry of --host=${host}`)
  if (host === 'electron' && (flags.headless || flags.debugPort !== null)) return refuse('--headless and --debug-port belong to --host=chromium')
  return flags
}

function refuse(problem: string): never {
  process.stderr.write(`${problem}.\n\n${usage}`)
  process.exit(exitCodes.usage)
}
