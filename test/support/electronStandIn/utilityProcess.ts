/** The stand-in for `utilityProcess`: a Node process with `process.parentPort` instead of `process.send`. */
import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { app } from './app.ts'
import { report } from './reports.ts'

interface ForkOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly execArgv?: readonly string[]
  readonly stdio?: 'ignore' | 'inherit' | 'pipe'
  readonly serviceName?: string
}

class UtilityProcess extends EventEmitter {
  /** The process id, or undefined until the process runs, as in Electron. */
  pid: number | undefined = undefined
  readonly #child: ChildProcess
  constructor(child: ChildProcess) {
    super()
    this.#child = child
    child.once('spawn', () => {
      this.pid = child.pid
      this.emit('spawn')
    })
    child.on('message', (message) => this.emit('message', message))
    child.once('exit', (code) => {
      this.pid = undefined
      this.emit('exit', code ?? 1)
    })
  }
  postMessage(message: unknown): void {
    if (this.#child.connected && typeof message === 'object' && message !== null)
      this.#child.send(message, () => undefined)
  }
  kill(): boolean {
    return this.#child.kill()
  }
}

export const utilityProcess = {
  fork(
    modulePath: string,
    args: readonly string[] = [],
    { env, execArgv = [], stdio = 'inherit', serviceName }: ForkOptions = {},
  ): UtilityProcess {
    app.mustBeReady('utilityProcess.fork')
    report('utilityProcess.fork', { serviceName, args })
    const output = stdio === 'pipe' ? 'pipe' : stdio
    return new UtilityProcess(
      fork(modulePath, args, {
        env,
        execArgv: ['--import', new URL('parentPort.ts', import.meta.url).href, ...execArgv],
        serialization: 'advanced',
        stdio: ['ignore', output, output, 'ipc'],
      }),
    )
  },
}
