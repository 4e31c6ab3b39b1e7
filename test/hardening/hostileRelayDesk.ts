/**
 * A desk's client of a relay in a process of its own. It reads the feed and the stream, and reports what became of
 * both, how long they blocked this process, and the peak of its memory.
 */
import { asDeskError } from '../../shared/errors.ts'
import { systemClock } from '../../electron/base/clock.ts'
import { createRelayClient } from '../../electron/events/relay/client.ts'
import { newDeviceKeys } from '../../electron/events/relay/keys.ts'
import { measure } from '../support/measure.ts'
import { createEndpoint, createParser } from '../../electron/service/index.ts'

const [, , address = '', parserProgram = ''] = process.argv
const hide = () => () => undefined
const log = { error: hide, warn: hide, info: hide, debug: hide, hide }
const client = createRelayClient({
  endpoint: createEndpoint({ address, clock: systemClock, log, parser: createParser(new URL(parserProgram)) }),
  address,
  device: 'd',
  privateKey: newDeviceKeys().privateKey,
  clock: systemClock,
  log,
})
const { signal } = new AbortController()
const from = { feed: null, after: 0 }
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (thrown: unknown) => asDeskError(thrown).code,
  )

// What is loaded and compiled with the first call is no part of the attack.
await codeOf(client.check(signal))
const { value, ...measured } = await measure(async () => ({
  page: await codeOf(client.page(from, 0, signal)),
  stream: await codeOf(client.stream(from, () => Promise.resolve(), signal)),
}))
process.send?.({ ...value, ...measured }, () => process.exit(0))
