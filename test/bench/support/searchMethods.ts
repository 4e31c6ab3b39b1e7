/**
 * Searches a list by one method, and prints milliseconds and the uids that each query found, at most a page of them.
 * Arguments: method, number of customers, number of queries. Each method runs in a process of its own, so that none has
 * the memory of another. The texts of all methods are folded as the desk folds them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Index } from 'flexsearch'
import MiniSearch from 'minisearch'
import { comparable, minLastDigits, namesOf, understandSearch, type SearchName } from '#shared/model/search/search.ts'
import { lastSoldOf } from '#shared/model/customer/customerList.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { startDirectory } from '../../../electron/customers/directory/directory.ts'
import { listedCustomer } from './customerBody.ts'
import { queryOf } from './searchMix.ts'

const page = 50
const [method = '', customers = '', queries = ''] = process.argv.slice(2)
const total = Number(customers)

type Search = (query: string) => readonly string[] | Promise<readonly string[]>
interface Method {
  readonly search: Search
  readonly close?: () => Promise<void>
}

/** A customer with the texts by which it is found. */
interface Person {
  readonly uid: string
  readonly sold: number
  readonly texts: readonly string[]
  readonly uids: readonly string[]
  readonly numbers: readonly string[]
}

function personOf(n: number): Person {
  const entry = WireCustomerEntry.parse(listedCustomer(n, 0))
  const names = namesOf(entry)
  const valuesOf = (...fields: readonly SearchName['field'][]): string[] =>
    names.filter(({ field }) => fields.includes(field)).map(comparable)
  return {
    uid: entry.customer.uid,
    sold: lastSoldOf(entry) ?? 0,
    texts: valuesOf('email', 'metatag'),
    uids: valuesOf('customerUid', 'itemUid'),
    numbers: valuesOf('iccid', 'imsi'),
  }
}

/** The most recent sale comes first, as in the desk's list. */
const people = (): readonly Person[] =>
  Array.from({ length: total }, (_, n) => personOf(n)).sort((one, other) => other.sold - one.sold)

/** The search finds texts anywhere, uids at their beginning, and numbers there or by their last digits. */
function test(query: string): (person: Person) => boolean {
  const { text, compact } = understandSearch(query)
  const isNumber = (value: string): boolean =>
    value.startsWith(compact) || (compact.length >= minLastDigits && value.endsWith(compact))
  return ({ texts, uids, numbers }) =>
    texts.some((value) => value.includes(text)) ||
    uids.some((value) => value.startsWith(text)) ||
    (compact !== '' && numbers.some(isNumber))
}

/** Reads all matches, however many there are: the measure of the other methods. */
function filterAll(): Method {
  const list = people()
  return { search: (query) => list.filter(test(query)).map(({ uid }) => uid) }
}

/** Stops when the page is full. */
function filter(): Method {
  const list = people()
  return {
    search(query) {
      const matches = test(query)
      const found: string[] = []
      for (const person of list) {
        if (found.length === page) break
        if (matches(person)) found.push(person.uid)
      }
      return found
    },
  }
}

function packedText(): Method {
  const list = people()
  const starts = new Uint32Array(list.length + 1)
  const parts: Buffer[] = []
  for (const [at, { texts, uids, numbers }] of list.entries()) {
    const part = Buffer.from(`${[...texts, ...uids, ...numbers].join('\n')}\n`)
    parts.push(part)
    starts[at + 1] = (starts[at] ?? 0) + part.length
  }
  const packed = Buffer.concat(parts)
  /** Returns the last customer who begins at this position or before it. */
  const customerAt = (position: number): number => {
    let [low, high] = [0, list.length]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if ((starts[middle] ?? 0) <= position) low = middle
      else high = middle
    }
    return low
  }
  return {
    search(query) {
      const needle = Buffer.from(understandSearch(query).text)
      const matches = test(query)
      const found: string[] = []
      let at = packed.indexOf(needle)
      while (at !== -1 && found.length < page) {
        const customer = customerAt(at)
        const person = list[customer]
        if (person !== undefined && matches(person)) found.push(person.uid)
        at = packed.indexOf(needle, starts[customer + 1] ?? packed.length)
      }
      return found
    },
  }
}

const termsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((term) => term !== '')

function miniSearch(): Method {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'], tokenize: termsOf })
  const list = people()
  index.addAll(list.map(({ texts, uids, numbers }, id) => ({ id, text: [...texts, ...uids, ...numbers].join(' ') })))
  return {
    search: (query) =>
      index
        .search(understandSearch(query).text, { prefix: true, combineWith: 'AND' })
        .slice(0, page)
        .flatMap(({ id }) => list[Number(id)]?.uid ?? []),
  }
}

function flexSearch(): Method {
  // An index of every part of every text does not fit into memory, so this is one of beginnings.
  const index = new Index({ tokenize: 'forward', resolution: 1, encode: termsOf, keystore: 8 })
  const list = people()
  for (const [id, { texts, uids, numbers }] of list.entries()) index.add(id, [...texts, ...uids, ...numbers].join(' '))
  return {
    search: (query) =>
      index.search(understandSearch(query).text, { limit: page }).flatMap((id) => list[Number(id)]?.uid ?? []),
  }
}

/** The desk searches as after a first sync that has ended. */
async function desk(): Promise<Method> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-desk-bench-'))
  const directory = await startDirectory({
    workerUrl: new URL('../../../electron/customers/worker.ts', import.meta.url),
    location: { kind: 'session', file: join(folder, 'directory.db'), key: 'ab'.repeat(32) },
    onFailure: () => console.error('The worker ended'),
  })
  await directory.call((remote) => remote.beginRun())
  for (let from = 0; from < total; from += 200) {
    const entries = Array.from({ length: Math.min(200, total - from) }, (_, n) =>
      WireCustomerEntry.parse(listedCustomer(from + n, 0)),
    )
    await directory.call((remote) =>
      remote.put({ entries, unreadableUids: [], askedAt: Date.now(), fetchedAt: Date.now() }),
    )
  }
  await directory.call((remote) => remote.removeUnseen())
  while (await directory.call((remote) => remote.completeSome(0)));
  return {
    async search(query) {
      const { rows } = await directory.call((remote) => remote.search({ query, limit: page, now: Date.now() }))
      return rows.map(({ uid }) => uid)
    },
    async close() {
      await directory.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const methods: Readonly<Record<string, () => Method | Promise<Method>>> = {
  'all matches': filterAll,
  filter,
  'packed text': packedText,
  MiniSearch: miniSearch,
  FlexSearch: flexSearch,
  desk,
}

const wanted = await methods[method]?.()
if (wanted === undefined) throw new Error(`There is no method ${method}`)
// The first queries of a process are slower by far.
for (let n = 0; n < 40; n += 1) await wanted.search(queryOf(1_000_000 + n, total))
const answers: { readonly milliseconds: number; readonly uids: readonly string[] }[] = []
for (let n = 0; n < Number(queries); n += 1) {
  const query = queryOf(n, total)
  const began = performance.now()
  const uids = await wanted.search(query)
  answers.push({ milliseconds: performance.now() - began, uids })
}
await wanted.close?.()
process.stdout.write(JSON.stringify(answers))
