/** What calls say about the service: online, unreachable, silent. */
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import type { Health } from '../../../../../electron/service/index.ts'
import { defaultLimits } from '../../../../../electron/service/http/exchange.ts'
import { jumpingClock } from '../../../../support/jumpingClock.ts'
import { clientOf, rawService, refund, thrownBy } from '../support.ts'

/** A service that answers each request so, or is silent until the client gives up. */
async function watched(meet: (socket: Socket, request: number) => void | 'silent') {
  const seen: Health[] = []
  let met = 0
  const { clock, exceed } = jumpingClock()
  const { address } = await rawService((socket) => {
    if (meet(socket, (met += 1)) === 'silent') exceed('headers')
  })
  const limits = { ...defaultLimits }
  const client = clientOf(address, { clock, limits, onHealth: (health) => seen.push(health) })
  await client.renewToken()
  return { client, limits, last: () => seen.at(-1) }
}
const inventory = '{"items":[]}'
const answered = (socket: Socket): void =>
  void socket.write(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${String(inventory.length)}\r\n\r\n${inventory}`,
  )

it('one read without an answer changes nothing, and the second in a row means that the service is unreachable', async () => {
  const { client, last } = await watched(() => 'silent')
  await thrownBy(client.inventory())
  expect(last()).toEqual({ state: 'online', problem: null })
  await thrownBy(client.inventory())
  expect(last()).toEqual({ state: 'offline', problem: 'service_timeout' })
})

it('a money request that is cut off before the answer counts like a read', async () => {
  const { client, last } = await watched((socket) => void socket.destroy())
  await client.sendMoney(refund())
  expect(last()).toEqual({ state: 'online', problem: null })
  await client.sendMoney(refund())
  expect(last()).toEqual({ state: 'offline', problem: 'service_cut_off' })
})

it('any answer between two reads without one starts the count again', async () => {
  const { client, last } = await watched((socket, request) => (request === 2 ? answered(socket) : 'silent'))
  await client.sendMoney(refund())
  await client.sendMoney(refund())
  await client.sendMoney(refund())
  expect(last()).toEqual({ state: 'online', problem: null })
})

it('two answers in a row that break off mean that the service can’t be used', async () => {
  const { client, last } = await watched((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{'))
  await client.sendMoney(refund())
  expect(last()).toEqual({ state: 'online', problem: null })
  await client.sendMoney(refund())
  expect(last()).toEqual({ state: 'offline', problem: 'service_cut_off' })
})

it('an answer that takes too long after its head counts as an answer', async () => {
  const { client, limits, last } = await watched(
    (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{'),
  )
  // Long beside the beginning of an answer that is there already.
  limits.total = 2000
  await client.sendMoney(refund())
  await client.sendMoney(refund())
  expect(last()).toEqual({ state: 'online', problem: null })
})

it('after calls that were cut off the next answer, and not a new token, shows that the service works', async () => {
  let cuts = true
  const { client, last } = await watched((socket) => void (cuts ? socket.destroy() : answered(socket)))
  await thrownBy(client.inventory())
  await client.renewToken()
  await thrownBy(client.inventory())
  expect(last()).toEqual({ state: 'offline', problem: 'service_cut_off' })
  await client.renewToken()
  expect(last()).toEqual({ state: 'offline', problem: 'service_cut_off' })
  cuts = false
  await client.inventory()
  expect(last()).toEqual({ state: 'online', problem: null })
})
