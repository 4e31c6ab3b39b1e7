/**
 * Verifies that the proofs of money can fail: each possible bug is written into a copy of the sources, and its proof
 * must report it. On the unchanged sources, every proof holds.
 *
 * @module-tag slow
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox.ts'
import type { Bug } from './seeded/bug.ts'
import { bugs } from './seeded/bugs.ts'
import { copySources, seed } from './seeded/copy.ts'
import { remove } from './seeded/edits.ts'
import { proofs, type ProofName } from './seeded/proofs.ts'
import { runProgram, twoOfEach } from './seeded/run.ts'
import { createTargets, type TargetSource } from './targets.ts'

const proofNames = Object.keys(proofs).filter((name): name is ProofName => name in proofs)

/** A sandbox with its targets. It serves one program at a time, because its requests are counted. */
interface Worker {
  readonly sandbox: SandboxProcess
  readonly subjects: TargetSource
  /** Folder of the copied sources that the program runs. */
  readonly folder: string
}

const compileCache = mkdtempSync(join(tmpdir(), 'compile-cache-'))
const workers: Worker[] = []
const idle: Worker[] = []
const waiting: ((worker: Worker) => void)[] = []

beforeAll(async () => {
  const variants = {
    refundPath: 'both',
    refundAnswer: 'success',
    activateAnswer: 'item',
    errorForm: 'problem',
    monthlyRefunds: 10_000,
  }
  for (const number of [31, 32]) {
    const sandbox = await startSandboxProcess({ customers: 60, seed: number, variants })
    workers.push({ sandbox, subjects: await createTargets(sandbox.info), folder: copySources() })
  }
  idle.push(...workers)
})
afterAll(async () => {
  await Promise.all(workers.map(({ sandbox }) => sandbox.stop()))
  for (const folder of [compileCache, ...workers.map((worker) => worker.folder)])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function withWorker<T>(work: (worker: Worker) => Promise<T>): Promise<T> {
  const worker = idle.pop() ?? (await new Promise<Worker>((resolve) => waiting.push(resolve)))
  try {
    return await work(worker)
  } finally {
    const next = waiting.shift()
    if (next === undefined) idle.push(worker)
    else next(worker)
  }
}

const prove = (bug: Pick<Bug, 'name' | 'changes'>, names: readonly ProofName[]) =>
  withWorker(async ({ sandbox, subjects, folder }) => {
    const profiles = mkdtempSync(join(tmpdir(), 'profiles-'))
    const restoreSources = seed(folder, bug)
    try {
      const runs = []
      for (const [n, proof] of names.entries()) {
        runs.push({
          proof,
          ground: { info: sandbox.info, folder: join(profiles, String(n)), subjects: await twoOfEach(subjects) },
        })
      }
      return await runProgram(folder, { runs }, { compileCache })
    } finally {
      restoreSources()
      rmSync(profiles, { recursive: true, force: true, maxRetries: 5 })
    }
  })

describe.concurrent('the proofs of money', () => {
  it('hold on the unchanged sources', async () => {
    const silent = Object.fromEntries(proofNames.map((name) => [name, null]))
    expect(await prove({ name: 'none', changes: [] }, proofNames)).toEqual(silent)
  })

  it.each(bugs)('catch the bug: $name', async (bug) => {
    expect((await prove(bug, [bug.proof]))[bug.proof]).toMatch(bug.message)
  })
})

describe('the list of bugs', () => {
  it('needs every proof', () => {
    expect(new Set(bugs.map(({ proof }) => proof))).toEqual(new Set(proofNames))
  })

  it('throws for a bug that does not fit the sources any more, and changes nothing', () => {
    const missing = { file: 'operations/send/send.ts', find: '$client.sendTwice($order)' }
    const why = 'the pattern "$client.sendTwice($order)" matches 0 times instead of once'
    expect(() => seed('nowhere', { name: 'sent twice', changes: [remove(missing)] })).toThrow(
      `The bug "sent twice" does not fit electron/operations/send/send.ts: ${why}.`,
    )
  })
})
