/**
 * `npm run electron-check` on the stand-in for Electron: the check itself works. This proves nothing about Electron.
 */
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startKeyring } from '../support/keyring.ts'
import { type ExitResult, runToEnd } from '../support/runToEnd.ts'

const script = fileURLToPath(new URL('../../build/electron/check.mjs', import.meta.url))
const runCheck = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<ExitResult> =>
  runToEnd([script, ...args], env)

test('every part of the program is tried, and the table says that it ran on the stand-in', async () => {
  const keyring = await startKeyring()
  onTestFinished(() => keyring.stop())
  const { code, out } = await runCheck(['--host=electron-stand-in'], keyring.env)
  const rows = out.split('\n').filter((line) => /^(held|NOT HELD) /.test(line))
  expect(rows).toHaveLength(15)
  // For root the browser has no sandbox, and the check has to report that.
  const isRoot = process.getuid?.() === 0
  expect(rows.filter((row) => row.startsWith('NOT HELD') && !row.includes('sandboxed by the system'))).toEqual([])
  if (isRoot) expect(code).toBe(1)
  const summary = out.trim().split('\n').at(-1)
  expect(summary).toMatch(
    /^eSIM Desk \d[^|]*\| STAND-IN for Electron, no proof of Electron itself \|.*, gpu_compositing disabled_software \|.*\b\d+ of 15 held/,
  )
})

test('a window that the system does not show fails it, and the table says that nobody can see it', async () => {
  const { code, out } = await runCheck(['--host=electron-stand-in'], { ESIM_DESK_STAND_IN: '{"shows":"never"}' })
  expect(code).toBe(1)
  expect(out).toMatch(/^NOT HELD {2}The window is visible[^\n]*0 of 2 animation frames were drawn/m)
  expect(out).toMatch(/^NOT HELD {2}It starts on a new profile folder[^\n]*window is hidden/m)
  expect(out.trim().split('\n').at(-1)).toContain('not: The window is visible')
})

test('a window that comes back after a crash, but is not drawn, fails it', async () => {
  const { code, out } = await runCheck(['--host=electron-stand-in'], { ESIM_DESK_STAND_IN: '{"shows":"untilCrash"}' })
  expect(code).toBe(1)
  expect(out).toMatch(/^NOT HELD {2}A window that crashes comes back[^\n]*but 0 of 2 animation frames were drawn/m)
})

test('without a display and without Electron it reports in one sentence that nothing was checked', async () => {
  expect(await runCheck([], {})).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^Nothing was checked: there is no display.* not over SSH and not as root\.\n\neSIM Desk \d[^\n]*\n$/,
    ),
  })
  const missing = { DISPLAY: ':77', ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' }
  expect(await runCheck([], missing)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^Nothing was checked, because Electron can't be used: .*\/nowhere.*\n\neSIM Desk \d[^\n|]*\| Electron \d[^\n|]*\| \w+ \w+ [^\n|]*\|[^\n|]*\| nothing checked\n$/,
    ),
  })
})
