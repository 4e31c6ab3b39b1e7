/** Starts the sandbox as a separate process and waits until it serves. Nothing else in the desk reaches the sandbox. */
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import type { Host } from '../host/host.ts'
import type { SandboxProcess, StartSandboxProcess } from './types.ts'

const Ready = z.object({
  baseUrl: z.url(),
  segment: z.string().min(1),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  controlUrl: z.url(),
  controlToken: z.string().min(1),
})

interface SandboxStarterOptions {
  readonly host: Pick<Host, 'fork'>
  /** The built entry file of the sandbox. */
  readonly entry: URL
  /** Milliseconds until the sandbox must be ready. */
  readonly timeoutMs?: number
}

const stopTimeoutMs = 5000
const unavailable = (reason: string): DeskError =>
  new DeskError('sandbox_unavailable', `The sandbox is not available: ${reason}`, { reason })

export function createSandboxStarter({ host, entry, timeoutMs = 30_000 }: SandboxStarterOptions): StartSandboxProcess {
  return ({ customers }) =>
    new Promise<SandboxProcess>((resolve, reject) => {
      const child = host.fork({
        entry,
        name: 'eSIM Desk sandbox',
        args: customers === undefined ? [] : ['--customers', String(customers)],
      })
      const exitListeners: (() => void)[] = []
      let hasExited = false
      const timer = setTimeout(() => {
        reject(unavailable('not ready in time'))
        child.kill()
      }, timeoutMs)

      const onExit = (listener: () => void): void => {
        if (hasExited) listener()
        else exitListeners.push(listener)
      }
      const stop = (): Promise<void> =>
        new Promise((stopped) => {
          const limit = setTimeout(stopped, stopTimeoutMs)
          onExit(() => {
            clearTimeout(limit)
            stopped()
          })
          if (!hasExited) child.kill()
        })

      child.onExit(() => {
        hasExited = true
        clearTimeout(timer)
        reject(unavailable('ended before it was ready'))
        for (const listener of exitListeners) listener()
      })
      child.onMessage((message) => {
        const ready = Ready.safeParse(message)
        if (!ready.success) return
        clearTimeout(timer)
        resolve({ info: ready.data, onExit, stop })
      })
    })
}
