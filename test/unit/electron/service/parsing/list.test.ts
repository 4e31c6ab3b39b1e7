/** Parts of a large list are taken one at a time, and the next ones are read and parsed meanwhile. */
import { expect, test } from 'vitest'
import { findActivationCode } from '#shared/model/search/identifier.ts'
import { customerStorage } from '../../../../../electron/customers/directory/customerStorage.ts'
import { nameOf } from '../../../../../electron/customers/directory/indexedNames.ts'
import { prepareCustomer, readHead } from '../../../../../electron/customers/directory/preparedCustomer.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { keyedHash } from '../../../../../electron/base/keyedHash.ts'
import { unpacked } from '../../../../../electron/customers/directory/packedItems.ts'
import { createLargeList, type ListPart } from '../../../../../electron/service/parsing/list.ts'
import { createParserHere, type ListParser } from '../../../../../electron/service/parsing/parser.ts'

const parseHere = createParserHere(customerStorage)

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
  const list = createLargeList(parser, { kind: 'customers', single: false, maxElements: 20, hashKey }, (part) => {
    taken.push(part)
    const one = Promise.withResolvers<void>()
    taking.push(one)
    return one.promise
  })
  return { list, body: list.open(), taken, taking, pushed: () => pushed }
}

/** The part that is taken, those that wait, and the one that has been parsed. */
const mayWait = 7

const turns = async (): Promise<void> => {
  for (let n = 0; n < 20; n += 1) await Promise.resolve()
}

test('parts are parsed while one is taken, taken one at a time and in their order, and few of them wait', async () => {
  const { list, body, taken, taking, pushed } = begin()
  await body.take(bytes(`[${entry('u0')}`))
  for (let n = 1; n < mayWait; n += 1) await body.take(bytes(`,${entry(`u${n}`)}`))
  let isDone = false
  const next = body.take(bytes(`,${entry(`u${mayWait}`)}`)).then(() => (isDone = true))
  await turns()
  expect([pushed(), taken.length, isDone]).toEqual([mayWait + 1, 1, false])
  taking[0]?.resolve()
  await next
  await turns()
  expect(taken).toHaveLength(2)
  let hasEnded = false
  const end = body
    .take(bytes(']'))
    .then(body.end)
    .then(() => (hasEnded = true))
  for (let n = 1; taken.length > n; n += 1) {
    expect([taken.length, hasEnded]).toEqual([n + 1, false])
    taking[n]?.resolve()
    await turns()
  }
  await Promise.all([end, list.settled()])
  expect(taken.flatMap(({ read }) => read.map(({ customer }) => customer.uid))).toEqual(
    Array.from({ length: mayWait + 1 }, (_, n) => `u${n}`),
  )
})

test('what the taker throws ends the reading with the next part', async () => {
  const { list, body, taking } = begin()
  await body.take(bytes(`[${entry('a')},`))
  await turns()
  taking[0]?.reject(new Error('full'))
  await turns()
  await expect(body.take(bytes(`${entry('b')}]`))).rejects.toThrow('full')
  await list.settled()
})

test('an ended reading has settled only when its last part is taken', async () => {
  const { list, body, taking } = begin()
  // This part is still being parsed when the reading ends.
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
  await turns()
  const [part] = taken
  expect(part).toMatchObject({ read: [], uids: ['a'], received: 2 })
  expect(part?.unreadable).toHaveLength(1)
  if (part?.prepared === undefined) throw new Error('No customers have come')
  const hash = keyedHash('key')
  const prepared = prepareCustomer(WireCustomerEntry.parse(listed), (plain) => hash('code', plain))
  const [packed] = unpacked(part.prepared, 0, 1)
  expect({ ...readHead(packed?.head ?? ''), copy: packed?.body.toString() }).toEqual(prepared)
  expect(prepared).toMatchObject({
    uid: 'a',
    codes: [findActivationCode(code) ?? '', 'ABC-DEF'].map((one) => hash('code', one)),
  })
  expect(prepared.names).toContain(nameOf('email', 'ann@x.example'))
  expect(Buffer.from(part.prepared.bytes).toString()).not.toContain('smdp.example.com')
})

test('nothing more is parsed once a part could not be taken', async () => {
  const { body, taking, pushed } = begin()
  await body.take(bytes(`[${entry('a')},`))
  await turns()
  taking[0]?.reject(new Error('The disk is full'))
  await turns()
  await expect(body.take(bytes(`${entry('b')},`))).rejects.toThrow('The disk is full')
  expect(pushed()).toBe(1)
})

test('what the parser refuses ends the reading with the next part', async () => {
  const { body, pushed } = begin()
  await body.take(bytes('[1 2,'))
  await expect(body.take(bytes(entry('a')))).rejects.toThrow('not JSON')
  await expect(body.end()).rejects.toThrow('not JSON')
  expect(pushed()).toBe(2)
})

test('what is still parsed of an attempt that has ended is not taken in the next one', async () => {
  const { list, body, taken, taking } = begin()
  await body.take(bytes(`[${entry('old')},`))
  body.close()
  const next = list.open()
  await next.take(bytes(`[${entry('new')}]`))
  const end = next.end()
  await turns()
  taking.forEach(({ resolve }) => resolve())
  await turns()
  taking.forEach(({ resolve }) => resolve())
  await end
  expect(taken.flatMap(({ read }) => read.map(({ customer }) => customer.uid))).toEqual(['new'])
})

test('of an attempt that waited for its taker nothing is taken once the next one has begun', async () => {
  const { list, body, taken, taking } = begin()
  for (let n = 0; n <= mayWait; n += 1) {
    void body.take(bytes(`${n === 0 ? '[' : ','}${entry(`old${n}`)}`))
    await turns()
  }
  body.close()
  const next = list.open()
  const reading = next.take(bytes(`[${entry('new')},`)).then(() => next.take(bytes(`${entry('newer')}]`)))
  for (let n = 0; n < 3; n += 1) {
    taking[n]?.resolve()
    await turns()
  }
  await reading
  await turns()
  expect(taken.flatMap(({ read }) => read.map(({ customer }) => customer.uid))).toEqual(['new', 'newer'])
})
