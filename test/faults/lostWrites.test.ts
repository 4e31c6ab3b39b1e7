/**
 * Simulates power cuts that lose writes on copies of the journal: the write-ahead log ends after every frame, inside of
 * frames, and with frames whose content was never written. Each time, the journal contains everything that the window
 * was notified of, and exactly the rows of a whole number of transactions.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox.ts'
import { control, type FaultInput } from '../support/control.ts'
import { systemClock } from '../../electron/base/clock.ts'
import { createJournal } from '../../electron/operations/journal/journal.ts'
import { openDurable } from '../../electron/storage/open.ts'
import type { Db } from '../../electron/storage/index.ts'
import { movableClock, openMoneyDesk, passTime } from './desk.ts'
import type { Notification } from './invariants.ts'
import { sizes } from './sizes.ts'
import { createTargets, endpoints, kinds, whereOf } from './targets.ts'
import { journalTables, onWrite, type Write } from './writes.ts'

const walHead = 32
const frameHead = 24

/** The rows of each table, in the order in which they were inserted. */
type Dump = Readonly<Record<string, readonly unknown[]>>
const dump = (db: Db): Dump =>
  Object.fromEntries(journalTables.map((table) => [table, db.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all()]))

const Transitions = z.array(z.object({ operation: z.string(), state: z.string() }))

interface Acknowledged extends Notification {
  /** Bytes of the log that were on the disk at the notification. */
  readonly synced: number
}

/** The files and the events of one run. */
interface Recording {
  /** The database file as the last checkpoint left it. */
  readonly file: Buffer
  /** The write-ahead log since then. */
  readonly wal: Buffer
  readonly acknowledged: readonly Acknowledged[]
  /** The inserted rows of each transaction since the log began. */
  readonly transactions: readonly (readonly Write[])[]
  readonly before: Dump
  readonly end: Dump
}

let sandbox: SandboxProcess
let folder: string
let recording: Recording

/**
 * Groups writes by transaction. One starts with an operation, an attempt, a duplicate, or a transition except INTENT.
 */
function grouped(writes: readonly Write[]): readonly (readonly Write[])[] {
  const groups: Write[][] = []
  for (const write of writes) {
    const continuesTransaction = write.table === 'purchases' || write.table === 'made' || write.state === 'INTENT'
    if (continuesTransaction) groups.at(-1)?.push(write)
    else groups.push([write])
  }
  return groups
}

async function record(): Promise<Recording> {
  const copyFolder = join(folder, 'run')
  const clock = movableClock()
  const acknowledged: Acknowledged[] = []
  const writes: Write[] = []
  const wal = join(copyFolder, 'journal.db-wal')
  let recorded = false
  const subjects = await createTargets(sandbox.info)
  const service = control(sandbox.info)
  const desk = await openMoneyDesk({
    info: sandbox.info,
    folder: copyFolder,
    clock,
    timer: clock.timer,
    onRow: ({ id, state }) => {
      if (recorded) acknowledged.push({ id, state, synced: statSync(wal).size })
    },
  })
  try {
    const { journal } = desk.storage
    await desk.submit(await subjects.next('register'))
    journal.pragma('wal_checkpoint(TRUNCATE)')
    const before = dump(journal)
    onWrite(journal, 'after', (write) => {
      writes.push(write)
      return false
    })
    recorded = true
    const faults: readonly (FaultInput['kind'] | null)[] = [null, 'dropAfter', 'dropBefore']
    for (const kind of kinds) {
      for (const fault of faults) {
        const one = await subjects.next(kind)
        if (fault !== null) await service.fault(endpoints[kind], fault, whereOf(one))
        await desk.submit(one)
      }
    }
    await passTime(desk, clock, 16_000)
    return {
      file: readFileSync(join(copyFolder, 'journal.db')),
      wal: readFileSync(wal),
      acknowledged,
      transactions: grouped(writes),
      before,
      end: dump(journal),
    }
  } finally {
    await desk.close()
  }
}

/** Returns the rows that the first transactions of the recording wrote. */
function dumpAfter(transactions: number): Dump {
  const { before, end } = recording
  const written = recording.transactions.slice(0, transactions).flat()
  return Object.fromEntries(
    journalTables.map((table) => [
      table,
      end[table]?.slice(0, (before[table]?.length ?? 0) + written.filter((write) => write.table === table).length) ??
        [],
    ]),
  )
}

const pageSize = (): number => recording.wal.readUInt32BE(8)
const frameSize = (): number => frameHead + pageSize()
const frames = (): number => Math.floor((recording.wal.length - walHead) / frameSize())
/** Counts the commits: the last frame of a transaction stores the number of pages of the file. */
const commitsWithin = (bytes: number): number =>
  Array.from({ length: Math.max(0, Math.floor((bytes - walHead) / frameSize())) }, (_, nth) =>
    recording.wal.readUInt32BE(walHead + nth * frameSize() + 4),
  ).filter((pages) => pages > 0).length

/** Opens the journal with a truncated log and returns its rows. */
function found(wal: Buffer): Dump {
  const copyFolder = mkdtempSync(join(folder, 'cut-'))
  try {
    writeFileSync(join(copyFolder, 'journal.db'), recording.file)
    writeFileSync(join(copyFolder, 'journal.db-wal'), wal)
    const db = openDurable(join(copyFolder, 'journal.db'))
    try {
      createJournal(db, systemClock)
      return dump(db)
    } finally {
      db.close()
    }
  } finally {
    rmSync(copyFolder, { recursive: true })
  }
}

function expectWhole(left: Buffer, whole: number, what: string): void {
  const now = found(left)
  expect(now, `${what}: the rows are those of whole transactions`).toEqual(dumpAfter(commitsWithin(whole)))
  const states = new Set(Transitions.parse(now['transitions']).map(({ operation, state }) => `${operation} ${state}`))
  const lost = recording.acknowledged
    .filter(({ synced }) => synced <= whole)
    .filter(({ id, state }) => !states.has(`${id} ${state}`))
  expect(lost, `${what}: transitions that were notified and are lost`).toEqual([])
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lost-'))
  sandbox = await startSandboxProcess({ customers: 40, seed: 14, variants: { monthlyRefunds: 10_000 } })
  recording = await record()
}, sizes.timeout)
afterAll(async () => {
  await sandbox.stop()
  rmSync(folder, { recursive: true })
})

const nth = (from: number): readonly number[] =>
  Array.from({ length: frames() + 1 - from }, (_, at) => at + from).filter((_, at) => at % sizes.lostEvery === 0)

describe('the journal after lost writes', () => {
  it('was recorded with every kind of write, and each transaction has its own frames', () => {
    expect(new Set(recording.transactions.flat().map(({ table }) => table))).toEqual(
      new Set(['operations', 'purchases', 'transitions', 'attempts', 'made', 'looks']),
    )
    process.stdout.write(
      `lost writes: ${String(recording.transactions.length)} transactions in ${String(frames())} frames, ` +
        `${String(nth(0).length)} of them cut in six ways\n`,
    )
    expect(commitsWithin(recording.wal.length)).toBe(recording.transactions.length)
    expect(recording.acknowledged.length).toBeGreaterThan(kinds.length * 3 * 3)
  })

  it('has everything that was notified when its log ends after a frame', () => {
    for (const frame of nth(0)) {
      const bytes = walHead + frame * frameSize()
      expectWhole(recording.wal.subarray(0, bytes), bytes, `${String(frame)} frames`)
    }
  })

  it.each<readonly [string, () => number]>([
    ['after its first byte', () => 1],
    ['within its head', () => frameHead - 4],
    ['in its middle', () => frameHead + pageSize() / 2],
    ['before its last byte', () => frameSize() - 1],
  ])('has everything that was notified when its log ends in a frame, %s', (_, more) => {
    for (const frame of nth(0)) {
      const bytes = walHead + frame * frameSize()
      expectWhole(recording.wal.subarray(0, bytes + more()), bytes, `${String(frame)} frames and a partial one`)
    }
  })

  it('has everything that was notified when the content of a frame was never written', () => {
    for (const frame of nth(0)) {
      const bytes = walHead + frame * frameSize()
      const left = Buffer.from(recording.wal)
      left.fill(0, bytes, Math.min(left.length, bytes + 4096))
      // The frames after the hole are present, but SQLite ignores them.
      if (bytes < left.length) expectWhole(left, bytes, `a hole after ${String(frame)} frames`)
    }
  })

  it('is recovered: no operation stays in flight, and none that may have been sent counts as not sent', async () => {
    for (const frame of nth(1).filter((_, at) => at % 4 === 0)) {
      const bytes = walHead + frame * frameSize()
      const copyFolder = mkdtempSync(join(folder, 'desk-'))
      writeFileSync(join(copyFolder, 'journal.db'), recording.file)
      writeFileSync(join(copyFolder, 'journal.db-wal'), recording.wal.subarray(0, bytes))
      const desk = await openMoneyDesk({ info: sandbox.info, folder: copyFolder })
      desk.operations.recover()
      const rows = await desk.listMany()
      expect(rows.filter(({ state }) => state === 'INTENT' || state === 'SENDING')).toEqual([])
      // A request is sent only after SENDING is on the disk, so only these operations may have been sent.
      const sent = new Set(
        recording.acknowledged
          .filter(({ state, synced }) => state === 'SENDING' && synced <= bytes)
          .map(({ id }) => id),
      )
      expect(rows.filter(({ id, state }) => sent.has(id) && (state === 'NOT_SENT' || state === 'REJECTED'))).toEqual([])
      const known = new Set(rows.map(({ id }) => id))
      expect(
        [...sent].filter((id) => !known.has(id)),
        'operations that may have been sent and are lost',
      ).toEqual([])
      await desk.close()
    }
  })
})
