/**
 * What is wrong with a certificate, or a proxy's way of signing in, has a code of its own, because each has another
 * remedy.
 */
import { createServer as createTlsServer } from 'node:tls'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../../electron/base/clock.ts'
import { createProxies } from '../../../../../electron/service/index.ts'
import { startSandbox, type Sandbox } from '../../../../../electron/sandbox/index.ts'
import { certificate, privateKey, authority } from '../../../../support/certificates.ts'
import { control } from '../../../../support/control.ts'
import { serviceAddress, serviceAuthority, startProxy } from '../../../../support/proxy.ts'
import { clientOf, listen, thrownBy } from '../support.ts'

describe('a certificate', () => {
  let sandbox: Sandbox
  beforeEach(async () => {
    sandbox = await startSandbox({ customers: 5, seed: 7 })
    return () => sandbox.close()
  })

  it.each([
    ['expired', 'tls_expired'],
    ['wrongHost', 'tls_wrong_host'],
  ] as const)('of a trusted authority that is %s is %s', async (kind, code) => {
    const { baseUrl, certificate: ca } = await control(sandbox).tls(kind)
    expect(await thrownBy(clientOf(baseUrl, { ca, segment: sandbox.segment }).renewToken())).toMatchObject({ code })
  })

  it('of an unknown authority is tls_untrusted', async () => {
    const { baseUrl } = await control(sandbox).tls('good')
    expect(await thrownBy(clientOf(baseUrl, { segment: sandbox.segment }).renewToken())).toMatchObject({
      code: 'tls_untrusted',
    })
  })
})

it('a service that offers only old versions of TLS is tls_protocol', async () => {
  const server = createTlsServer({
    cert: certificate,
    key: privateKey,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  server.on('tlsClientError', () => undefined)
  const port = await listen(server)
  expect(await thrownBy(clientOf(`https://localhost:${String(port)}`, { ca: authority }).renewToken())).toMatchObject({
    code: 'tls_protocol',
  })
})

describe('a proxy that asks for a sign-in', () => {
  const asks = (...schemes: readonly string[]) =>
    startProxy({
      to: 9,
      intercept: (socket) =>
        Boolean(
          socket.end(
            `HTTP/1.1 407 Proxy Authentication Required\r\n` +
              `${schemes.map((scheme) => `proxy-authenticate: ${scheme}\r\n`).join('')}content-length: 0\r\n\r\n`,
          ),
        ),
    })
  const through = (
    address: string,
    credentials: { readonly user: string; readonly password: string } | null = null,
  ) => {
    const proxy = { url: new URL(address), credentials }
    return clientOf(serviceAddress, {
      ca: serviceAuthority,
      proxies: createProxies(() => Promise.resolve([proxy]), systemClock),
    })
  }

  it.each([
    [['NTLM'], 'NTLM'],
    [['Negotiate', 'NTLM'], 'NTLM'],
    [['negotiate'], 'Negotiate'],
    [['Digest realm="x", nonce="y"'], 'Digest'],
  ])('by %j is named', async (schemes, scheme) => {
    const { address } = await asks(...schemes)
    expect(await thrownBy(through(address).renewToken())).toMatchObject({ code: 'proxy_scheme', details: { scheme } })
  })

  it.each([[['NTLM', 'Basic realm="x"']], [['Unheard-Of']], [[]]])(
    'by %j is asked for a user name and password',
    async (schemes) => {
      const { address } = await asks(...schemes)
      expect(await thrownBy(through(address).renewToken())).toMatchObject({ code: 'proxy_authentication' })
    },
  )

  it('by NTLM is not shown the credentials again', async () => {
    const { address, requests } = await asks('NTLM')
    const client = through(address, { user: 'agent', password: 'proxy-secret-1' })
    const seen = [await thrownBy(client.renewToken()), await thrownBy(client.renewToken())]
    expect(seen).toMatchObject([
      { code: 'proxy_scheme', details: { scheme: 'NTLM' } },
      { code: 'proxy_scheme', details: { scheme: 'NTLM' } },
    ])
    expect(requests).toHaveLength(1)
  })
})
