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
export function createDevSession({ command, attach, onEnd, say }) {
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
    await browser?.close().catch(() => undefined)
    browser = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }

  async function reload() {
    const pages = browser?.contexts().flatMap((context) => context.pages()) ?? []
    await pages.find((page) => !/^(about|data):/.test(page.url()))?.reload()
  }

  return {
    start,
    stop,
    /** At once, for the end of this process. */
    kill: () => void desk?.kill('SIGTERM'),
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
