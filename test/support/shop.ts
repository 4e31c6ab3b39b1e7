/** A reseller service with one customer whose eSIM profiles are whatever a test wants: what no sandbox would sell. Loopback only. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Shop {
  readonly baseUrl: string
  readonly customerUid: string
  readonly close: () => Promise<void>
}

export const shopSegment = 'shop'
export const shopClient = { ESIM_DESK_CLIENT_ID: 'client', ESIM_DESK_CLIENT_SECRET: 'a-secret' }

export async function startShop(esims: readonly Readonly<Record<string, unknown>>[], customer: Readonly<Record<string, unknown>> = {}): Promise<Shop> {
  const customerUid = 'customer-1'
  const size = { sizeValue: 3, sizeUnit: 'GB' }
  const balance = { activatedAt: '2026-01-01T00:00:00Z', expiresAt: '2099-12-31T00:00:00Z', activationMode: 'NOW', name: 'Europe 3 GB', size, availableBalance: size, validitySize: 30, validityUnit: 'days' }
  const entry = {
    customer: { uid: customerUid, email: 'ada@example.org', ...customer },
    totalAvailableBalance: size,
    activatedItems: [{ uid: 'item-1', salesDate: '2026-01-01T00:00:00Z', balance }],
    relatedEsims: esims.map((esim, index) => ({ uid: `esim-${String(index)}`, iccid: `89480100000${String(index).padStart(8, '0')}`, imsi: null, state: 'RELEASED', active: true, lastSeen: null, activatedAt: null, ...esim })),
  }
  const answers: readonly (readonly [RegExp, unknown])[] = [
    [/\/reseller\/authenticate$/, { accessToken: 'token', expiresIn: 86_400, tokenType: 'Bearer', refreshToken: null, refreshExpiresIn: 0, idToken: null }],
    [/\/products\/inventory$/, { items: [] }],
    [/\/activations\/customers\/customer-1$/, entry],
    [/\/activations\/customers$/, [entry]],
  ]
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const found = answers.find(([pattern]) => pattern.test(path))
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found === undefined ? { message: 'not here' } : found[1]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a listening TCP server
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    customerUid,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
