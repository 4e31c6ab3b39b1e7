/** Addresses that requests go to: no identifier changes the path around it, and http stays on this machine. */
import { describe, expect, it } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { CountrySetId, CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import { normalAddress, type ServiceClient } from '../../../../../electron/service/index.ts'
import { clientOf, rawService, refund } from '../support.ts'

/** Past the schema, as an identifier of another origin would be. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each call has another kind of identifier
const raw = <T extends string>(text: string): T => text as T
/** Every request of the client that carries an identifier in its path, and where it goes to. */
const carriers: readonly {
  readonly what: string
  readonly ask: (client: ServiceClient, text: string) => Promise<unknown>
  readonly path: (part: string) => string
}[] = [
  {
    what: 'a customer',
    ask: (client, text) => client.customer(raw<CustomerUid>(text)),
    path: (part) => `/service/activations/customers/${part}`,
  },
  {
    what: 'the countries of a set',
    ask: (client, text) => client.countries(raw<CountrySetId>(text)),
    path: (part) => `/service/esim/countries/${part}`,
  },
  { what: 'a flag', ask: (client, text) => client.flag(text), path: (part) => `/service/esim/countries/${part}/flag` },
  {
    what: 'an activation',
    ask: (client, text) => client.sendMoney(refund({ kind: 'activate', itemUid: raw<ItemUid>(text) })),
    path: (part) => `/service/activations/activated-items/${part}/activate`,
  },
  {
    what: 'a refund',
    ask: (client, text) => client.sendMoney(refund({ itemUid: raw<ItemUid>(text) })),
    path: (part) => `/activations/activated-items/${part}/refund`,
  },
]
const found = (body: string): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`

describe('an identifier', () => {
  it.each(['.', '..', '\ud800'])('%j is never sent, not even with money', async (text) => {
    const { address, requests } = await rawService((socket) => void socket.write(found('{}')))
    const client = clientOf(address)
    for (const { what, ask } of carriers) {
      const outcome = await ask(client, text).catch((thrown: unknown) => thrown)
      expect(outcome, what).toSatisfy((seen: unknown) =>
        seen instanceof DeskError ? seen.code === 'invalid_input' : JSON.stringify(seen).includes('"written":false'),
      )
    }
    expect(requests()).toEqual([])
  })

  describe.each(carriers)('of $what', ({ ask, path }) => {
    it.each(['../x', '%2e%2e', 'a/b', 'a?b#c', 'a\\..\\b', 'a\r\nb', 'ü{uid}$&'])(
      '%j stays one part of the path',
      async (text) => {
        const { address, requests } = await rawService((socket) => void socket.write(found('{}')))
        await ask(clientOf(address), text).catch(() => undefined)
        expect(requests()[0]?.split(' ')[1]).toBe(path(encodeURIComponent(text)))
      },
    )
  })
})

it.each(['.', '..'])('a client with the segment %s is refused', (segment) => {
  expect(() => clientOf('http://127.0.0.1:9/base', { segment })).toThrow(
    expect.objectContaining({ code: 'invalid_input' }),
  )
})

it.each(['http://localhost:1', 'http://127.8.9.10', 'http://[::1]:1', 'https://shop.localhost'])(
  '%s is allowed',
  (address) => {
    expect(normalAddress(`${address}/`)).toBe(address)
  },
)

it.each(['http://shop.localhost', 'http://localhost.', 'http://127.0.0.1.example', 'http://[::2]'])(
  '%s would leave this machine unencrypted',
  (address) => {
    expect(() => normalAddress(address)).toThrow(
      expect.objectContaining({ code: 'address_not_allowed', details: { reason: 'not_https' } }),
    )
  },
)
