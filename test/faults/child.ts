/**
 * A Node process with the operations module, for the tests that kill it. It submits one operation and kills itself at
 * the given point, like a power cut. A refund may be followed by the sale in its place. The point is in the
 * surroundings of the module, never inside of it. The notifications for the window are written to standard output, one
 * line of JSON each.
 */
import { writeSync } from 'node:fs'
import { DeskError } from '#shared/errors.ts'
import type { ServiceClient } from '../../electron/service/index.ts'
import type { ChildInput, KillPoint } from './killPoints.ts'
import { openMoneyDesk } from './desk.ts'
import { onWrite } from './writes.ts'

const input = JSON.parse(process.argv[2] ?? '') as ChildInput // written by the test that started this process
const { target, killAt, replacement } = input
let isSale = false
const reached = (point: ChildInput['killAt']): void => {
  if (point === killAt && isSale === (replacement?.killIn === 'sale')) process.kill(process.pid, 'SIGKILL')
}
const print = (line: unknown): void => void writeSync(1, `${JSON.stringify(line)}\n`)

function killable(client: ServiceClient): ServiceClient {
  return {
    ...client,
    prepareMoney: async (read) => {
      reached('intent written')
      await client.prepareMoney(read)
      reached('token at hand')
    },
    sendMoney: async (request) => {
      reached('attempt written')
      const evidence = await client.sendMoney(request)
      reached('answer in')
      return evidence
    },
  }
}

const inside: Readonly<Record<string, KillPoint>> = { INTENT: 'inside the intent', SENDING: 'inside SENDING' }

const desk = await openMoneyDesk({
  info: input.info,
  folder: input.folder,
  around: killable,
  approvals: {
    money: ({ refundUnseen }) =>
      refundUnseen && replacement?.answer === 'no'
        ? Promise.reject(new DeskError('not_approved', 'A person did not agree'))
        : Promise.resolve(),
  },
  onRow: ({ id, state }) => {
    print({ id, state })
    reached(state === 'SENDING' ? 'SENDING written' : 'outcome written')
  },
})
onWrite(desk.storage.journal, 'before', ({ table }) => {
  if (table === 'operations') reached('before the intent')
  return false
})
onWrite(desk.storage.journal, 'after', ({ table, state }) => {
  if (table === 'transitions') reached(inside[state ?? ''] ?? 'inside the outcome')
  return false
})
const refund = await desk.submit(target)
if (replacement !== undefined && refund.state === 'CONFIRMED') {
  reached('refund answered')
  /** As the dialog does, it waits for a read. */
  let found = refund
  while (found.state === 'CONFIRMED' && found.awaitsRead) {
    await desk.nextNotification()
    found = desk.rows.findLast(({ id }) => id === refund.id) ?? refund
  }
  reached('refund read')
  isSale = true
  if (!found.awaitsRead || replacement.goesOn) await desk.submit(replacement.sale).catch(() => undefined)
}
await desk.close()
