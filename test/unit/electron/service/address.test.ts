/** Addresses that requests go to: no identifier changes the path around it, and http stays on this machine. */
import { describe, expect, it } from 'vitest'
import type { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import { normalAddress } from '../../../../electron/service/index.ts'
import { clientOf, rawService, refund, thrownBy } from './support.ts'

/** Past the schema, as an identifier of another origin would be. */
const raw = <T extends string>(text: string): T => text as T
const found = (body: string): string => `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`

describe('an identifier', () => {
  it.each(['.', '..', '\ud800'])('%j is sent nowhere, not even with money', async (text) => {
    const { address, requests } = await rawService((socket) => void socket.write(found('{}')))
    const client = clientOf(address)
    expect(await thrownBy(client.customer(raw<CustomerUid>(text)))).toMatchObject({ code: 'invalid_input' })
    expect(await client.sendMoney(refund({ itemUid: raw<ItemUid>(text) }))).toMatchObject({ type: 'failure', written: false })
    expect(requests()).toEqual([])
  })

  it.each(['../x', '%2e%2e', 'a/b', 'a?b#c', 'a\\..\\b'])('%j stays one part of the path', async (text) => {
    const { address, requests } = await rawService((socket) => void socket.write(found('{}')))
    await clientOf(address).sendMoney(refund({ itemUid: raw<ItemUid>(text) }))
    expect(requests()[0]?.split(' ')[1]).toBe(`/activations/activated-items/${encodeURIComponent(text)}/refund`)
  })
})

it.each(['.', '..'])('the segment %s makes no client', (segment) => {
  expect(() => clientOf('http://127.0.0.1:9/base', { segment })).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

it.each(['http://localhost:1', 'http://127.8.9.10', 'http://[::1]:1', 'https://shop.localhost'])('%s is allowed', (address) => {
  expect(normalAddress(`${address}/`)).toBe(address)
})

it.each(['http://shop.localhost', 'http://localhost.', 'http://127.0.0.1.example', 'http://[::2]'])('%s would leave this machine unencrypted', (address) => {
  expect(() => normalAddress(address)).toThrow(expect.objectContaining({ code: 'address_not_allowed', details: { reason: 'not_https' } }))
})
