/**
 * Measures how fast the local directory writes and finds customers, without service and window.
 * `node test/bench/directory.ts [customers]`, 20,000 by default; at 200,000 every search stays below 50 ms.
 * It prints processor time beside wall time, because wall time includes other work of the machine.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CustomerRow } from '#shared/model/views.ts'
import { directoryCalls } from '../../electron/customers/directory/calls.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { customer, esim, item } from '../unit/shared/model/customerSamples.ts'

const total = Number(process.argv[2] ?? 20_000)
const pageSize = 250
const now = Date.parse('2026-01-15T00:00:00Z')
const givenNames = [
  'sofia',
  'youssef',
  'mateo',
  'anna',
  'jürgen',
  'chloé',
  'yuki',
  'amara',
  'ivan',
  'grace',
  'omar',
  'lena',
]
const familyNames = [
  'taylor',
  'virtanen',
  'dubois',
  'müller',
  'tanaka',
  'moreau',
  'haddad',
  'kovacs',
  'silva',
  'okafor',
  'lee',
]
const hosts = ['mail.example', 'webmail.example', 'example.com', 'post.example', 'work.example']

const pick = (list: readonly string[], n: number): string => list[n % list.length] ?? ''
/** Hashes a number, always with the same result. */
const mix = (n: number): number => Math.imul(n ^ (n >>> 15), 0x2c1b3c6d) >>> 0
const hex = (n: number): string => mix(n).toString(16).padStart(8, '0')
const uid = (kind: number, n: number): string =>
  `${hex(n * 4 + kind)}-${hex(n + 7).slice(0, 4)}-4${hex(n + 11).slice(0, 3)}` +
  `-8${hex(n + 13).slice(0, 3)}-${hex(n + 17)}${hex(n + 19).slice(0, 4)}`

function person(n: number): WireCustomerEntry {
  const email = `${pick(givenNames, mix(n))}.${pick(familyNames, mix(n + 1))}${n % 3 === 0 ? n : ''}@${pick(hosts, mix(n + 2))}`
  const day = new Date(now - (mix(n) % 10_000) * 60_000).toISOString()
  const items = Array.from({ length: 1 + (n % 3) }, (_, at) =>
    item(uid(at, n * 3 + at), { metatag: `order-${mix(n * 3 + at)}`, salesDate: day }),
  )
  return customer(uid(3, n), email, {
    activatedItems: items,
    relatedEsims: [
      esim(`89${pick(['370025', '447715', '310410'], mix(n))}${String(mix(n + 5)).padStart(11, '0')}`, {
        uid: uid(2, n),
        imsi: `24007${String(mix(n + 6)).padStart(10, '0')}`,
      }),
    ],
  })
}

function queriesOf({ email, esims, uid: customerUid }: CustomerRow): readonly string[] {
  const typed = email ?? ''
  const iccid = esims[0]?.iccid ?? ''
  return [
    ...[1, 2, 3, 4, 6, 9].map((length) => typed.slice(0, length)),
    typed,
    typed.slice(3, 8),
    iccid,
    iccid.slice(0, 4),
    iccid.slice(0, 9),
    iccid.slice(-4),
    iccid.slice(-6),
    customerUid,
    customerUid.slice(0, 6),
  ]
}

const percentile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
const cpuNow = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const round = (milliseconds: number): string => (milliseconds / 1000).toFixed(1)

const folder = mkdtempSync(join(tmpdir(), 'esim-desk-bench-'))
const calls = directoryCalls()
try {
  calls.open({ kind: 'disk', file: join(folder, 'directory.db'), key: 'ab'.repeat(32) })
  calls.beginRun()
  let writeMs = 0
  let writeCpuMs = 0
  for (let from = 0; from < total; from += pageSize) {
    const entries = Array.from({ length: Math.min(pageSize, total - from) }, (_, n) => person(from + n))
    const [at, cpu] = [performance.now(), cpuNow()]
    await calls.put({ entries, unreadableUids: [], fetchedAt: now })
    writeMs += performance.now() - at
    writeCpuMs += cpuNow() - cpu
  }
  calls.endRun({
    startedAt: null,
    completedAt: null,
    problem: null,
    unreadable: [],
    unreadableCount: 0,
    unreadableParts: { customers: 0, packages: 0, esims: 0, fields: 0 },
  })
  console.log(`${total} customers written in ${round(writeMs)} s (${round(writeCpuMs)} s of processor time)`)

  const { rows } = calls.list({ limit: 200, now })
  const queries = [
    ...rows.flatMap(queriesOf),
    'com',
    '.com',
    'example',
    'a',
    'e',
    '@',
    '89',
    '8',
    'order',
    '-',
    'lee',
    'ex',
    'order-1',
    '0000',
    'zzzzz',
  ]
  const timed = queries.map((query) => {
    const [at, cpu] = [performance.now(), cpuNow()]
    calls.search({ query, limit: 50, now })
    return { query, took: performance.now() - at, cpu: cpuNow() - cpu }
  })
  const took = timed.map((one) => one.took).toSorted((one, other) => one - other)
  const cpu = timed.map((one) => one.cpu).toSorted((one, other) => one - other)
  console.log(
    `${queries.length} searches: p50 ${percentile(took, 0.5)} ms, p99 ${percentile(took, 0.99)} ms, ` +
      `worst ${percentile(took, 1)} ms ` +
      `(processor: p99 ${percentile(cpu, 0.99)} ms, worst ${percentile(cpu, 1)} ms)`,
  )
  for (const { query, cpu: spent } of timed.toSorted((one, other) => other.cpu - one.cpu).slice(0, 5))
    console.log(`  ${spent.toFixed(1)} ms  ${query}`)
} finally {
  calls.close()
  rmSync(folder, { recursive: true, force: true })
}
