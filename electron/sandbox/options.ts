/** The options of a sandbox, their defaults, and the parser of its command line. */
import { parseArgs } from 'node:util'
import { lastInstant } from './clock.ts'
import type { VariantsInput } from './variants.ts'

export type SandboxOptions = {
  /** The port of the service; 0 selects a free one. `controlPort` works the same way. */
  readonly port?: number
  readonly controlPort?: number
  readonly customers?: number
  readonly seed?: number
  readonly segment?: string
  /** Host names by which clients may reach the service, in addition to those of loopback. */
  readonly hostNames?: readonly string[]
  readonly clientId?: string
  readonly clientSecret?: string
  readonly variants?: VariantsInput
  /** The initial time of the sandbox's clock, in epoch milliseconds. */
  readonly startAt?: number
  /** The initial credits, in units of the currency. */
  readonly credits?: number
  /** The time limit for receiving a whole request. */
  readonly requestTimeoutMs?: number
}

export const defaults = {
  port: 0,
  controlPort: 0,
  customers: 2500,
  seed: 1,
  segment: 'service',
  hostNames: [],
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
  credits: 5000,
  requestTimeoutMs: 60_000,
} as const

/** Path segments that the service uses itself. */
const reservedSegments: readonly string[] = ['reseller', 'esim', 'activations']
const maxCustomers = 4_000_000
const firstInstant = Date.UTC(1990, 0)

export class UsageError extends Error {}

export function checkSegment(segment: string): void {
  if (!/^[A-Za-z0-9._~-]{1,60}$/.test(segment))
    throw new UsageError('The segment is one part of a path: letters, digits, dots and dashes.')
  if (reservedSegments.includes(segment))
    throw new UsageError(`The segment can't be ${segment}: the service needs that path for itself.`)
}

function wholeNumber(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < min || value > max)
    throw new UsageError(`--${name} is a whole number from ${min} to ${max}.`)
  return value
}

export type CommandLine = { readonly options: SandboxOptions; readonly exitWithParent: boolean; readonly help: boolean }

export const usage = `Usage: npm run sandbox -- [--port N] [--customers N] [--seed S] [--segment NAME] [--variants JSON]
                         [--control-port N] [--credits N] [--start-at ISO-DATE] [--client-id ID] [--client-secret SECRET]
                         [--host-name NAME]... [--exit-with-parent]`

export function readCommandLine(args: readonly string[]): CommandLine {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  let values
  try {
    ;({ values } = parseArgs({
      args: [...args],
      options: {
        port: text,
        'control-port': text,
        customers: text,
        seed: text,
        segment: text,
        variants: text,
        credits: text,
        'start-at': text,
        'client-id': text,
        'client-secret': text,
        'host-name': { ...text, multiple: true },
        'exit-with-parent': flag,
        help: flag,
      },
    }))
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'Unknown option.')
  }
  const parsed = {
    port: wholeNumber('port', values.port, 0, 65_535),
    controlPort: wholeNumber('control-port', values['control-port'], 0, 65_535),
    customers: wholeNumber('customers', values.customers, 0, maxCustomers),
    seed: wholeNumber('seed', values.seed, -2_147_483_648, 4_294_967_295),
    credits: wholeNumber('credits', values.credits, 0, 1e9),
    segment: values.segment,
    hostNames: values['host-name']?.map((name) => name.toLowerCase()),
    clientId: values['client-id'],
    clientSecret: values['client-secret'],
    variants: parseVariants(values.variants),
    startAt: parseInstant(values['start-at']),
  }
  const options: SandboxOptions = Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined))
  if (options.segment !== undefined) checkSegment(options.segment)
  return { options, exitWithParent: values['exit-with-parent'] === true, help: values.help === true }
}

function parseVariants(text: string | undefined): VariantsInput | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // The error below covers invalid JSON, too.
  }
  throw new UsageError('--variants is a JSON object.')
}

function parseInstant(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (!(time >= firstInstant && time <= lastInstant))
    throw new UsageError('--start-at is an ISO 8601 date from 1990 to 9899.')
  return time
}
