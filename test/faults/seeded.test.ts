/**
 * The proofs of money can fail: each bug that somebody could make in these sources is made in a copy of them, and the
 * proof that is for it says so. On the sources as they are, every proof holds.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { control } from '../support/control.ts'
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox.ts'
import { bugs } from './seeded/bugs.ts'
import { copySources } from './seeded/copy.ts'
import { proofs, type Ground, type ProofName } from './seeded/proofs.ts'
import { itemsOf, runProgram } from './seeded/run.ts'

const proofNames = Object.keys(proofs).filter((name): name is ProofName => name in proofs)
const itemsEach = 2

/** A sandbox and its items, for one program at a time: what was asked of it is counted. */
interface Lane {
  readonly sandbox: SandboxProcess
  readonly activatable: Ground['activatable'][number][]
  readonly refundable: Ground['refundable'][number][]
}

const lanes: Lane[] = []
const free: Lane[] = []
const waiting: ((lane: Lane) => void)[] = []

beforeAll(async () => {
  const variants = { refundPath: 'both', refundBody: 'json', activateBody: 'item', errorForm: 'problem', monthlyRefunds: 10_000 }
  for (const seed of [31, 32]) {
    const sandbox = await startSandboxProcess({ customers: 4000, seed, variants })
    const { activatable, refundable } = await control(sandbox.info).samples(itemsEach * (bugs.length + proofNames.length))
    lanes.push({ sandbox, activatable: itemsOf(activatable), refundable: itemsOf(refundable) })
  }
  free.push(...lanes)
})
afterAll(() => Promise.all(lanes.map(({ sandbox }) => sandbox.stop())))

async function withLane<T>(work: (lane: Lane) => Promise<T>): Promise<T> {
  const lane = free.pop() ?? (await new Promise<Lane>((resolve) => waiting.push(resolve)))
  try {
    return await work(lane)
  } finally {
    const next = waiting.shift()
    if (next === undefined) free.push(lane)
    else next(lane)
  }
}

const prove = (changes: Parameters<typeof copySources>[0], names: readonly ProofName[]) =>
  withLane(async ({ sandbox, activatable, refundable }) => {
    const folder = copySources(changes)
    try {
      const runs = names.map((proof, n) => ({
        proof,
        ground: { info: sandbox.info, folder: join(folder, `profile-${String(n)}`), activatable: activatable.splice(0, itemsEach), refundable: refundable.splice(0, itemsEach) },
      }))
      return await runProgram(folder, { runs })
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  })

describe.concurrent('the proofs of money', () => {
  it('hold on the sources as they are', async () => {
    expect(await prove([], proofNames)).toEqual(Object.fromEntries(proofNames.map((name) => [name, null])))
  })

  it.each(bugs)('catch: $name', async ({ changes, proof, says }) => {
    expect((await prove(changes, [proof]))[proof]).toMatch(says)
  })
})

describe('the bugs', () => {
  it('need every proof', () => {
    expect(new Set(bugs.map(({ proof }) => proof))).toEqual(new Set(proofNames))
  })

  it('are told when the sources have moved on from them', () => {
    expect(() => copySources([{ file: 'electron/operations/send.ts', from: 'a line that is gone', to: '' }])).toThrow(/0 times/)
  })
})
