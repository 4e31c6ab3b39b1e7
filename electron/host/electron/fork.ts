/** Starts child Node processes on Electron as utility processes, because the run-as-node fuse is off. */
import { fileURLToPath } from 'node:url'
import { utilityProcess } from 'electron'
import { displayEnvironment, plainEnvironment } from '../environment.ts'
import type { ForkedProcess, ForkRequest } from '../host.ts'

export function fork({ entry, args, name, usesSession = false }: ForkRequest): ForkedProcess {
  const child = utilityProcess.fork(fileURLToPath(entry), [...args], {
    env: { ...(usesSession ? displayEnvironment : plainEnvironment)(process.env) },
    execArgv: [],
    stdio: 'ignore',
    serviceName: name,
  })
  return {
    get pid() {
      // The pid is known once the process runs, so it is read late.
      return child.pid
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    send: (message) => child.postMessage(message),
    kill: () => void child.kill(),
  }
}
