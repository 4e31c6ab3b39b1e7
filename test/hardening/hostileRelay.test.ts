/**
 * A relay on loopback whose answers are designed to exhaust the main process: in its feed, in its stream, and in every
 * other answer. The feed is followed as a desk does, in a process of its own, so that its memory is that of a desk's.
 */
import { fork } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { relayPaths } from '#shared/wire/relay.ts'
import { programUrl } from '../support/programs.ts'
import { projectNode } from '../support/projectNode.ts'
import { listen } from '../unit/electron/service/support.ts'
import { type Body, expectWithinLimits, repeated, send } from './hostileService.ts'
import { sizes } from './sizes.ts'

const megabyte = 1024 * 1024
const page = (records: string): string => `{"feed":"f","records":${records},"next":1,"more":false}`
/** A record whose details are all of no type that a detail has. */
const badDetails = (count: number): string =>
  JSON.stringify({
    type: 'event',
    seq: 1,
    at: 'now',
    id: 'a',
    details: Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${String(at)}`, []])),
  })
const event = (data: Body): Body =>
  function* inEvent() {
    yield 'data: '
    yield* data()
    yield '\n\n'
  }

const bodies: readonly (readonly [string, Body])[] = [
  [
    'nearly 16 MB of empty lists',
    () => repeated('{"feed":"f","records":[', '[],', '[]],"next":1,"more":false}', 15 * megabyte),
  ],
  ['a list of 16 MB', () => repeated('[', '[],', '[]]', 16 * megabyte)],
  [
    'empty lists just below the limit',
    () => repeated('{"feed":"f","records":[', '[],', '[]],"next":1,"more":false}', megabyte - 65_536 - 100),
  ],
  ['records with details of wrong types', () => [page(`[${badDetails(60_000)}]`)]],
  [
    'details of wrong types within the limits',
    () => [page(`[${Array.from({ length: 19 }, () => badDetails(2000)).join()}]`)],
  ],
  [
    'names that nobody knows',
    () => [
      `{"feed":"f",${Array.from({ length: 60_000 }, (_, at) => `"n${String(at)}":1,`).join('')}"records":[],"next":1,"more":false}`,
    ],
  ],
  ['lists in lists', () => repeated('{"records":', '[', '', megabyte - 100_000)],
  ['250 MB of one text', () => repeated('{"feed":"', 'x'.repeat(1024), '"}', sizes.hostileBytes)],
]

const Report = z.object({
  page: z.string(),
  stream: z.string(),
  longestStall: z.number(),
  longestByClock: z.number(),
  peakMemory: z.number(),
})

/**
 * Reads the feed and the stream of the relay in a process of its own, and expects that they block no other call for
 * 200 ms and leave the memory below 400 MB.
 */
async function followed(what: string, address: string): Promise<z.infer<typeof Report>> {
  const child = fork(new URL('hostileRelayDesk.ts', import.meta.url), [address, programUrl('parser').href], {
    execPath: projectNode,
    silent: true,
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (errors += part))
  onTestFinished(() => void child.kill('SIGKILL'))
  const measured = await new Promise<z.infer<typeof Report>>((resolve, reject) => {
    child.once('message', (message) => resolve(Report.parse(message)))
    child.once('exit', (code) => reject(new Error(`The desk has ended with ${String(code)}: ${errors}`)))
  })
  expectWithinLimits(what, { ...measured, value: null })
  expect(measured.peakMemory).toBeLessThan(400 * megabyte)
  return measured
}

async function hostileRelay(answers: (path: string, response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    answers(new URL(request.url ?? '', 'http://relay').pathname, response)
  })
  return `http://127.0.0.1:${String(await listen(server))}`
}

const signsIn = (path: string, response: ServerResponse): boolean => {
  const answer = {
    [relayPaths.challenges]: { challenge: 'c', expiresAt: 'soon' },
    [relayPaths.tokens]: { token: 'a token that is long enough', expiresAt: 'soon' },
  }[path]
  if (answer !== undefined) response.end(JSON.stringify(answer))
  return answer !== undefined
}

test.each(bodies)(
  'a feed and a stream of %s are refused, and another call is answered within 200 ms',
  async (what, body) => {
    const address = await hostileRelay((path, response) => {
      if (signsIn(path, response)) return
      if (path === relayPaths.status) response.end('{}')
      else send(response, path === relayPaths.stream ? event(body) : body)
    })
    const { page: feed, stream } = await followed(what, address)
    const expected = what.endsWith('within the limits') ? 'none' : 'not_a_relay'
    expect([feed, stream]).toEqual([expected, expect.stringMatching(new RegExp(`^(${expected}|too_large)$`))])
  },
  sizes.timeout,
)

test(
  'a stream of valid pages without an end leaves other calls their turn',
  async () => {
    const tick = `data: ${page('[]')}\n\n`.repeat(500)
    let asked = 0
    const address = await hostileRelay((path, response) => {
      if (signsIn(path, response)) return
      if (path === relayPaths.stream) send(response, () => repeated('', tick, 'data: {}\n\n', 16 * megabyte))
      else response.end((asked += 1) === 1 ? page('[]') : '{}')
    })
    expect(await followed('valid pages without an end', address)).toMatchObject({ stream: 'not_a_relay' })
  },
  sizes.timeout,
)
