/** `npm run dev`: the desk is reloaded or restarted when its sources have changed, on each host. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { launchOf } from '../support/testHost.ts'
import { searchField } from './journey.ts'

interface DevSession {
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly change: (folders: readonly string[]) => Promise<'reload' | 'restart'>
}
interface DevOptions {
  readonly command: { readonly program: string; readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv }
  readonly attach: (address: string) => Promise<Browser>
  readonly onEnd: (code: number) => void
  readonly say: (text: string) => void
  readonly platform?: string
}

// A plain script without types, so the parts in use are declared here.
const { createDevSession }: { createDevSession: (options: DevOptions) => DevSession } = await import(
  '../../build/devSession.mjs' as string
)

test.each(['chromium', 'electron-stand-in'] as const)(
  'a change of the window loads it again, any other starts the desk again: on %s',
  async (host) => {
    const userData = await mkdtemp(join(tmpdir(), 'esim-desk-dev-'))
    const { program, args, env } = await launchOf(host, {
      flags: [`--user-data=${userData}`, '--sandbox', '--sandbox-customers=20'],
    })
    const { PATH, HOME, XDG_STATE_HOME } = process.env
    const browsers: Browser[] = []
    const onEnd = vi.fn()
    const session = createDevSession({
      command: { program, args, env: { PATH, HOME, XDG_STATE_HOME, ...env } },
      attach: async (address) => {
        const browser = await chromium.connectOverCDP(address)
        browsers.push(browser)
        return browser
      },
      onEnd,
      say: () => undefined,
    })
    onTestFinished(async () => {
      await session.stop()
      await rm(userData, { recursive: true, force: true, maxRetries: 5 })
    })
    const window = (): Page => {
      const page = browsers
        .at(-1)
        ?.contexts()[0]
        ?.pages()
        .find((candidate) => !/^(about|data):/.test(candidate.url()))
      if (page === undefined) throw new Error('The desk has no window')
      return page
    }
    const marked = (): Promise<boolean> => window().evaluate(() => Reflect.get(globalThis, 'marker') === true)

    await session.start()
    await searchField(window()).waitFor()
    await window().evaluate(() => void Reflect.set(globalThis, 'marker', true))
    expect(await marked()).toBe(true)

    expect(await session.change(['renderer'])).toBe('reload')
    await searchField(window()).waitFor()
    expect(await marked()).toBe(false)
    expect(browsers).toHaveLength(1)

    expect(await session.change(['renderer', 'electron'])).toBe('restart')
    await searchField(window()).waitFor()
    expect(browsers).toHaveLength(2)
    expect(onEnd).not.toHaveBeenCalled()

    await window().close()
    await expect.poll(() => onEnd.mock.calls).toEqual([[0]])
  },
)

test("if a program can't receive a signal, the desk is restarted after its window was closed", async () => {
  const userData = await mkdtemp(join(tmpdir(), 'esim-desk-dev-'))
  const { program, args, env } = await launchOf('electron-stand-in', { flags: [`--user-data=${userData}`] })
  const { PATH, HOME } = process.env
  const session = createDevSession({
    command: { program, args, env: { PATH, HOME, ...env } },
    attach: (address) => chromium.connectOverCDP(address),
    onEnd: () => undefined,
    say: () => undefined,
    platform: 'win32',
  })
  onTestFinished(() => rm(userData, { recursive: true, force: true, maxRetries: 5 }))
  await session.start()
  expect(await session.change(['electron'])).toBe('restart')
  await session.stop()
  // It has closed its files properly each time.
  expect(existsSync(join(userData, 'journal.db'))).toBe(true)
  expect(existsSync(join(userData, 'journal.db-wal'))).toBe(false)
})
