/** Starts the sandbox as `npm run sandbox` does, and reads what the system reports about its process. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const script = fileURLToPath(new URL('../../../build/sandbox.mjs', import.meta.url))
const Info = z.object({
  baseUrl: z.string(),
  segment: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  controlUrl: z.string(),
  controlToken: z.string(),
})

export interface RunningScript {
  readonly info: z.infer<typeof Info>
  /** Milliseconds from the launch of the script until it serves. */
  readonly ready: number
  /** Returns the processor time of the sandbox's own process in seconds. */
  readonly processorTime: () => number
  /** Returns its peak resident memory, in MB of 1024² bytes. */
  readonly peakMemory: () => number
  readonly stop: () => Promise<void>
}

/** Reads a file of a process under /proc. */

const procFile = (pid: number, file: string): string => readFileSync(`/proc/${String(pid)}/${file}`, 'utf8')

export async function runSandboxScript(args: readonly string[]): Promise<RunningScript> {
  const began = performance.now()
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const first = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    void exited.then(() => reject(new Error('the sandbox ended')))
  })
  const ready = performance.now() - began
  child.stdout.resume()
  const own = child.pid ?? 0
  const pid = Number(
    procFile(own, `task/${String(own)}/children`)
      .trim()
      .split(' ')[0],
  )
  return {
    info: Info.parse(JSON.parse(first)),
    ready,
    processorTime: () => {
      const [, fields = ''] = procFile(pid, 'stat').split(') ')
      const [user, system] = fields.split(' ').slice(11, 13)
      return (Number(user) + Number(system)) / 100
    },
    peakMemory: () => Number(/VmHWM:\s+(\d+)/.exec(procFile(pid, 'status'))?.[1]) / 1024,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
