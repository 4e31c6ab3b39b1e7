/**
 * The desk on Chromium ends when nobody can see it any more, because its browser or the program that started it was
 * killed. A browser that crashes during its start is started once more.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findBrowser } from '../../electron/host/chromium/browsers.ts'
import { browserPids, rendererPids } from '../support/processes.ts'
import { projectNode } from '../support/projectNode.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const path = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const isRunning = (pid: number): boolean => existsSync(`/proc/${String(pid)}`)

interface StartedScript {
  readonly child: ChildProcess
  /** The profile folder. */
  readonly folder: string
  readonly ended: Promise<{ readonly code: number | null }>
  /** The lines of both streams. */
  readonly lines: string[]
  /** Resolves with the first line that contains a text. */
  readonly line: (text: string) => Promise<string>
}

/** Starts a script of this project and follows what it prints. */
async function start(
  script: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<StartedScript> {
  const folder = await mkdtemp(join(tmpdir(), 'esim-desk-ending-'))
  const { PATH = '', HOME = '' } = process.env
  const args = [path(script), '--headless', `--user-data=${folder}`, ...flags]
  const child = spawn(projectNode, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH, HOME, ...env } })
  const ended = new Promise<{ code: number | null }>((resolve) => child.once('exit', (code) => resolve({ code })))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const lines: string[] = []
  const waiting = new Set<(line: string) => void>()
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line)
      for (const listener of waiting) listener(line)
    })
  }
  const line = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      waiting.add((printed) => {
        if (printed.includes(text)) resolve(printed)
      })
      void ended.then(() => reject(new Error(`It ended before it printed ${text}:\n${lines.join('\n')}`)))
    })
  return { child, folder, ended, lines, line }
}

async function browserOf(desk: ChildProcess): Promise<number> {
  const [browser] = await browserPids(desk.pid ?? 0)
  if (browser === undefined) throw new Error('The desk has no browser')
  return browser
}

const readyPid = (line: string): number => Number(/"pid":(\d+)/.exec(line)?.[1])

/** Milliseconds. The driver itself would notice some of these only after half a minute. */
const soon = 10_000

async function within<T>(work: Promise<T>): Promise<T | 'it lives on'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'it lives on'>((resolve) => {
    timer = setTimeout(() => resolve('it lives on'), soon)
  })
  return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * On a busy machine the window may be open before this process has read the line: a browser that ends then counts as
 * a window that a person has closed. That start is not counted.
 */
async function killedAt(call: string): Promise<{ readonly ended: unknown; readonly lines: readonly string[] }> {
  for (;;) {
    const desk = await start('out/main/chromium.js', [], { DEBUG: 'pw:protocol' })
    const reached = desk.line(`"method":"${call}"`)
    await desk.line('"method":"Browser.getVersion"')
    const browser = await browserOf(desk.child)
    await reached
    process.kill(browser, 'SIGKILL')
    const ended = await within(desk.ended)
    const log = await readFile(join(desk.folder, 'desk.log'), 'utf8').catch(() => '')
    if (!log.includes('"step":"window"')) return { ended, lines: desk.lines }
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

describe('the browser is killed', () => {
  // Calls of the driver, from the start of the browser to the navigation to the desk's page.
  test.each(['Emulation.setEmulatedMedia', 'Page.createIsolatedWorld', 'Page.navigate'])(
    'while the window opens, at %s',
    async (call) => {
      const { ended, lines } = await killedAt(call)
      expect(ended).toEqual({ code: 1 })
      expect(lines.find((line) => line.includes("can't start"))).toContain(
        'The browser that shows the window has ended (SIGKILL).',
      )
    },
  )

  test('while the desk is in use', async () => {
    const desk = await start('out/main/chromium.js', ['--sandbox', '--sandbox-customers=20'])
    await desk.line('"ready":true')
    process.kill(await browserOf(desk.child), 'SIGKILL')
    expect(await within(desk.ended)).toEqual({ code: 0 })
  })
})

describe('the browser crashes during its start', () => {
  /** Starts the desk with a browser whose first starts crash. */
  async function startCrashing(crashes: number) {
    const folder = await temporaryFolder()
    const browser = findBrowser(process.platform, process.env)
    if (browser === null) throw new Error('There is no browser here')
    const script = [
      '#!/bin/sh',
      `echo started >> '${folder}/starts'`,
      `[ "$(wc -l < '${folder}/starts')" -gt ${String(crashes)} ] || kill -TRAP $$`,
      `exec '${browser}' "$@"`,
    ]
    await writeFile(join(folder, 'chromium'), script.join('\n'), { mode: 0o755 })
    const PATH = `${folder}${delimiter}${process.env['PATH'] ?? ''}`
    const desk = await start('out/main/chromium.js', [], { PATH })
    return { desk, starts: async () => (await readFile(join(folder, 'starts'), 'utf8')).split('\n').length - 1 }
  }

  test('once: the desk starts it again', async () => {
    const { desk, starts } = await startCrashing(1)
    await desk.line('"ready":true')
    expect(await starts()).toBe(2)
    expect(await readFile(join(desk.folder, 'desk.log'), 'utf8')).toContain(
      'The browser has crashed during its start (SIGTRAP) and is started once more.',
    )
  })

  test('twice: the desk says how it has ended', async () => {
    const { desk, starts } = await startCrashing(2)
    expect(await within(desk.ended)).toEqual({ code: 1 })
    expect(await starts()).toBe(2)
    expect(desk.lines.join(' ')).toContain('The browser that shows the window has ended (SIGTRAP).')
  })
})

test('a browser that no longer responds does not prevent the desk from ending', async () => {
  const desk = await start('out/main/chromium.js', [])
  await desk.line('"ready":true')
  const browser = await browserOf(desk.child)
  process.kill(browser, 'SIGSTOP')
  desk.child.kill('SIGTERM')
  expect(await desk.ended).toEqual({ code: 0 })
  await expect.poll(() => isRunning(browser)).toBe(false)
}, 40_000)

test('a window that crashes repeatedly is closed, and the desk ends', async () => {
  const desk = await start('out/main/chromium.js', [], { DEBUG: 'pw:protocol' })
  await desk.line('"ready":true')
  let hasEnded = false
  void desk.ended.then(() => {
    hasEnded = true
  })
  const lineAfter = (start: number, text: string): number =>
    desk.lines.findIndex((line, at) => at > start && line.includes(text))
  // It is loaded again in a new process three times, and its page then calls the desk.
  for (let last = desk.lines.length; !hasEnded; last = desk.lines.length) {
    for (const pid of await rendererPids(desk.child.pid ?? 0)) killIfRunning(pid)
    await expect
      .poll(() => {
        const reloaded = lineAfter(last, 'Inspector.targetReloadedAfterCrash')
        return hasEnded || (reloaded !== -1 && lineAfter(reloaded, '"method":"Runtime.bindingCalled"') !== -1)
      })
      .toBe(true)
  }
  expect(await desk.ended).toEqual({ code: 0 })
})

describe('a headless desk ends', () => {
  test('when the script that started it is killed', async () => {
    const launcher = await start('build/desk.mjs', [])
    const desk = readyPid(await launcher.line('"ready":true'))
    expect(desk).not.toBe(launcher.child.pid)
    launcher.child.kill('SIGKILL')
    await expect.poll(() => isRunning(desk)).toBe(false)
  })

  test('when npm is killed', async () => {
    // Like npm, it starts the script and waits.
    const parent = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })`
    const folder = await temporaryFolder()
    const { PATH = '', HOME = '' } = process.env
    const npm = spawn(
      projectNode,
      ['-e', parent, '--', path('build/desk.mjs'), '--headless', `--user-data=${folder}`],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { PATH, HOME, npm_command: 'run' },
      },
    )
    onTestFinished(() => void npm.kill('SIGKILL'))
    const line = await new Promise<string>((resolve) => createInterface({ input: npm.stdout }).once('line', resolve))
    npm.kill('SIGKILL')
    await expect.poll(() => isRunning(readyPid(line))).toBe(false)
  })
})
