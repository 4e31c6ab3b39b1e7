/** Child Node processes on this host: `child_process.fork` with a bare environment and no way to the terminal. */
import { fork as forkNode } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { plainEnvironment } from '../environment.ts'
import type { ForkedProcess, ForkRequest } from '../host.ts'

export function fork({ entry, args }: ForkRequest): ForkedProcess {
  const child = forkNode(fileURLToPath(entry), args, {
    env: plainEnvironment(process.env),
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A process that can't be started has no exit: its error is told as one.
  const exits: ((code: number | null) => void)[] = []
  let gone = false
  const notifyExit = (code: number | null): void => {
    if (gone) return
    gone = true
    for (const listener of exits) listener(code)
  }
  child.once('exit', (code) => notifyExit(code))
  child.once('error', () => notifyExit(null))
  return {
    pid: child.pid,
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => exits.push(listener),
    send: (message) => {
      if (child.connected && typeof message === 'object' && message !== null) child.send(message, () => undefined)
    },
    kill: () => child.kill(),
  }
}
