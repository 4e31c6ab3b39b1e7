/**
 * What the system was asked to do, in its order: the journal's writes are on the disk before the first byte of the request
 * leaves. A killed process can't show that, since what it wrote survives it; the calls themselves do.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { control } from '../support/control.ts'
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox.ts'
import { bugs } from './seeded/bugs.ts'
import { copySources } from './seeded/copy.ts'
import type { Ground } from './seeded/proofs.ts'
import { itemsOf, runProgram } from './seeded/run.ts'

const proof = 'durable before it is sent or shown'
const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0
let sandbox: SandboxProcess
let items: Pick<Ground, 'activatable' | 'refundable'>

beforeAll(async () => {
  sandbox = await startSandboxProcess({ customers: 600, seed: 17 })
  const { activatable, refundable } = await control(sandbox.info).samples(4)
  items = { activatable: itemsOf(activatable), refundable: itemsOf(refundable) }
})
afterAll(() => sandbox.stop())

/** The journal's writes and syncs from the customer's read to the activation's first byte: `w`, `s`. */
async function callsBeforeTheRequest(sources: string, take: number): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'trace-'))
  try {
    const file = join(scratch, 'calls')
    const ground = { info: sandbox.info, folder: join(scratch, 'profile'), activatable: items.activatable.slice(take), refundable: items.refundable.slice(take) }
    const tracer = ['strace', '-f', '-y', '-s', '100', '-e', 'trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg', '-o', file]
    expect(await runProgram(sources, { runs: [{ proof, ground }] }, tracer)).toEqual({ [proof]: null })
    const calls = readFileSync(file, 'utf8').split('\n')
    const request = calls.findIndex((call) => /"POST \/service\/activations\/activated-items\//.test(call))
    const read = calls.findLastIndex((call, at) => at < request && /"GET \/service\/activations\/customers\//.test(call))
    expect(read).toBeGreaterThan(-1)
    return calls
      .slice(read, request)
      .filter((call) => /journal\.db/.test(call))
      .map((call) => (/ f(data)?sync\(/.test(call) ? 's' : 'w'))
      .join('')
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

describe.runIf(canTrace)('the calls of a press', () => {
  it('write and sync intent, SENDING and the attempt, each for itself, before the request leaves', async () => {
    expect(await callsBeforeTheRequest(join(import.meta.dirname, '../..'), 0)).toMatch(/^(w+s+){3}$/)
  })

  it('do not with synchronous=OFF', async () => {
    const sources = copySources(bugs.find(({ name }) => name === 'synchronous=OFF')?.changes ?? [])
    try {
      expect(await callsBeforeTheRequest(sources, 1)).toMatch(/^w+$/)
    } finally {
      rmSync(sources, { recursive: true, force: true, maxRetries: 5 })
    }
  })
})
