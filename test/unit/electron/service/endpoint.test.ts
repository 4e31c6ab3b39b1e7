/** Another address that a connection calls, such as its relay. */
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../../electron/base/clock.ts'
import { createEndpoint, type Endpoint, type LargeBody } from '../../../../electron/service/index.ts'
import { eventually } from '../../../support/eventually.ts'
import { http, log } from './support.ts'

function endpointOf(address: string, limits = { connect: 2000, headers: 300, total: 400 }): Endpoint {
  const endpoint = createEndpoint({ address, clock: systemClock, log, limits })
  onTestFinished(() => endpoint.close())
  return endpoint
}

function collector(take?: () => Promise<void>): { readonly body: () => LargeBody; readonly parts: string[] } {
  const parts: string[] = []
  return {
    parts,
    body: () => ({
      async take(bytes) {
        parts.push(Buffer.from(bytes).toString('utf8'))
        await take?.()
      },
      end: () => Promise.resolve(void parts.push('end')),
      close: () => void parts.push('closed'),
    }),
  }
}

const request = { what: 'the stream', path: '/stream', maxBytes: 10 }

test('a stream is received part by part as it arrives, longer and larger than any other answer', async () => {
  const responses: ServerResponse[] = []
  const address = await http((_request, response) => {
    response.writeHead(200)
    response.write('first part of it')
    responses.push(response)
  })
  const { body, parts } = collector()
  const ended = endpointOf(address).send({ ...request, stream: body })
  await eventually(() => expect(parts).toEqual(['first part of it']))
  // The whole time limit of other answers has passed.
  await new Promise((resolve) => setTimeout(resolve, 600))
  responses[0]?.end('second')
  expect(await ended).toMatchObject({ type: 'answer', status: 200, large: { problem: undefined } })
  expect(parts).toEqual(['first part of it', 'second', 'end', 'closed'])
})

test('a stream ends with its signal, with its receiver, and with the connection', async () => {
  let sockets = 0
  const address = await http((incoming, response) => {
    sockets += 1
    incoming.socket.once('close', () => (sockets -= 1))
    response.writeHead(200).write('part')
  })
  const endpoint = endpointOf(address)
  const stop = new AbortController()
  const first = collector()
  const aborted = endpoint.send({ ...request, stream: first.body, signal: stop.signal })
  await eventually(() => expect(first.parts).toEqual(['part']))
  stop.abort()
  expect(await aborted).toMatchObject({ type: 'failure', cause: 'aborted' })
  const failing = collector(() => Promise.reject(new Error('not taken')))
  expect(await endpoint.send({ ...request, stream: failing.body })).toMatchObject({
    type: 'answer',
    large: { problem: new Error('not taken') },
  })
  expect(failing.parts).toEqual(['part', 'closed'])
  const last = collector()
  const open = endpoint.send({ ...request, stream: last.body })
  await eventually(() => expect(last.parts).toEqual(['part']))
  await endpoint.close()
  expect(await open).toMatchObject({ type: 'failure', cause: 'aborted' })
  await eventually(() => expect(sockets).toBe(0))
})

test('a redirect is an answer and is not followed, and a request without retries is sent once', async () => {
  const asked: string[] = []
  const address = await http((incoming, response) => {
    asked.push(incoming.url ?? '')
    if (incoming.url === '/moved') response.writeHead(307, { location: '/elsewhere' }).end()
    else response.writeHead(503).end()
  })
  const endpoint = endpointOf(address, { connect: 2000, headers: 2000, total: 5000 })
  const once = { what: 'the call', maxBytes: 1000, maxRetries: 0 }
  expect(await endpoint.send({ ...once, path: '/moved' })).toMatchObject({ type: 'answer', status: 307 })
  expect(await endpoint.send({ ...once, method: 'POST', path: '/away', json: {} })).toMatchObject({ status: 503 })
  expect(asked).toEqual(['/moved', '/away'])
})

test('an address is https, or is on this machine', () => {
  for (const address of ['http://relay.example', 'ftp://relay.example', 'https://user:password@relay.example', 'relay'])
    expect(() => endpointOf(address)).toThrow('address is not allowed')
  expect(() => endpointOf('http://127.0.0.1:9')).not.toThrow()
})
