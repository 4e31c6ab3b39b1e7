/** The command line of the relay. */
import { parseArgs } from 'node:util'

export const usage = `npm run relay -- [--with-postgres [FOLDER]] [COMMAND]

Without a command it receives webhooks and serves desks, until Ctrl+C.

  addresses [KIND]          makes an address for every kind that has none and shows it once, and lists the others
  new-address KIND          makes another address for a kind; beside two it ends the older one, after asking
  answer KIND MODE [URL]    activationRequest or customerRegistration: notOurs, pass URL or stop
  off KIND, on KIND         does not store a kind, or stores it again
  kinds                     shows what happens to each kind, its addresses and when it was last received
  invite NAME               shows a code with which one desk connects, for 10 minutes
  devices                   lists the desks that are connected
  revoke DEVICE             ends the access of a desk, by the beginning of its id or by its name
  erase CUSTOMER            erases what is stored about a customer, by its uid, also at the desks
  unreadable                shows the latest bodies that could not be read
  count                     counts what is stored
  new-key                   after the key was lost: takes that of RELAY_KEY or RELAY_DATA, while no relay runs
  new-feed                  after a restored backup: makes every desk read from the beginning
  drill [--keep NAME]       backs up, restores into another database, tries it and removes it or keeps it as NAME

  --connection NAME         which connection the command is about (default: main)
  --yes                     ends an address without asking
  --with-postgres [FOLDER]  starts the installed PostgreSQL, on a temporary folder or on FOLDER
  --exit-with-parent        ends when the standard input does, for programs that start the relay

Variables: DATABASE_URL and others; docs/relay.md lists them.`

export class UsageError extends Error {}

interface Form {
  /** The most arguments that it takes. */
  readonly args: number
  /** Whether it is about one connection; the others are about all of them. */
  readonly ofConnection: boolean
}

const commands = {
  addresses: { args: 1, ofConnection: true },
  'new-address': { args: 1, ofConnection: true },
  answer: { args: 3, ofConnection: true },
  off: { args: 1, ofConnection: true },
  on: { args: 1, ofConnection: true },
  kinds: { args: 0, ofConnection: true },
  // A name may have several words.
  invite: { args: Infinity, ofConnection: true },
  devices: { args: 0, ofConnection: false },
  revoke: { args: Infinity, ofConnection: false },
  erase: { args: 1, ofConnection: false },
  unreadable: { args: 0, ofConnection: false },
  count: { args: 0, ofConnection: false },
  'new-key': { args: 0, ofConnection: false },
  'new-feed': { args: 0, ofConnection: false },
  drill: { args: 0, ofConnection: false },
} as const satisfies Readonly<Record<string, Form>>
type Command = keyof typeof commands

export interface CommandLine {
  readonly command: Command | null
  readonly args: readonly string[]
  readonly connection: string
  /** Whether its question is answered with yes. */
  readonly yes: boolean
  /** The folder, an empty text for a temporary one, or null for the server of DATABASE_URL. */
  readonly postgres: string | null
  /** The name of the database that a drill leaves, or null. */
  readonly keep: string | null
  readonly exitWithParent: boolean
  readonly help: boolean
}

function isCommand(text: string): text is Command {
  return Object.hasOwn(commands, text)
}

function checkForm(command: Command, args: readonly string[], connection: string | undefined): void {
  const form: Form = commands[command]
  const [extra] = args.slice(form.args)
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many for "${command}".`)
  if (connection !== undefined && !form.ofConnection)
    throw new UsageError(`"${command}" is about all connections and takes no --connection.`)
}

/** `--with-postgres` takes a folder only if a path follows. */
function takeFolder(args: readonly string[]): { readonly postgres: string | null; readonly rest: readonly string[] } {
  const at = args.findIndex((arg) => arg === '--with-postgres' || arg.startsWith('--with-postgres='))
  if (at === -1) return { postgres: null, rest: args }
  const [, given] = args[at]?.split('=') ?? []
  if (given !== undefined) return { postgres: given, rest: args.toSpliced(at, 1) }
  const next = args[at + 1]
  return next !== undefined && /[/\\.]/.test(next) && !next.startsWith('--')
    ? { postgres: next, rest: args.toSpliced(at, 2) }
    : { postgres: '', rest: args.toSpliced(at, 1) }
}

export function readCommandLine(args: readonly string[]): CommandLine {
  const { postgres, rest } = takeFolder(args)
  const options = {
    connection: { type: 'string' },
    keep: { type: 'string' },
    yes: { type: 'boolean', default: false },
    'exit-with-parent': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  } as const
  try {
    const { values, positionals } = parseArgs({ args: [...rest], options, allowPositionals: true })
    const [command, ...others] = positionals[0] === 'help' ? [] : positionals
    if (command !== undefined && !isCommand(command)) throw new UsageError(`There is no command "${command}".`)
    if (command !== undefined) checkForm(command, others, values.connection)
    return {
      command: command ?? null,
      args: others,
      connection: values.connection ?? 'main',
      yes: values.yes,
      postgres,
      keep: values.keep ?? null,
      exitWithParent: values['exit-with-parent'],
      help: values.help || positionals[0] === 'help',
    }
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(error instanceof Error ? error.message : 'Wrong options.')
  }
}
