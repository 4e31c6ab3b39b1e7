/** One desk under development. It is started, and reloaded or restarted when its sources have changed. */
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
    // The end of the process is expected from here on.
    desk = null
    const isRunning = child !== null && child.exitCode === null && child.signalCode === null
    const ended = isRunning ? new Promise((resolve) => child.once('exit', resolve)) : Promise.resolve()
    if (isRunning) await askToEnd(child)
    await browser?.close().catch(() => undefined)
    browser = null
    await ended
  }

  /**
   * Asks the desk to end. Windows has no signal that a program can handle, so its window is closed there, as a person
   * would close it.
   */
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
    /**
     * Ends the desk synchronously when this process exits. On Windows the console has sent Ctrl+C to the desk as well.
     */
    kill: () => void (platform !== 'win32' && desk?.kill('SIGTERM')),
    /** @param {Iterable<string>} folders the folders with changes */
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

/** Resolves to the ready line. It stays pending if the desk ends before that; the `close` event reports the end. */
function readyLine(child) {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"ready":true')) resolve(JSON.parse(line))
    })
  })
}
