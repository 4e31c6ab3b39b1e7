/**
 * The command line of both entries, parsed strictly: an unknown flag is an error, and flags that would put a live
 * service within reach of other programs are refused. The functions are pure, except `takeCredentials`, which removes
 * two variables, and the reading of the file that `--credentials-file` names.
 */
import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isLoopbackAddress } from '../base/loopbackHost.ts'
import { credentialVariables, takeVariables } from './secretVariables.mjs'

interface ServiceTarget {
  readonly address: string
  readonly segment: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface Flags {
  readonly host: 'electron' | 'chromium' | null
  readonly userData: string | null
  readonly headless: boolean
  readonly sandbox: boolean
  readonly sandboxCustomers: number | null
  readonly service: ServiceTarget | null
  /** The port; 0 chooses a free one, which the ready line names. */
  readonly debugPort: number | null
  readonly selfCheck: boolean
  readonly help: boolean
}

type ParsedFlags = { readonly ok: true; readonly flags: Flags } | { readonly ok: false; readonly problem: string }
type Credentials = { readonly clientId: string; readonly clientSecret: string }

export const usage = `Usage: npm run desk -- [flags]

  --host=electron|chromium   the program that shows the window (default: Electron where its binary is)
  --user-data=DIR            profile folder
  --headless                 no window on the screen (Chromium)
  --sandbox                  connect to the embedded sandbox
  --sandbox-customers=N      how many customers the sandbox has (default 2500)
  --service=URL              connect to a service; with --segment=NAME and credentials; loopback only
  --credentials-file=FILE    JSON with clientId and clientSecret, a file that nobody else may read;
                             otherwise from ESIM_DESK_CLIENT_ID and ESIM_DESK_CLIENT_SECRET
  --debug-port=N             tools attach there (on Chromium 0 takes a free one; not in the installed
                             program); the desk then connects to loopback only
  --self-check               start, print as JSON the security settings of the real window and whether it
                             renders PDF, exit
  --help                     this text
`

/** Removes both variables from the environment. Returns null if neither is set. */
export function takeCredentials(env: NodeJS.ProcessEnv): Partial<Credentials> | null {
  const { ESIM_DESK_CLIENT_ID: clientId, ESIM_DESK_CLIENT_SECRET: clientSecret } = takeVariables(
    env,
    credentialVariables,
  )
  if (clientId === undefined && clientSecret === undefined) return null
  return { ...(clientId !== undefined && { clientId }), ...(clientSecret !== undefined && { clientSecret }) }
}

export function parseFlags(args: readonly string[], credentials: Partial<Credentials> | null): ParsedFlags {
  try {
    return { ok: true, flags: readFlags(args, credentials) }
  } catch (error) {
    return {
      ok: false,
      problem: error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'The flags cannot be read',
    }
  }
}

function readFlags(args: readonly string[], credentials: Partial<Credentials> | null): Flags {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: false,
    options: {
      host: { type: 'string' },
      'user-data': { type: 'string' },
      headless: { type: 'boolean', default: false },
      sandbox: { type: 'boolean', default: false },
      'sandbox-customers': { type: 'string' },
      service: { type: 'string' },
      segment: { type: 'string' },
      'credentials-file': { type: 'string' },
      'debug-port': { type: 'string' },
      'self-check': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const sandboxCustomers = wholeNumber('--sandbox-customers', values['sandbox-customers'], 1_000_000)
  const file = values['credentials-file']
  if (file !== undefined && credentials !== null)
    throw new Error('--credentials-file and credentials in the environment exclude each other')
  const service = readService(
    values.service,
    values.segment,
    file === undefined ? credentials : readCredentialsFile(file),
  )
  if (values.sandbox && service !== null) throw new Error('--sandbox and --service exclude each other')
  if (sandboxCustomers !== null && !values.sandbox) throw new Error('--sandbox-customers belongs to --sandbox')
  if (values['user-data'] === '') throw new Error('--user-data needs a folder')
  return {
    host: readHost(values.host),
    userData: values['user-data'] ?? null,
    headless: values.headless,
    sandbox: values.sandbox,
    sandboxCustomers,
    service,
    debugPort: wholeNumber('--debug-port', values['debug-port'], 65_535),
    selfCheck: values['self-check'],
    help: values.help,
  }
}

function readHost(host: string | undefined): Flags['host'] {
  if (host === undefined) return null
  if (host === 'electron' || host === 'chromium') return host
  throw new Error('--host is electron or chromium')
}

function wholeNumber(name: string, text: string | undefined, max: number): number | null {
  if (text === undefined) return null
  const value = Number(text)
  if (!/^\d{1,7}$/.test(text) || value > max) throw new Error(`${name} is a whole number from 0 to ${String(max)}`)
  return value
}

function readService(
  address: string | undefined,
  segment: string | undefined,
  credentials: Partial<Credentials> | null,
): ServiceTarget | null {
  if (address === undefined) {
    if (segment !== undefined) throw new Error('--segment belongs to --service')
    if (credentials !== null)
      throw new Error(
        'Credentials, from a file or from ESIM_DESK_CLIENT_ID and ESIM_DESK_CLIENT_SECRET, belong to --service',
      )
    return null
  }
  if (!isLoopbackAddress(address))
    throw new Error('--service works only with a service on loopback (127.0.0.1, ::1 or localhost)')
  const { clientId, clientSecret } = credentials ?? {}
  if (segment === undefined || segment === '') throw new Error('--service also needs --segment=NAME')
  if (clientId === undefined || clientId === '' || clientSecret === undefined || clientSecret === '') {
    throw new Error(
      '--service needs clientId and clientSecret from --credentials-file, or ESIM_DESK_CLIENT_ID and ' +
        'ESIM_DESK_CLIENT_SECRET in the environment',
    )
  }
  return { address, segment, clientId, clientSecret }
}

/**
 * Reads the credentials. Only a file is checked for its mode, because nobody else can read a pipe. Windows has no such
 * mode.
 */
function readCredentialsFile(file: string): Partial<Credentials> {
  let text: string
  try {
    const stat = statSync(file)
    if (process.platform !== 'win32' && stat.isFile() && (stat.mode & 0o077) !== 0) throw new Error('mode')
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const isMode = error instanceof Error && error.message === 'mode'
    throw new Error(
      isMode
        ? `Others may read the file of --credentials-file: chmod 600 ${file}`
        : `The file of --credentials-file can't be read`,
      { cause: error },
    )
  }
  const { clientId, clientSecret } = readFields(text)
  return {
    ...(typeof clientId === 'string' && { clientId }),
    ...(typeof clientSecret === 'string' && { clientSecret }),
  }
}

/** Parses the text without the parser's own message, which would quote it. */
function readFields(text: string): { readonly clientId?: unknown; readonly clientSecret?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // The error below reports it.
  }
  throw new Error('The file of --credentials-file is not JSON with clientId and clientSecret')
}
