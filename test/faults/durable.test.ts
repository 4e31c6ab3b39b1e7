/**
 * Traces the system calls in their order: the journal's writes are on the disk before the first byte of the request is
 * sent. Killing the process can't show that, because its writes survive it; the system calls do.
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

/** The traced submissions, with their money request and the last read before it. */
const submissions = [
  {
    kind: 'activate',
    proof: 'an operation is durable before it is sent or shown',
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

/** Returns the journal's writes (`w`) and syncs (`s`) between the last read and the first byte of the money request. */
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

describe.runIf(canTrace)('the system calls of a submission', () => {
  it.each(submissions)(
    'of $kind write and sync the intent, SENDING and the attempt separately before the request is sent',
    async (submission) => {
      expect(await callsBeforeTheRequest(join(import.meta.dirname, '../..'), submission)).toMatch(/^(w+s+){3}$/)
    },
  )

  it.each(submissions)('of $kind do not sync anything with synchronous=OFF', async (submission) => {
    const bug = bugs.find(({ name }) => name === 'synchronous=OFF')
    if (bug === undefined) throw new Error('There is no bug with this name')
    const sources = copySources()
    try {
      seed(sources, bug)
      expect(await callsBeforeTheRequest(sources, submission)).toMatch(/^w+$/)
    } finally {
      rmSync(sources, { recursive: true, force: true, maxRetries: 5 })
    }
  })
})
