/**
 * A bare Node process around the operations room, for the tests that kill: it presses once and, at the point it was told,
 * ends itself as a power cut would. The point is in what surrounds the room, never in the room.
 */
import type { ServiceClient } from '../../electron/service/index.ts'
import { openMoneyDesk, type Address, type Subject } from './desk.ts'

export const deathPoints = ['before the intent', 'intent written', 'token at hand', 'sending written', 'answer in', 'outcome written', 'never'] as const
export type DeathPoint = (typeof deathPoints)[number]

export interface ChildOrder {
  readonly info: Address
  readonly folder: string
  readonly subject: Subject
  readonly die: DeathPoint
}

const order = JSON.parse(process.argv[2] ?? '') as ChildOrder // written by the test that started this process
const reached = (point: DeathPoint): void => {
  if (point === order.die) process.kill(process.pid, 'SIGKILL')
}

function mortal(client: ServiceClient): ServiceClient {
  return {
    ...client,
    prepareMoney: async (read) => {
      await client.prepareMoney(read)
      reached('token at hand')
    },
    sendMoney: async (request) => {
      const evidence = await client.sendMoney(request)
      reached('answer in')
      return evidence
    },
  }
}

let ids = 0
const desk = await openMoneyDesk({
  info: order.info,
  folder: order.folder,
  around: mortal,
  newId: () => {
    ids += 1
    if (ids === 2) reached('before the intent') // the first is the preview's
    return `id-${String(process.pid)}-${String(ids)}`
  },
  onRow: ({ state }) => {
    if (state === 'INTENT') reached('intent written')
    else if (state === 'SENDING') reached('sending written')
    else reached('outcome written')
  },
})
process.stdout.write('open\n')
const row = await desk.press(order.subject)
process.stdout.write(`${row.state}\n`)
await desk.close()
