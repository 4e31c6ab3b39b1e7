/**
 * The one sandbox process of this desk. It is started on demand, keeps running while its connection is closed, and is
 * started again after it has ended.
 */
import type { SandboxInfo, SandboxProcess, StartSandboxProcess } from './types.ts'

export interface SandboxRun {
  /** Whether a sandbox with this number of customers is running; undefined matches any number. */
  readonly runsWith: (customers: number | undefined) => boolean
  /** Returns the running sandbox, or starts one. Throws `sandbox_unavailable`. */
  readonly start: (customers: number | undefined) => Promise<SandboxInfo>
  /** What the running sandbox reported when it was ready, or null if none runs. */
  readonly info: () => SandboxInfo | null
  readonly stop: () => Promise<void>
}

export function createSandboxRun(startProcess: StartSandboxProcess, onExit: () => void): SandboxRun {
  let running: { readonly process: SandboxProcess; readonly customers: number | undefined } | null = null
  return {
    runsWith: (customers) => running !== null && (customers === undefined || customers === running.customers),
    async start(customers) {
      if (running !== null) return running.process.info
      const process = await startProcess(customers === undefined ? {} : { customers })
      running = { process, customers }
      process.onExit(() => {
        if (running?.process !== process) return
        running = null
        onExit()
      })
      return process.info
    },
    info: () => running?.process.info ?? null,
    async stop() {
      const old = running
      running = null
      await old?.process.stop()
    },
  }
}
