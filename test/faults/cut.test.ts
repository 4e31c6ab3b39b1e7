/**
 * The answer of a money request cut at every byte, and its request cut on the way: by a proxy of raw sockets between the
 * real client and the real service.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../electron/sandbox/index.ts'
import { control, type Control } from '../support/control.ts'
import { openMoneyDesk, type MoneyDesk, type Subject } from './desk.ts'
import { judge } from './judge.ts'

interface Cut {
  /** Bytes of the request that reach the service, and of the answer that come back; then the connection ends. */
  readonly request?: number
  readonly answer?: number
  readonly by: 'reset' | 'end'
}

const clients = new Set<Socket>()
let cut: Cut | null = null
let answered = 0
let folder: string
let sandbox: Sandbox
let service: Control
let proxy: Server
let desk: MoneyDesk
let subjects: Subject[]

function closeProxy(): Promise<void> {
  return new Promise((resolve) => {
    proxy.close(() => { resolve() })
    for (const client of clients) client.destroy()
  })
}

/** Forwards everything; a refund it cuts as `cut` says. */
function cuttingProxy(to: URL, port = 0): Promise<Server> {
  const server = createServer((client) => {
    clients.add(client.on('close', () => clients.delete(client)))
    const upstream = connect(Number(to.port), to.hostname)
    let mine: Cut | null = null
    let first = true
    let back = 0
    const end = (by: Cut['by']): void => {
      if (by === 'reset') client.resetAndDestroy()
      else client.end()
      upstream.destroy()
    }
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.on('error', () => client.destroy()).on('close', () => client.end())
    client.on('data', (bytes) => {
      if (first && /^POST \S*\/refund /.test(bytes.toString('latin1'))) {
        mine = cut
        answered = 0
      }
      first = false
      const most = mine?.request ?? Infinity
      upstream.write(bytes.subarray(0, Math.min(most, bytes.length)))
      if (mine !== null && bytes.length > most) end(mine.by)
    })
    upstream.on('data', (bytes) => {
      if (mine?.answer === undefined) {
        answered += bytes.length
        client.write(bytes)
        return
      }
      const rest = Math.max(0, mine.answer - back)
      back += bytes.length
      answered = back
      const { by } = mine
      if (bytes.length <= rest) client.write(bytes)
      else if (rest === 0) end(by)
      else client.write(bytes.subarray(0, rest), () => { end(by) })
    })
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cut-'))
  sandbox = await startSandbox({ customers: 4000, seed: 21, variants: { refundBody: 'json', monthlyRefunds: 10_000 } })
  service = control(sandbox)
  subjects = (await service.samples(400)).refundable.flatMap(({ uid, itemUid }) => (itemUid === null ? [] : [{ kind: 'refund' as const, customerUid: uid, itemUid }]))
  proxy = await cuttingProxy(new URL(sandbox.baseUrl))
  const { port } = proxy.address() as AddressInfo // a TCP server's
  desk = await openMoneyDesk({ info: { ...sandbox, baseUrl: `http://127.0.0.1:${String(port)}` }, folder })
})
afterAll(async () => {
  await desk.close()
  await closeProxy()
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

function next(): Subject {
  const subject = subjects.shift()
  if (subject === undefined) throw new Error('the sandbox has too few refundable items')
  return subject
}
const press = async (how: Cut | null) => {
  const { previewId } = await desk.preview(next())
  cut = how
  try {
    return await desk.run(previewId)
  } finally {
    cut = null
  }
}
const executions = async (id: string): Promise<number> => (await service.ledger()).filter(({ executed, idempotencyKey }) => executed && idempotencyKey === id).length

describe('an answer that is cut', () => {
  it('is CONFIRMED whole, and UNKNOWN at each byte before', async () => {
    expect(await press(null)).toMatchObject({ state: 'CONFIRMED' })
    const whole = answered
    expect(whole).toBeGreaterThan(100)
    for (let bytes = 0; bytes < whole; bytes += 1) {
      const row = await press({ answer: bytes, by: bytes % 2 === 0 ? 'reset' : 'end' })
      expect(row, `cut after ${String(bytes)} of ${String(whole)}`).toMatchObject({ state: 'UNKNOWN' })
      expect(await executions(row.id)).toBe(1)
    }
    expect(await press({ answer: whole, by: 'end' })).toMatchObject({ state: 'CONFIRMED' })
  })

  it('is cleared up by a look, without another request', async () => {
    for (const { id } of (await desk.list()).filter(({ state }) => state === 'UNKNOWN').slice(0, 10)) {
      expect(await desk.check(id)).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'state' })
      expect(await executions(id)).toBe(1)
    }
  })
})

describe('a request that is cut', () => {
  it.each([0, 1, 10, 40, 100])('after %i bytes is UNKNOWN and never sent again', async (bytes) => {
    for (const by of ['reset', 'end'] as const) {
      const row = await press({ request: bytes, by })
      expect(row).toMatchObject({ state: 'UNKNOWN' })
      expect(await executions(row.id)).toBe(0)
    }
  })
})

describe('a service that is not there', () => {
  it('is NOT_SENT, and the same press works when it is back', async () => {
    const subject = next()
    const { previewId } = await desk.preview(subject)
    const { port } = proxy.address() as AddressInfo // a TCP server's
    await closeProxy()
    expect(await desk.run(previewId)).toMatchObject({ state: 'NOT_SENT', reason: 'refused' })
    proxy = await cuttingProxy(new URL(sandbox.baseUrl), port)
    expect(await desk.press(subject)).toMatchObject({ state: 'CONFIRMED' })
  })
})

describe('over all of these', () => {
  it('the invariants hold', async () => {
    const rows = (await desk.operations.handlers.list({ limit: 500 }, { signal: AbortSignal.timeout(10_000) })).rows
    await judge(service, rows)
  })
})
