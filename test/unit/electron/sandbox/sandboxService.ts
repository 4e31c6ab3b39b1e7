/** A running sandbox and a simple client of it, for the tests of this folder. */
import { afterAll, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import { WireActivatedItem, WireCustomer, WireCustomerEntry, WireEsimProfile } from '#shared/wire/customer.ts'
import { WireInventoryAnswer, WireInventoryItem } from '#shared/wire/inventory.ts'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../../electron/sandbox/index.ts'
import { control, type Control } from '../../../support/control.ts'

export type Reply = {
  readonly status: number
  readonly type: string | null
  readonly text: string
  readonly json: unknown
  readonly headers: Headers
}

export type Service = {
  readonly info: Sandbox
  readonly control: Control
  readonly call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>
  readonly get: (path: string) => Promise<Reply>
  readonly post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>
  /** Gets a new token for the calls that follow. */
  readonly authenticate: () => Promise<void>
  readonly inventory: () => Promise<WireInventoryItem[]>
  readonly entry: (uid: string) => Promise<WireCustomerEntry>
}

export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

async function reply(response: Response): Promise<Reply> {
  const text = await response.text()
  const type = response.headers.get('content-type')
  return {
    status: response.status,
    type,
    text,
    json: type?.includes('json') === true && text !== '' ? JSON.parse(text) : undefined,
    headers: response.headers,
  }
}

export async function connect(info: Sandbox): Promise<Service> {
  let token = ''
  const call: Service['call'] = async (method, path, body, headers = {}) =>
    reply(
      await fetch(`${info.baseUrl}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
  const get = (path: string): Promise<Reply> => call('GET', path)
  const authenticate = async (): Promise<void> => {
    const answer = await call('POST', '/reseller/authenticate', undefined, {
      authorization: basic(info.clientId, info.clientSecret),
    })
    token = z.looseObject({ accessToken: z.string() }).parse(answer.json).accessToken
  }
  await authenticate()
  return {
    info,
    control: control(info),
    call,
    get,
    post: (path, body, headers) => call('POST', path, body, headers),
    authenticate,
    inventory: async () =>
      WireInventoryAnswer.parse((await get('/service/products/inventory')).json).items.map((item) =>
        WireInventoryItem.parse(item),
      ),
    entry: async (uid) => WireCustomerEntry.parse((await get(`/service/activations/customers/${uid}`)).json),
  }
}

/** Starts a sandbox for a test file or a `describe` block, and stops it at the end. */
export function useService(options: SandboxOptions = {}): () => Service {
  let service: Service | undefined
  beforeAll(async () => {
    service = await connect(await startSandbox({ customers: 300, seed: 7, ...options }))
  })
  afterAll(async () => service?.info.close())
  return () => {
    if (service === undefined) throw new Error('the sandbox has not started')
    return service
  }
}

export const order = (inventoryItemId: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  inventoryItemId,
  metatag: 'test-order',
  userIp: '203.0.113.7',
  userCountry: 'DE',
  ...more,
})

const Sale = z.looseObject({
  status: z.string(),
  activatedItem: WireActivatedItem,
  customer: WireCustomer,
  esimProfile: WireEsimProfile.nullable(),
})

/** Parses the response to an accepted purchase; fails for any other response. */
export function sale(answer: Reply): z.infer<typeof Sale> {
  expect([answer.status, answer.type]).toEqual([200, 'application/json'])
  return Sale.parse(answer.json)
}
