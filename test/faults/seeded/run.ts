/** Runs the program of a copy, or of the sources themselves, in a separate process. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { OperationKind } from '#shared/model/operation/operation.ts'
import { projectNode } from '../../support/projectNode.ts'
import type { TargetSource } from '../targets.ts'
import type { ProgramInput } from './program.ts'
import type { ProofName } from './proofs.ts'
import type { TestEnvironment } from './scene.ts'

export type ProofResults = Readonly<Partial<Record<ProofName, string | null>>>

/** Returns two fresh targets of each kind. */
export async function twoOfEach(subjects: TargetSource): Promise<TestEnvironment['subjects']> {
  const two = async (kind: OperationKind) => [await subjects.next(kind), await subjects.next(kind)]
  return {
    register: await two('register'),
    'top-up': await two('top-up'),
    'top-up-with-profile': await two('top-up-with-profile'),
    activate: await two('activate'),
    refund: await two('refund'),
  }
}

/**
 * Resolves with the message of each proof, or `null` for a proof that holds. Rejects with the program's error output if
 * it fails. @param tracer a command, with its arguments, that runs the program @param compileCache folder of Node's
 * compile cache
 */
export function runProgram(
  folder: string,
  input: ProgramInput,
  { tracer = [], compileCache }: { readonly tracer?: readonly string[]; readonly compileCache?: string } = {},
): Promise<ProofResults> {
  const [command, ...args] = [
    ...tracer,
    projectNode,
    join(folder, 'test/faults/seeded/program.ts'),
    JSON.stringify(input),
  ]
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache }) },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(output.stdout) as ProofResults) // written by the program
      else reject(new Error(`the program ended with ${String(code)}: ${output.stderr}`))
    })
  })
}
