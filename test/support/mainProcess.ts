/**
 * Inspects the main process of a running desk through Node's debugger: its heap and those of its threads, its objects,
 * and the stalls of its event loop. The desk must be started with `inspectable` in its environment.
 */
import { z } from 'zod'
import type { RunningDesk } from './desk.ts'
import { eventually } from './eventually.ts'
import { readHeapStrings } from './heapStrings.ts'

/** The debugger opens only on SIGUSR1, on a free port. */
export const inspectable = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' } as const

type Params = Readonly<Record<string, unknown>>
type Send = (method: string, params?: Params) => Promise<unknown>
type Listen = (method: string, listener: (params: unknown) => void) => void

interface Connection {
  readonly send: Send
  readonly on: Listen
  /** Handles one message of the debugger. */
  readonly receive: (text: string) => void
  /** Rejects all pending and later calls. */
  readonly end: () => void
}

const Message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})

/** Creates one session of the debugging protocol over any transport. */
function createConnection(post: (text: string) => void): Connection {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<string, (params: unknown) => void>()
  let lastId = 0
  let isOver = false
  return {
    send(method, params = {}) {
      if (isOver) return Promise.reject(new Error(`The debugger is closed: ${method}`))
      lastId += 1
      const answer = Promise.withResolvers<unknown>()
      pending.set(lastId, answer)
      post(JSON.stringify({ id: lastId, method, params }))
      return answer.promise
    },
    on: (method, listener) => void listeners.set(method, listener),
    receive(text) {
      const { id, method, params, result, error } = Message.parse(JSON.parse(text))
      if (id === undefined) return listeners.get(method ?? '')?.(params)
      if (error === undefined) pending.get(id)?.resolve(result)
      else pending.get(id)?.reject(new Error(error.message))
      pending.delete(id)
    },
    end() {
      isOver = true
      for (const { reject } of pending.values()) reject(new Error('The debugger was closed'))
      pending.clear()
    },
  }
}

const Evaluated = z.object({
  result: z.object({ value: z.unknown().optional(), objectId: z.string().optional() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
})
const Queried = z.object({ objects: z.object({ objectId: z.string() }) })
const Attached = z.object({ sessionId: z.string(), workerInfo: z.object({ title: z.string() }) })
const Received = z.object({ sessionId: z.string(), message: z.string() })
const Chunk = z.object({ chunk: z.string() })

/** By default a snapshot contains only the first 1,024 code units of each string. */
const wholeStrings = "process.getBuiltinModule('node:v8').setFlagsFromString('--heap-snapshot-string-limit=100000000')"

async function evaluate({ send }: Connection, expression: string): Promise<z.infer<typeof Evaluated>['result']> {
  const { result, exceptionDetails } = Evaluated.parse(
    await send('Runtime.evaluate', { expression, returnByValue: false, awaitPromise: true }),
  )
  if (exceptionDetails !== undefined)
    throw new Error(`The main process refused ${expression}: ${exceptionDetails.text}`)
  return result
}

const stringsOf = (connection: Connection): Promise<readonly string[]> =>
  readHeapStrings({
    send: connection.send,
    onChunk: (listener) =>
      connection.on('HeapProfiler.addHeapSnapshotChunk', (params) => listener(Chunk.parse(params).chunk)),
  })

/**
 * Runs in the main process. It is sent as text, so it must not refer to anything outside itself. It measures processor
 * time, because a clock also counts the time in which a busy machine runs other processes.
 */
const watchStalls = `(() => {
  const time = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000 }
  const stalls = { longest: 0 }
  let last = time()
  setInterval(() => { const now = time(); stalls.longest = Math.max(stalls.longest, now - last); last = now }, 5).unref()
  Object.defineProperty(globalThis, '__stalls', { value: stalls })
})()`

export interface MainProcess {
  /** Returns the whole strings in the heaps of the main process and of its threads, after a forced collection. */
  readonly strings: () => Promise<readonly string[]>
  /** Forces a garbage collection in the main process and in its threads. */
  readonly collectGarbage: () => Promise<void>
  /** Returns the number of worker threads. */
  readonly threads: () => number
  /** Makes the main process hold a text, to verify that `strings` finds it. */
  readonly hold: (text: string) => Promise<void>
  /** Returns every live plain object that has text properties with these keys. */
  readonly objectsWith: (...keys: readonly string[]) => Promise<readonly unknown[]>
  /** Starts to measure the stalls of the event loop. */
  readonly watchStalls: () => Promise<void>
  /** Returns the longest stall since then or since the last call, in milliseconds of processor time. */
  readonly longestStall: () => Promise<number>
  /** Closes the debugger. Call it before the desk is closed, because a process waits for its debugger when it ends. */
  readonly close: () => void
}

export async function attachToMain(desk: RunningDesk): Promise<MainProcess> {
  process.kill(desk.pid, 'SIGUSR1')
  const address = await eventually(() => {
    const [found] = /ws:\/\/127\.0\.0\.1:\d+\/[0-9a-f-]+/.exec(desk.output()) ?? []
    if (found === undefined) throw new Error(`The main process opens no debugger:\n${desk.output()}`)
    return found
  })
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error('The debugger of the main process takes no connection')), {
      once: true,
    })
  })
  const main = createConnection((text) => socket.send(text))
  socket.addEventListener('message', ({ data }) => main.receive(String(data)))
  socket.addEventListener('close', main.end)
  const threads = await attachToThreads(main)
  await evaluate(main, wholeStrings)

  return {
    async strings() {
      const found = [...(await stringsOf(main))]
      await forEachThread(threads, async (thread) => {
        for (const text of await stringsOf(thread)) found.push(text)
      })
      return found
    },
    async collectGarbage() {
      await main.send('HeapProfiler.collectGarbage')
      await forEachThread(threads, (thread) => thread.send('HeapProfiler.collectGarbage'))
    },
    threads: () => threads.size,
    hold: async (text) => void (await evaluate(main, `globalThis.__held = ${JSON.stringify(text)}`)),
    async objectsWith(...keys) {
      const { objectId: prototypeObjectId } = await evaluate(main, 'Object.prototype')
      const { objects } = Queried.parse(
        await main.send('Runtime.queryObjects', { prototypeObjectId, objectGroup: 'query' }),
      )
      const functionDeclaration = `function (keys) {
        const has = (each, key) => typeof Object.getOwnPropertyDescriptor(each, key)?.value === 'string'
        return this.filter((each) => keys.every((key) => has(each, key))).map((each) => JSON.stringify(each))
      }`
      const called = Evaluated.parse(
        await main.send('Runtime.callFunctionOn', {
          functionDeclaration,
          objectId: objects.objectId,
          arguments: [{ value: keys }],
          returnByValue: true,
        }),
      )
      await main.send('Runtime.releaseObjectGroup', { objectGroup: 'query' })
      return z
        .array(z.string())
        .parse(called.result.value)
        .map((text): unknown => JSON.parse(text))
    },
    watchStalls: async () => void (await evaluate(main, watchStalls)),
    longestStall: async () =>
      z
        .number()
        .parse(
          (await evaluate(main, '(() => { const { longest } = __stalls; __stalls.longest = 0; return longest })()'))
            .value,
        ),
    close() {
      main.end()
      socket.close()
    },
  }
}

/** Calls `use` for one thread after the other. A thread that ends meanwhile has no heap any more, and is left out. */
async function forEachThread(
  threads: ReadonlyMap<string, Connection>,
  use: (thread: Connection) => Promise<unknown>,
): Promise<void> {
  for (const [id, thread] of [...threads])
    try {
      await use(thread)
    } catch (error) {
      if (threads.has(id)) throw error
    }
}

/** Opens a session for each thread, and closes it when the thread ends. */
async function attachToThreads(main: Connection): Promise<ReadonlyMap<string, Connection>> {
  const threads = new Map<string, Connection>()
  main.on('NodeWorker.attachedToWorker', (params) => {
    const { sessionId } = Attached.parse(params)
    const post = (message: string): void =>
      void main.send('NodeWorker.sendMessageToWorker', { sessionId, message }).catch(() => undefined)
    threads.set(sessionId, createConnection(post))
  })
  main.on('NodeWorker.receivedMessageFromWorker', (params) => {
    const { sessionId, message } = Received.parse(params)
    threads.get(sessionId)?.receive(message)
  })
  main.on('NodeWorker.detachedFromWorker', (params) => {
    const { sessionId } = z.object({ sessionId: z.string() }).parse(params)
    threads.get(sessionId)?.end()
    threads.delete(sessionId)
  })
  await main.send('NodeWorker.enable', { waitForDebuggerOnStart: false })
  return threads
}
