/**
 * Runs the given proofs on the sources of this copy and prints their messages as JSON, `null` for a proof that holds.
 */
import { ClaimBroken } from './claim.ts'
import { proofs, type ProofName } from './proofs.ts'
import type { TestEnvironment } from './scene.ts'

export interface ProgramInput {
  readonly runs: readonly { readonly proof: ProofName; readonly ground: TestEnvironment }[]
}

const { runs } = JSON.parse(process.argv[2] ?? '') as ProgramInput // written by the test that started this process
const results: Record<string, string | null> = {}
for (const { proof, ground } of runs) {
  results[proof] = await proofs[proof](ground).then(
    () => null,
    (thrown: unknown) => {
      if (thrown instanceof ClaimBroken) return thrown.message
      throw thrown
    },
  )
}
process.stdout.write(JSON.stringify(results))
