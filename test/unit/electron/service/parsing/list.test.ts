/** Parts of a large list are taken one at a time, and the next one is parsed meanwhile. */
import { expect, test } from 'vitest'
import { findActivationCode } from '#shared/model/identifier.ts'
import { nameOf } from '#shared/model/indexedNames.ts'
import { prepareCustomer, readPrepared } from '#shared/model/preparedCustomer.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { keyedHash } from '../../../../../electron/base/keyedHash.ts'
import { createLargeList, type ListPart } from '../../../../../electron/service/parsing/list.ts'
import { parseHere, type ListParser } from '../../../../../electron/service/parsing/parser.ts'

const bytes = (text: string): Buffer => Buffer.from(text)
const entry = (uid: string): string => JSON.stringify({ customer: { uid } })

function begin(hashKey?: string) {
  let pushed = 0
  const parser: ListParser = {
    ...parseHere,
    open(spec) {
      const job = parseHere.open(spec)
      return { ...job, push: (part) => ((pushed += 1), job.push(part)) }
    },
  }
  const taken: ListPart<WireCustomerEntry>[] = []
  const taking: PromiseWithResolvers<void>[] = []
  const list = createLargeList(parser, { kind: 'customers', single: false, maxElements: 10, hashKey }, (part) => {
    taken.push(part)
    const one = Promise.withResolvers<void>()
    taking.push(one)
    return one.promise
  })
  return { list, body: list.open(), taken, taking, pushed: () => pushed }
}

const turns = async (): Promise<void> => {
  for (let n = 0; n < 20; n += 1) await Promise.resolve()
}

test('the next part is parsed while one is taken, and none after that', async () => {
  const { list, body, taken, taking, pushed } = begin()
  await body.take(bytes(`[${entry('a')},`))
  let isDone = false
  const second = body.take(bytes(`${entry('b')},${entry('c')}`)).then(() => (isDone = true))
  await turns()
  expect([pushed(), taken.length, isDone]).toEqual([2, 1, false])
  taking[0]?.resolve()
  await second
  expect(taken.map(({ read }) => read[0]?.customer.uid)).toEqual(['a', 'b'])
  let hasEnded = false
  const end = body
    .take(bytes(']'))
    .then(body.end)
    .then(() => (hasEnded = true))
  await turns()
  expect([taken.length, hasEnded]).toEqual([2, false])
  taking[1]?.resolve()
  await turns()
  expect([taken.length, hasEnded]).toEqual([3, false])
  taking[2]?.resolve()
  await turns()
  taking[3]?.resolve()
  await Promise.all([end, list.settled()])
  expect(taken).toHaveLength(4)
})

test('what the taker throws ends the reading with the next part', async () => {
  const { list, body, taking } = begin()
  await body.take(bytes(`[${entry('a')},`))
  taking[0]?.reject(new Error('full'))
  await expect(body.take(bytes(`${entry('b')}]`))).rejects.toThrow('full')
  await list.settled()
})

test('an ended reading has settled only when its last part is taken', async () => {
  const { list, body, taking } = begin()
  await body.take(bytes(`[${entry('a')},`))
  body.close()
  let isSettled = false
  const settled = list.settled().then(() => (isSettled = true))
  await turns()
  expect(isSettled).toBe(false)
  taking[0]?.resolve()
  await settled
})

test('customers come as the directory stores them, with their uids, if the caller names a key', async () => {
  const { body, taken } = begin('key')
  const code = 'LPA:1$smdp.example.com$ABC-DEF'
  const esim = { uid: 'e', iccid: '8944110068123456789', activationCode: code }
  const listed = { customer: { uid: 'a', email: 'Ann@x.example' }, relatedEsims: [esim], activatedItems: [] }
  await body.take(bytes(`[${JSON.stringify(listed)},{"customer":{}}]`))
  const [part] = taken
  expect(part).toMatchObject({ read: [], uids: ['a'], received: 2 })
  expect(part?.unreadable).toHaveLength(1)
  const [text = ''] = part?.texts ?? []
  const hash = keyedHash('key')
  const prepared = prepareCustomer(WireCustomerEntry.parse(listed), (plain) => hash('code', plain))
  expect(readPrepared(text)).toEqual(prepared)
  expect(prepared).toMatchObject({ uid: 'a', codes: [hash('code', findActivationCode(code) ?? '')] })
  expect(prepared.names).toContain(nameOf('email', 'ann@x.example'))
  expect(text).not.toContain('smdp.example.com')
})

test('nothing more is parsed once a part could not be taken', async () => {
  const { body, taking, pushed } = begin()
  await body.take(bytes(`[${entry('a')},`))
  taking[0]?.reject(new Error('The disk is full'))
  await turns()
  await expect(body.take(bytes(`${entry('b')},`))).rejects.toThrow('The disk is full')
  expect(pushed()).toBe(1)
})
