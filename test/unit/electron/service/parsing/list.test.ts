/** Parts of a large list are taken one at a time, and the next one is parsed meanwhile. */
import { expect, test } from 'vitest'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { createLargeList, type ListPart } from '../../../../../electron/service/parsing/list.ts'
import { parseHere, type ListParser } from '../../../../../electron/service/parsing/parser.ts'

const bytes = (text: string): Buffer => Buffer.from(text)
const entry = (uid: string): string => JSON.stringify({ customer: { uid } })

function begin(asTexts: boolean) {
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
  const list = createLargeList(parser, { kind: 'customers', single: false, maxElements: 10, asTexts }, (part) => {
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
  const { list, body, taken, taking, pushed } = begin(false)
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
  const { list, body, taking } = begin(false)
  await body.take(bytes(`[${entry('a')},`))
  taking[0]?.reject(new Error('full'))
  await expect(body.take(bytes(`${entry('b')}]`))).rejects.toThrow('full')
  await list.settled()
})

test('an ended reading has settled only when its last part is taken', async () => {
  const { list, body, taking } = begin(false)
  await body.take(bytes(`[${entry('a')},`))
  body.close()
  let isSettled = false
  const settled = list.settled().then(() => (isSettled = true))
  await turns()
  expect(isSettled).toBe(false)
  taking[0]?.resolve()
  await settled
})

test('elements come as JSON of what was parsed, with their uids, if the caller wants texts', async () => {
  const { body, taken } = begin(true)
  await body.take(bytes(`[${entry('a')},{"customer":{}}]`))
  const [part] = taken
  expect(part).toMatchObject({ read: [], uids: ['a'], received: 2 })
  expect(part?.unreadable).toHaveLength(1)
  expect(part?.texts?.map((text): unknown => JSON.parse(text))).toEqual([
    WireCustomerEntry.parse({ customer: { uid: 'a' } }),
  ])
})

test('nothing more is parsed once a part could not be taken', async () => {
  const { body, taking, pushed } = begin(false)
  await body.take(bytes(`[${entry('a')},`))
  taking[0]?.reject(new Error('The disk is full'))
  await turns()
  await expect(body.take(bytes(`${entry('b')},`))).rejects.toThrow('The disk is full')
  expect(pushed()).toBe(1)
})
