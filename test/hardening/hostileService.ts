/**
 * A service on loopback whose responses are designed to exhaust the main process, and the limits that its tests check.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { expect, onTestFinished } from 'vitest'
import { createParser, type ListParser } from '../../electron/service/index.ts'
import { megabytes, type Measured } from '../support/measure.ts'
import { programUrl } from '../support/programs.ts'
import { listen } from '../unit/electron/service/support.ts'

/** The longest allowed stall of the event loop, in milliseconds of processor time. */
const maxStall = 200
const maxMemory = 600 * 1024 * 1024

export type Body = () => Iterable<string>
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Yields the same text again and again, up to a number of bytes. */
export function* repeated(head: string, text: string, tail: string, bytes: number): Generator<string> {
  yield head
  const block = text.repeat(Math.max(1, Math.floor(Math.min(bytes, 65_536) / text.length)))
  for (let sent = 0; sent < bytes; sent += block.length) yield block
  yield tail
}

/** Yields a JSON list of `count` elements between a head and a tail. */
export function* listOf(head: string, count: number, element: (at: number) => string, tail: string): Generator<string> {
  yield head
  for (let at = 0; at < count; at += 1) yield `${at === 0 ? '' : ','}${element(at)}`
  yield tail
}

export function send(response: ServerResponse, body: Body): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
  const compressed = Readable.from(body()).pipe(createGzip())
  // A client that stops reading closes the connection.
  compressed.on('error', () => undefined)
  response.on('close', () => compressed.destroy())
  compressed.pipe(response)
}

/** Starts the service and returns its address. Its token consists of `tokenBytes` letters. */
export async function hostileService(answer: RequestHandler, tokenBytes = 1): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    if (request.url !== '/reseller/authenticate') return answer(request, response)
    send(response, () => repeated('{"accessToken":"', 't', '","expiresIn":86400}', tokenBytes))
  })
  return `http://127.0.0.1:${String(await listen(server))}`
}

export function threadedParser(): ListParser {
  const parser = createParser(programUrl('parser'))
  onTestFinished(parser.close)
  return parser
}

/** Prints the measured values, and expects them to be within the limits. */
export function expectWithinLimits<T>(
  what: string,
  { longestStall, longestByClock, peakMemory, value }: Measured<T>,
): T {
  const stall =
    `longest stall ${String(Math.round(longestStall))} ms of processor time ` +
    `(${String(Math.round(longestByClock))} ms by the clock)`
  process.stdout.write(`${what}: ${stall}, memory ${String(megabytes(peakMemory))} MB\n`)
  expect(longestStall, 'longest stall').toBeLessThan(maxStall)
  expect(peakMemory).toBeLessThan(maxMemory)
  return value
}
