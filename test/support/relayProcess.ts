/** A relay in a process of its own, which a test can kill, and the database that it writes to, on a disk. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { startPostgres, type PostgresServer } from '../../relay/postgres/server.ts'
import { projectNode } from './projectNode.ts'

const { relayNodeFlags }: { relayNodeFlags: readonly string[] } = await import(
  '../../relay/deploy/nodeFlags.mjs' as string
)
const program = fileURLToPath(new URL('../../relay/main.ts', import.meta.url))
const Ready = z.object({ url: z.string(), metricsUrl: z.string() })

export const testKey = '0'.repeat(64)

export interface RelayProcess extends z.infer<typeof Ready> {
  readonly pid: number
  /** What it has printed on standard output when it was ready. */
  readonly firstLine: string
  /** What it has printed on standard error. */
  readonly log: () => string
  /** Resolves when it has ended; null if a signal has ended it. */
  readonly exitCode: Promise<number | null>
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Resolves once the relay listens. Only these variables are in its environment. */
export async function startRelayProcess(variables: Readonly<Record<string, string>>): Promise<RelayProcess> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child: ChildProcess = spawn(projectNode, [...relayNodeFlags, program, '--exit-with-parent'], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, RELAY_METRICS_PORT: '0', RELAY_KEY: testKey, ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('The relay has no output')
  let log = ''
  stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const exited = once(child, 'exit')
  const [line] = z
    .tuple([z.string()])
    .parse(await Promise.race([once(createInterface({ input: stdout }), 'line'), exited.then(() => [log])]))
  if (!line.startsWith('{"url"')) throw new Error(`The relay did not start: ${log}`)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await exited
  }
  return {
    ...Ready.parse(JSON.parse(line)),
    pid: child.pid ?? 0,
    firstLine: line,
    log: () => log,
    exitCode: exited.then(([code]) => z.number().nullable().parse(code)),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** Starts PostgreSQL again after it was killed: its processes of before may still be ending. */
export async function restartPostgres(folder: string, tries = 20): Promise<PostgresServer> {
  try {
    return await startPostgres(folder, { sync: false })
  } catch (error) {
    if (tries === 0) throw error
    await sleep(300)
    return await restartPostgres(folder, tries - 1)
  }
}
