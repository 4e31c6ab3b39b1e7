/** Starts a sandbox in a separate process, which most tests use. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'
import type { SandboxInfo } from '../../electron/sandbox/index.ts'
import { programUrl } from './programs.ts'
import { projectNode } from './projectNode.ts'

const entry = fileURLToPath(programUrl('sandbox'))

export interface SandboxProcess {
  readonly info: SandboxInfo
  readonly pid: number
  /** Kills the process, as a crash would. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface SandboxProcessOptions {
  readonly customers: number
  readonly seed: number
  readonly port?: number
  readonly clientSecret?: string
  readonly hostName?: string
  readonly variants?: Readonly<Record<string, unknown>>
}

/** Rejects with the error output if the process ends before it is ready. */
export async function startSandboxProcess(options: SandboxProcessOptions): Promise<SandboxProcess> {
  const args = [
    entry,
    '--exit-with-parent',
    '--customers',
    String(options.customers),
    '--seed',
    String(options.seed),
    '--port',
    String(options.port ?? 0),
  ]
  if (options.clientSecret !== undefined) args.push('--client-secret', options.clientSecret)
  if (options.hostName !== undefined) args.push('--host-name', options.hostName)
  if (options.variants !== undefined) args.push('--variants', JSON.stringify(options.variants))
  const child = spawn(projectNode, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text))
  const first = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${String(code)}: ${errorOutput}`)))
    child.once('error', reject)
  })
  child.stdout.resume()
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
  }
  const { pid } = child
  if (pid === undefined) throw new Error('the sandbox has no process id')
  // The first line is the sandbox's own `SandboxInfo`.
  return { info: JSON.parse(first) as SandboxInfo, pid, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
