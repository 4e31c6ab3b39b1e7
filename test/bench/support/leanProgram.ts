/**
 * Drives a built program with minimal overhead: a line of its output, and a few messages over its debugging port. The
 * driver of the e2e tests observes everything in a page, which on two processors takes a large part of a start.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { launchOf } from '../../support/testHost.ts'

const Ready = z.object({ ready: z.literal(true), debugPort: z.number().int() })
const Targets = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string() }))
const Answer = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})
const Evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
})

export interface LeanProgram {
  /** Evaluates an expression in the page; resolves to its value. */
  readonly evaluate: (expression: string) => Promise<unknown>
  /** Presses a letter key of the keyboard. */
  readonly press: (letter: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Resolves once the program has printed its ready line and its page is attached. */
export async function startLean(
  entry: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<LeanProgram> {
  const userData = await mkdtemp(join(tmpdir(), 'esim-desk-bench-'))
  const { PATH = '', HOME = '' } = process.env
  const launch = await launchOf('chromium', { entry, flags: [`--user-data=${userData}`, ...args] })
  const child = spawn(launch.program, launch.args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, LANG: 'C.UTF-8', TZ: 'UTC', ...launch.env, ...env },
  })
  const exited = once(child, 'exit')
  const [line] = z
    .tuple([z.string()])
    .parse(await Promise.race([once(createInterface({ input: child.stdout }), 'line'), exited.then(() => ['{}'])]))
  const { debugPort } = Ready.parse(JSON.parse(line))
  const listed = await fetch(`http://127.0.0.1:${String(debugPort)}/json/list`)
  const page = Targets.parse(await listed.json()).find(({ type }) => type === 'page')
  if (page === undefined) throw new Error('The program has no window')
  const socket = new WebSocket(page.webSocketDebuggerUrl)
  await once(socket, 'open')

  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const answer = Answer.safeParse(JSON.parse(String(data)))
    if (!answer.success) return
    const { id, result, error } = answer.data
    if (error === undefined) waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(error.message))
    waiting.delete(id)
  })
  const send = (method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> => {
    last += 1
    const answer = Promise.withResolvers<unknown>()
    waiting.set(last, answer)
    socket.send(JSON.stringify({ id: last, method, params }))
    return answer.promise
  }

  return {
    async evaluate(expression) {
      const { result, exceptionDetails } = Evaluated.parse(
        await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }),
      )
      if (exceptionDetails !== undefined) throw new Error(`The page failed: ${exceptionDetails.text}`)
      return result.value
    },
    async press(letter) {
      const key = {
        key: letter,
        code: `Key${letter.toUpperCase()}`,
        windowsVirtualKeyCode: letter.toUpperCase().charCodeAt(0),
      }
      await send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, ...key })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
    },
    async close() {
      socket.close()
      child.kill('SIGTERM')
      await exited
      await rm(userData, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
