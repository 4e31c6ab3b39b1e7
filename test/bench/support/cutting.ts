/**
 * Reads a list from a file by one method and prints milliseconds of processor time, because others use the machine
 * too. Only the method with schemas applies them. Arguments: method and file. Each method runs in a process of its own,
 * so that none inherits the garbage of another.
 */
import { once } from 'node:events'
import { createReadStream, readFileSync } from 'node:fs'
import { JSONParser } from '@streamparser/json'
import streamArray from 'stream-json/streamers/stream-array.js'
import { createElementReader } from '../../../electron/service/parsing/elementReader.ts'
import { ElementSplitter } from '../../../electron/service/parsing/elementSplitter.ts'
import { parseWhole } from '../../../electron/service/parsing/guessedEnds.ts'

const [method = '', file = ''] = process.argv.slice(2)
const chunks = () => createReadStream(file, { highWaterMark: 256 * 1024 })

async function cut(): Promise<number> {
  const splitter = new ElementSplitter('customers', parseWhole)
  let count = 0
  for await (const chunk of chunks()) {
    splitter.push(chunk as Buffer, ({ bytes, whole }) => {
      if (whole === undefined) JSON.parse(bytes?.toString('utf8') ?? 'null')
      count += 1
    })
  }
  splitter.end()
  return count
}

async function cutWithSchemas(): Promise<number> {
  const reader = createElementReader({ kind: 'customers', single: false, maxElements: Number.MAX_SAFE_INTEGER })
  let count = 0
  for await (const chunk of chunks()) count += reader.push(chunk as Buffer).received
  return count + reader.end().received
}

async function withStreamparser(): Promise<number> {
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false })
  let count = 0
  parser.onValue = () => void (count += 1)
  for await (const chunk of chunks()) parser.write(chunk as Buffer)
  return count
}

async function withStreamJson(): Promise<number> {
  let count = 0
  const elements = chunks().pipe(streamArray.withParserAsStream())
  elements.on('data', () => (count += 1))
  await once(elements, 'end')
  return count
}

function whole(): number {
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return Array.isArray(list) ? list.length : 0
}

const methods: Readonly<Record<string, () => number | Promise<number>>> = {
  cut,
  'cut with schemas': cutWithSchemas,
  'JSON.parse': whole,
  '@streamparser/json': withStreamparser,
  'stream-json': withStreamJson,
}
const before = process.cpuUsage()
const count = await methods[method]?.()
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ milliseconds: (user + system) / 1000, count }))
