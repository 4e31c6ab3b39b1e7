/** A sandbox in a process of its own, from its source: what most tests speak to. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'
import type { SandboxInfo } from '../../electron/sandbox/index.ts'
import { projectNode } from './projectNode.ts'

const entry = fileURLToPath(new URL('../../electron/sandbox/main.ts', import.meta.url))

/** What Node compiles of the sources is kept: there are hundreds of processes, and it is half of what each start costs. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/esim-desk/tests', import.meta.url))

export interface SandboxProcess {
  readonly info: SandboxInfo
  readonly pid: number
  /** Ends it as a crash would: no good-bye. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface SandboxChoice {
  readonly customers: number
  readonly seed: number
  readonly port?: number
  readonly clientSecret?: string
  readonly hostName?: string
  readonly variants?: Readonly<Record<string, unknown>>
}

/** Rejects with what it printed when it ends before it is ready. */
export async function startSandboxProcess(choice: SandboxChoice): Promise<SandboxProcess> {
  const args = [
    entry,
    '--exit-with-parent',
    '--customers',
    String(choice.customers),
    '--seed',
    String(choice.seed),
    '--port',
    String(choice.port ?? 0),
  ]
  if (choice.clientSecret !== undefined) args.push('--client-secret', choice.clientSecret)
  if (choice.hostName !== undefined) args.push('--host-name', choice.hostName)
  if (choice.variants !== undefined) args.push('--variants', JSON.stringify(choice.variants))
  const child = spawn(projectNode, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const first = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${String(code)}: ${complaint}`)))
    child.once('error', reject)
  })
  child.stdout.resume()
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
  }
  const { pid } = child
  if (pid === undefined) throw new Error('the sandbox has no process id')
  return { info: JSON.parse(first) as SandboxInfo, pid, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') } // its own first line
}
