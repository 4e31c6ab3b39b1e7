/** The settings of the relay: variables of the environment, which containers set, with defaults for everything else. */
import { mkdirSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, resolve } from 'node:path'
import * as z from 'zod'
import { isThisMachine } from './answers/forward.ts'
import { codeOf } from './log.ts'
import { keyForm } from './secrets.ts'

const port = (fallback: number) => z.coerce.number().int().min(0).max(65535).default(fallback)
const days = (fallback: number) => z.coerce.number().int().min(1).max(3650).default(fallback)

/** Over plain HTTP, everything that the desks read could be read on the way. */
const isRelayAddress = ({ protocol, hostname, pathname }: URL): boolean =>
  pathname === '/' && (protocol === 'https:' || isThisMachine(hostname))

/** Names of networks that stand for their addresses. */
const networks = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Whether a text is the size of a network: a number of bits, or a mask of IPv4 like 255.0.0.0 (ones, then zeros). */
function isNetworkSize(text: string, maxBits: number): boolean {
  if (isIP(text) !== 4) return /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= maxBits
  const bits = text.split('.').map((part) => Number(part).toString(2).padStart(8, '0'))
  return maxBits === 32 && /^1+0*$/.test(bits.join(''))
}

/**
 * Whether a text is an address, a network like 10.0.0.0/8, or the name of some. The library that compares addresses
 * with it throws at any other text, and at a network of all addresses.
 */
function isProxy(text: string): boolean {
  const [address = '', size, ...others] = text.split('/')
  const version = isIP(address)
  const isNetwork = size === undefined || isNetworkSize(size, version === 4 ? 32 : 128)
  return networks.has(text) || (version !== 0 && isNetwork && others.length === 0)
}

const Variables = z.object({
  DATABASE_URL: z.string().regex(/^postgres(?:ql)?:\/\//),
  RELAY_HOST: z.string().min(1).default('127.0.0.1'),
  RELAY_PORT: port(8787),
  /** The origin under which the service and the desks reach the relay. */
  RELAY_ADDRESS: z
    .url({ protocol: /^https?$/ })
    .refine((address) => isRelayAddress(new URL(address)))
    .transform((address) => new URL(address).origin)
    .optional(),
  RELAY_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  RELAY_METRICS_PORT: port(8788),
  RELAY_DATA: z.string().min(1).default('relay-data'),
  RELAY_KEY: z.string().regex(keyForm).optional(),
  /** Addresses of proxies whose X-Forwarded-For is believed, separated by commas. */
  RELAY_TRUST_PROXY: z
    .string()
    .transform((text) => text.split(',').flatMap((entry) => entry.trim() || []))
    .refine((entries) => entries.every(isProxy))
    .default([]),
  RELAY_SPOOL_MEGABYTES: z.coerce.number().min(1).max(1_000_000).default(1024),
  RELAY_RATE: z.coerce.number().int().min(1).max(1_000_000).default(5000),
  RELAY_DATABASE_TIMEOUT_MS: z.coerce.number().int().min(50).max(60_000).default(1000),
  RELAY_KEEP_RECEIPTS_DAYS: days(14),
  RELAY_KEEP_LOG_DAYS: days(90),
  RELAY_KEEP_EVENTS_DAYS: days(730),
  /** Certificate authorities of the app's server, for passing calls through. */
  RELAY_APP_CA_FILE: z.string().optional(),
})

export interface RelaySettings {
  readonly databaseUrl: string
  readonly host: string
  readonly port: number
  readonly address: string | null
  readonly metricsHost: string
  readonly metricsPort: number
  readonly dataFolder: string
  /** 64 hexadecimal digits, or null for the key in the data folder. */
  readonly key: string | null
  readonly trustProxy: readonly string[]
  readonly spoolMegabytes: number
  /** The maximum number of webhooks a second for each address. */
  readonly rate: number
  /** After this time a write counts as failed, and webhooks go into the spool. */
  readonly databaseTimeoutMs: number
  readonly keepReceiptsDays: number
  readonly keepLogDays: number
  readonly keepEventsDays: number
  readonly appCaFile: string | null
}

const whole = 'a whole number'
/** The form of each variable that can be wrong, for a person. */
const forms: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://user:password@host/database',
  RELAY_ADDRESS: 'an https address without a path, like https://relay.example.org',
  RELAY_KEY: '64 hexadecimal digits',
  RELAY_TRUST_PROXY: 'IP addresses or networks, separated by commas, like 127.0.0.1,10.0.0.0/8',
  RELAY_PORT: 'a port from 0 to 65535',
  RELAY_METRICS_PORT: 'a port from 0 to 65535',
  RELAY_SPOOL_MEGABYTES: 'a number from 1 to 1000000',
  RELAY_RATE: `${whole} from 1 to 1000000`,
  RELAY_DATABASE_TIMEOUT_MS: `${whole} from 50 to 60000`,
  RELAY_KEEP_RECEIPTS_DAYS: `${whole} from 1 to 3650`,
  RELAY_KEEP_LOG_DAYS: `${whole} from 1 to 3650`,
  RELAY_KEEP_EVENTS_DAYS: `${whole} from 1 to 3650`,
}

/**
 * Whether a proxy has to be in front of the relay, which takes no TLS itself, and its `X-Forwarded-For` is not
 * believed: then all desks and everybody else have one network address.
 */
export const hasUntrustedProxy = ({ address, trustProxy }: Pick<RelaySettings, 'address' | 'trustProxy'>): boolean =>
  address !== null && address.startsWith('https:') && trustProxy.length === 0

/** Returns the names of variables that look like those of the relay and are none of them. */
export const unknownVariables = (environment: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.keys(environment).filter((name) => name.startsWith('RELAY_') && !Object.hasOwn(Variables.shape, name))

/** Removes the variables with secrets from the environment, so that PostgreSQL's programs do not inherit them. */
export function takeEnvironment(env: NodeJS.ProcessEnv): Readonly<Record<string, string | undefined>> {
  const all = { ...env }
  for (const name of ['DATABASE_URL', 'RELAY_KEY'] satisfies (keyof typeof Variables.shape)[])
    Reflect.deleteProperty(env, name)
  return all
}

/** Throws an error with a sentence for each variable that is missing or wrong. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): RelaySettings {
  // A compose file sets a variable that is not given to an empty text.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Variables.safeParse(given)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))]
    const sentences = names.map(
      (name) => `${name} is ${name in given ? 'wrong' : 'missing'}. Its form is: ${forms[name] ?? 'a text'}.`,
    )
    throw new Error(sentences.join(' '))
  }
  const { data } = parsed
  return {
    databaseUrl: data.DATABASE_URL,
    host: data.RELAY_HOST,
    port: data.RELAY_PORT,
    address: data.RELAY_ADDRESS ?? null,
    metricsHost: data.RELAY_METRICS_HOST,
    metricsPort: data.RELAY_METRICS_PORT,
    dataFolder: resolve(data.RELAY_DATA),
    key: data.RELAY_KEY ?? null,
    trustProxy: data.RELAY_TRUST_PROXY,
    spoolMegabytes: data.RELAY_SPOOL_MEGABYTES,
    rate: data.RELAY_RATE,
    databaseTimeoutMs: data.RELAY_DATABASE_TIMEOUT_MS,
    keepReceiptsDays: data.RELAY_KEEP_RECEIPTS_DAYS,
    keepLogDays: data.RELAY_KEEP_LOG_DAYS,
    keepEventsDays: data.RELAY_KEEP_EVENTS_DAYS,
    appCaFile: data.RELAY_APP_CA_FILE ?? null,
  }
}

/** Creates the data folder, private to its user. Throws an error for a person. */
export function claimDataFolder(folder: string): void {
  try {
    createFolder(folder)
  } catch (error) {
    throw new Error(`RELAY_DATA can't be used: ${folder} can't be made (${codeOf(error)}).`, { cause: error })
  }
}

/** Node's own option `recursive` never ends in a folder that can't have others, like /proc. */
function createFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return
  if (dirname(folder) !== folder) createFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another relay may have made it meanwhile.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}
