/** The request for an access token at a real endpoint, and what it makes of the answers. */
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { requestMailToken } from '../../../../electron/app/mailToken.ts'
import { authority, certificate, privateKey } from '../../../support/certificates.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { desk } from '../connections/support.ts'
import { thrownBy } from '../service/support.ts'

interface Received {
  readonly url: string | undefined
  readonly type: string | undefined
  readonly body: string
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return (server.address() as AddressInfo).port // a TCP server's address has this form
}

async function endpoint(answer: (response: ServerResponse) => unknown, isTrusted = true) {
  const received: Received[] = []
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      received.push({ url: request.url, type: request.headers['content-type'], body })
      answer(response)
    })
  }
  const port = await listen(createHttpsServer({ key: privateKey, cert: certificate }, serve))
  const caFile = join(await temporaryFolder(), 'authority.pem')
  await writeFile(caFile, authority)
  const { connections } = await desk()
  const request = (clientSecret?: string) =>
    requestMailToken(connections, {
      renewal: { address: `https://localhost:${String(port)}/tenant/token`, clientId: 'desk & co' },
      refreshToken: 'refresh+token',
      clientSecret,
      caFile: isTrusted ? caFile : null,
    })
  return { request, received }
}

const json =
  (value: unknown, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

it('sends a form to the address, with the client secret where there is one', async () => {
  const { request, received } = await endpoint(json({ access_token: 'access', expires_in: 3599, token_type: 'Bearer' }))
  expect(await request()).toEqual({ accessToken: 'access', expiresIn: 3599, refreshToken: null })
  await request('client secret')
  const type = 'application/x-www-form-urlencoded'
  const form = 'grant_type=refresh_token&refresh_token=refresh%2Btoken&client_id=desk+%26+co'
  expect(received).toEqual([
    { url: '/tenant/token', type, body: form },
    { url: '/tenant/token', type, body: `${form}&client_secret=client+secret` },
  ])
})

it.each([
  ['a lifetime as text', { expires_in: '3599' }, { expiresIn: 3599 }],
  ['no lifetime', {}, { expiresIn: null }],
  ['a lifetime that is none', { expires_in: -5 }, { expiresIn: null }],
  ['another refresh token', { refresh_token: 'next' }, { refreshToken: 'next' }],
  ['the same refresh token', { refresh_token: 'refresh+token' }, { refreshToken: null }],
])('reads %s', async (_what, more, expected) => {
  const { request } = await endpoint(json({ access_token: 'access', ...more }))
  expect(await request()).toMatchObject({ accessToken: 'access', ...expected })
})

it.each([
  ['invalid_grant', json({ error: 'invalid_grant' }, 400), 'mail_token_refused'],
  ['a wrong client', json({ error: 'invalid_client' }, 401), 'mail_token_refused'],
  ['a failure', json({ error: 'server_error' }, 503), 'mail_token_unreachable'],
  ['too many requests', json({}, 429), 'mail_token_unreachable'],
  ['no token', json({ token_type: 'Bearer' }), 'mail_token_unreachable'],
  ['a page', (response: ServerResponse) => response.end('<html>Sign in'), 'mail_token_unreachable'],
  ['more than anybody needs', json({ access_token: 'a', more: 'x'.repeat(100_000) }), 'mail_token_unreachable'],
  ['half of it', (response: ServerResponse) => response.socket?.destroy(), 'mail_token_unreachable'],
] as const)('says of %s what it means, once, and without a secret', async (_what, answer, code) => {
  const { request, received } = await endpoint(answer)
  const thrown = await thrownBy(request('client secret'))
  expect(thrown).toMatchObject({ code })
  expect(JSON.stringify(thrown)).not.toMatch(/refresh.token|client.secret/)
  expect(received).toHaveLength(1)
})

it('follows no redirect', async () => {
  const elsewhere: string[] = []
  const port = await listen(createServer((request, response) => (elsewhere.push(request.url ?? ''), response.end())))
  const { request } = await endpoint((response) =>
    response.writeHead(307, { location: `http://localhost:${String(port)}/` }).end(),
  )
  expect(await thrownBy(request())).toMatchObject({ code: 'mail_token_unreachable' })
  expect(elsewhere).toEqual([])
})

it('sends nothing to an endpoint whose certificate is not trusted', async () => {
  const { request, received } = await endpoint(json({ access_token: 'access' }), false)
  expect(await thrownBy(request())).toMatchObject({ code: 'mail_token_unreachable' })
  expect(received).toEqual([])
})
