/** Starts the sandbox as a process of its own and waits until it serves. The only way from the desk to the sandbox. */
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

export interface SandboxStarterOptions {
  readonly host: Pick<Host, 'fork'>
  /** The sandbox's built entry. */
  readonly entry: URL
  /** Milliseconds until it must be ready. */
  readonly timeLimit?: number
}

const stopLimit = 5000
const unavailable = (reason: string): DeskError =>
  new DeskError('sandbox_unavailable', `The sandbox is not available: ${reason}`, { reason })

export function createSandboxStarter({ host, entry, timeLimit = 30_000 }: SandboxStarterOptions): StartSandboxProcess {
  return ({ customers }) =>
    new Promise<SandboxProcess>((resolve, reject) => {
      const child = host.fork({
        entry,
        name: 'eSIM Desk sandbox',
        args: customers === undefined ? [] : ['--customers', String(customers)],
      })
      const exitListeners: (() => void)[] = []
      let gone = false
      const timer = setTimeout(() => {
        reject(unavailable('not ready in time'))
        child.kill()
      }, timeLimit)

      const onExit = (listener: () => void): void => {
        if (gone) listener()
        else exitListeners.push(listener)
      }
      const stop = (): Promise<void> =>
        new Promise((stopped) => {
          const limit = setTimeout(stopped, stopLimit)
          onExit(() => {
            clearTimeout(limit)
            stopped()
          })
          if (!gone) child.kill()
        })

      child.onExit(() => {
        gone = true
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
