/** One desk under development: it is started, and loaded or started again when its sources have changed. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * @param {object} options
 * @param {{ program: string, args: readonly string[], env: object, stdio?: readonly string[] }} options.command
 *   a desk that prints its ready line; its debugging port is the same at each start
 * @param {(address: string) => Promise<import('playwright-core').Browser>} options.attach to a debugging port
 * @param {(code: number) => void} options.onEnd the desk has ended by itself, as when its window was closed
 * @returns what the session can do; `change` resolves to `reload` or `restart`
 */
export function createDevSession({ command, attach, onEnd, say, platform = process.platform }) {
  let desk = null
  let browser = null

  async function start() {
    const { program, args, env, stdio = ['ignore', 'pipe', 'inherit'] } = command
    const child = spawn(program, args, { env, stdio })
    desk = child
    child.once('error', (error) => say(`The desk can't be started: ${error.message}`))
    child.once('close', (code) => {
      if (desk === child) onEnd(code ?? 1)
    })
    const { debugPort } = await readyLine(child)
    browser = await attach(`http://127.0.0.1:${debugPort}`)
    say(`The desk runs; tools can attach to port ${debugPort}.`)
  }

  async function stop() {
    const child = desk
    // From here on its end is wanted.
    desk = null
    const isRunning = child !== null && child.exitCode === null && child.signalCode === null
    const ended = isRunning ? new Promise((resolve) => child.once('exit', resolve)) : Promise.resolve()
    if (isRunning) await askToEnd(child)
    await browser?.close().catch(() => undefined)
    browser = null
    await ended
  }

  /** Windows has no signal that a program could answer: there its window is closed, as a person closes it. */
  async function askToEnd(child) {
    if (platform !== 'win32') return child.kill('SIGTERM')
    await Promise.all(pages().map((page) => page.close({ runBeforeUnload: true }).catch(() => undefined)))
  }

  const pages = () =>
    (browser?.contexts().flatMap((context) => context.pages()) ?? []).filter(
      (page) => !/^(about|data):/.test(page.url()),
    )

  async function reload() {
    await pages()[0]?.reload()
  }

  return {
    start,
    stop,
    /** For the end of this process, which waits for nothing. On Windows the console has given Ctrl+C to the desk, too. */
    kill: () => void (platform !== 'win32' && desk?.kill('SIGTERM')),
    /** @param {Iterable<string>} folders those in which something has changed */
    async change(folders) {
      const isWindowAlone = [...folders].every((folder) => folder === 'renderer')
      if (isWindowAlone) await reload()
      else {
        await stop()
        await start()
      }
      return isWindowAlone ? 'reload' : 'restart'
    },
  }
}

/** A desk that ends before it is ready leaves this waiting: its end is told by its own event. */
function readyLine(child) {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"ready":true')) resolve(JSON.parse(line))
    })
  })
}
