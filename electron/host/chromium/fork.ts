/**
 * Starts child Node processes on this host with `child_process.fork`, a minimal environment and no access to the
 * terminal.
 */
import { fork as forkNode } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { displayEnvironment, plainEnvironment } from '../environment.ts'
import type { ForkedProcess, ForkRequest } from '../host.ts'

export function fork({ entry, args, usesSession = false }: ForkRequest): ForkedProcess {
  const child = forkNode(fileURLToPath(entry), args, {
    env: usesSession ? displayEnvironment(process.env) : plainEnvironment(process.env),
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A process that cannot be started emits no exit event, so its error is reported as an exit.
  const exits: ((code: number | null) => void)[] = []
  let hasExited = false
  const notifyExit = (code: number | null): void => {
    if (hasExited) return
    hasExited = true
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
