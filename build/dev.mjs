/**
 * `npm run dev -- FLAGS`: the desk on the sandbox, rebuilt at every change. A change of the window reloads it where it is;
 * any other starts the desk anew on the same profile folder.
 */
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { createInterface } from 'node:readline'
import { build, ensureBuilt } from './built.mjs'
import { at, hasDisplay, main, projectEnvironment, projectNode, say } from './lib.mjs'
import { ensureReady } from './setup.mjs'

const settle = 150

await main(async () => {
  await ensureReady(['desk', 'browser'])
  await ensureBuilt()
  const { chromium } = await import('playwright-core')
  const flags = process.argv.slice(2)
  const own = ['--debug-port=0', `--user-data=${at('out', '..', 'node_modules', '.cache', 'esim-desk', 'dev-profile')}`, ...(hasDisplay() ? [] : ['--headless'])]
  const target = flags.some((flag) => flag === '--sandbox' || flag.startsWith('--service')) ? [] : ['--sandbox']

  let desk = null
  let browser = null
  let restarting = false

  const start = async () => {
    const child = spawn(projectNode(), [at('out', 'main', 'chromium.js'), ...own, ...target, ...flags], { env: projectEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] })
    desk = child
    child.once('exit', (code) => {
      if (!restarting && desk === child) process.exit(code ?? 0)
    })
    const line = await new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve))
    const { debugPort } = JSON.parse(line)
    browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`)
    say(`The desk runs; tools can attach to port ${debugPort}.`)
  }
  const restart = async () => {
    restarting = true
    await browser?.close().catch(() => undefined)
    await new Promise((resolve) => {
      desk.once('exit', resolve)
      desk.kill('SIGTERM')
    })
    restarting = false
    await start()
  }
  const reload = () => browser?.contexts()[0]?.pages()[0]?.reload()

  const rebuild = async (rooms) => {
    try {
      await build({ quiet: true })
      const onlyWindow = [...rooms].every((room) => room === 'renderer')
      say(onlyWindow ? 'Built: the window is loaded anew.' : 'Built: the desk starts anew.')
      await (onlyWindow ? reload() : restart())
    } catch (error) {
      say(error.message)
    }
  }

  let changed = new Set()
  let timer = null
  let working = Promise.resolve()
  for (const room of ['electron', 'shared', 'renderer']) {
    watch(at(room), { recursive: true }, () => {
      changed.add(room)
      clearTimeout(timer)
      timer = setTimeout(() => {
        const rooms = changed
        changed = new Set()
        working = working.then(() => rebuild(rooms))
      }, settle)
    })
  }
  process.once('exit', () => desk?.kill('SIGTERM'))
  await start()
  await new Promise(() => undefined)
})
