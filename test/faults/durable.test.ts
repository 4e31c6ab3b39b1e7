/**
 * What the system was asked to do, in its order: the journal's writes are on the disk before the first byte of the request
 * leaves. A killed process can't show that, since what it wrote survives it; the calls themselves do.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox.ts'
import { bugs } from './seeded/bugs.ts'
import { copySources, seed } from './seeded/copy.ts'
import { runProgram, twoOfEach } from './seeded/run.ts'
import { createTargets, type TargetSource } from './targets.ts'

/** A press each, and what it reads last before it sends. */
const submissions = [
  {
    kind: 'activate',
    proof: 'durable before it is sent or shown',
    request: /"POST \/service\/activations\/activated-items\//,
    read: /"GET \/service\/activations\/customers\//,
  },
  {
    kind: 'top-up',
    proof: 'a purchase is durable before it is sent or shown',
    request: /"POST \/service\/activations\/top-up /,
    read: /"GET \/service\/(?:activations\/customers|products)\//,
  },
] as const
const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0
let sandbox: SandboxProcess
let subjects: TargetSource

beforeAll(async () => {
  sandbox = await startSandboxProcess({ customers: 60, seed: 17 })
  subjects = await createTargets(sandbox.info)
})
afterAll(() => sandbox.stop())

/** The journal's writes and syncs from the last read to the first byte of what moves money: `w`, `s`. */
async function callsBeforeTheRequest(sources: string, submission: (typeof submissions)[number]): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'trace-'))
  try {
    const file = join(scratch, 'calls')
    const ground = { info: sandbox.info, folder: join(scratch, 'profile'), subjects: await twoOfEach(subjects) }
    const tracer = [
      'strace',
      '-f',
      '-y',
      '-s',
      '100',
      '-e',
      'trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg',
      '-o',
      file,
    ]
    expect(await runProgram(sources, { runs: [{ proof: submission.proof, ground }] }, { tracer: tracer })).toEqual({
      [submission.proof]: null,
    })
    const calls = readFileSync(file, 'utf8').split('\n')
    const request = calls.findIndex((call) => submission.request.test(call))
    const read = calls.findLastIndex((call, at) => at < request && submission.read.test(call))
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
  it.each(submissions)(
    'of $kind write and sync intent, SENDING and the attempt, each for itself, before the request leaves',
    async (submission) => {
      expect(await callsBeforeTheRequest(join(import.meta.dirname, '../..'), submission)).toMatch(/^(w+s+){3}$/)
    },
  )

  it.each(submissions)('of $kind do not with synchronous=OFF', async (submission) => {
    const bug = bugs.find(({ name }) => name === 'synchronous=OFF')
    if (bug === undefined) throw new Error('There is no bug of this name')
    const sources = copySources()
    try {
      seed(sources, bug)
      expect(await callsBeforeTheRequest(sources, submission)).toMatch(/^w+$/)
    } finally {
      rmSync(sources, { recursive: true, force: true, maxRetries: 5 })
    }
  })
})
