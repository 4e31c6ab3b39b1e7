/** Runs a script of the project to its end, and returns its output. */
import { spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { projectNode } from './projectNode.ts'

export interface ExitResult {
  /** The exit code, or null if a signal ended the script. */
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  /** Whether the standard input has ended, or stays open without any input. */
  readonly stdin?: 'ended' | 'open'
}

/** Runs a script with only `PATH`, `HOME` and `env` in its environment. It is killed at the end of the test. */
export async function runToEnd(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { stdin = 'ended' }: RunOptions = {},
): Promise<ExitResult> {
  const { PATH = '', HOME = '', XDG_STATE_HOME = '' } = process.env
  const child = spawn(projectNode, args, {
    env: { PATH, HOME, XDG_STATE_HOME, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  if (stdin === 'ended') child.stdin.end()
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out, err }
}
