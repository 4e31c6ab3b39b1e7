/** The version of the service, in whatever shape it comes (interface 9). */
import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../../../../electron/sandbox/index.ts'
import { control } from '../../../../support/control.ts'
import { clientOf, http, thrownBy } from '../support.ts'

const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html' }

it.each<[string, string | null, (response: ServerResponse) => void]>([
  [
    'an object that names it',
    '2.4.1',
    (response) => response.writeHead(200, json).end('{"version":"2.4.1","build":7}'),
  ],
  ['a number', '3', (response) => response.writeHead(200, json).end('3')],
  ['a text of JSON', 'v7', (response) => response.writeHead(200, json).end('"v7"')],
  [
    'an object of another form',
    '{"api":{"major":2}}',
    (response) => response.writeHead(200, json).end('{ "api": { "major": 2 } }'),
  ],
  [
    'plain text of several lines',
    'release 9 (stable)',
    (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('release 9\r\n\t(stable)\u0000\n'),
  ],
  ['text without end', 'x'.repeat(200), (response) => response.writeHead(200).end('x'.repeat(5000))],
  ['nothing', null, (response) => response.writeHead(200).end()],
  [
    'bytes',
    null,
    (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0x89, 0x50, 0x4e, 0x47])),
  ],
  ['a page', null, (response) => response.writeHead(200, html).end('<html>Welcome</html>')],
  ['a page with 404', null, (response) => response.writeHead(404, html).end('<html>No</html>')],
  ['another method', null, (response) => response.writeHead(405).end()],
  ['a token is wanted', null, (response) => response.writeHead(403).end('{active = false}')],
])('is read as %s', async (_name, version, answer) => {
  const asked: unknown[] = []
  const address = await http((request, response) => {
    asked.push([request.method, request.url, request.headers.authorization])
    answer(response)
  })
  expect(await clientOf(address).version()).toBe(version)
  expect(asked).toEqual([['GET', '/service/version', undefined]])
})

it('is not treated as missing if the service fails', async () => {
  const address = await http((_request, response) => response.writeHead(429, { 'retry-after': '60' }).end())
  expect(await thrownBy(clientOf(address).version())).toMatchObject({ code: 'rate_limited' })
})

it('is read from a service that has it and null from one that hasn’t', async () => {
  const sandbox = await startSandbox({ customers: 1 })
  onTestFinished(() => sandbox.close())
  const client = clientOf(sandbox.baseUrl, { segment: sandbox.segment })
  expect(await client.version()).toMatch(/sandbox/)
  await control(sandbox).setVariants({ optional: [] })
  expect(await client.version()).toBeNull()
})
