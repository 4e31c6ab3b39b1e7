/** The one sandbox process of this desk: started when wanted, kept while its connection is closed, started anew after it ended. */
import type { SandboxInfo, SandboxProcess, StartSandboxProcess } from './types.ts'

export interface SandboxRun {
  /** Whether one runs that has this many customers; undefined is content with any. */
  readonly runsWith: (customers: number | undefined) => boolean
  /** The running one, or a new one. Throws `sandbox_unavailable`. */
  readonly start: (customers: number | undefined) => Promise<SandboxInfo>
  /** Of the running one. */
  readonly info: () => SandboxInfo | null
  readonly stop: () => Promise<void>
}

export function createSandboxRun(startProcess: StartSandboxProcess, onGone: () => void): SandboxRun {
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
        onGone()
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
