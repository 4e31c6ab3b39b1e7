/**
 * Checks the real program on Electron from its first start to its end, for `npm run electron-check` on a person's
 * machine. It prints a table of the results and one line for a report. It uses a new profile folder and the embedded
 * sandbox.
 *
 * `node test/support/electronCheck/main.ts electron|electron-stand-in SYSTEM`; the stand-in tests this program, not
 * Electron.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { z } from 'zod'
import packageJson from '../../../package.json' with { type: 'json' }
import { CurrentConnection } from '#shared/model/connection.ts'
import { Settings } from '#shared/model/settings.ts'
import { drawnFrames } from '../../../electron/host/probe.ts'
import { SyncStatus } from '#shared/model/customer/sync.ts'
import { askDesk, packagesOf, runOperation } from '../bridge.ts'
import { type RunningDesk, startDesk } from '../desk.ts'
import { rendererPids } from '../processes.ts'
import { collectFindings, type Finding, summaryOf, tableOf } from './findings.ts'
import { askPerson } from './person.ts'
import { displayOf, readSelfCheck, type SelfCheck, unseen, violations } from './security.ts'
import { drawsSheet } from './sheet.ts'

const Host = z.enum(['electron', 'electron-stand-in'])
const host = Host.parse(process.argv[2])
const system = z.string().parse(process.argv[3])
const userData = await mkdtemp(join(tmpdir(), 'esim-desk-check-'))
const agentName = 'Electron check'
const sandbox = ['--sandbox', '--sandbox-customers=200']

/** Everything of this session that the program may need, such as the display and the session bus of the keychain. */
const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || ['ELECTRON_RUN_AS_NODE', 'NODE_OPTIONS'].includes(name) ? [] : [[name, value] as const],
  ),
)
const start = (args: readonly string[], expectExit = false): Promise<RunningDesk> =>
  startDesk({ host, userData, env, args, expectExit })

const log = (text: string): void => void process.stderr.write(`${text}\n`)
const findings = collectFindings(({ check, passed, detail }: Finding) =>
  log(`${passed ? 'held' : 'NOT HELD'}: ${check}. ${detail}`),
)
const state: { selfCheck: SelfCheck | null; desk: RunningDesk | null } = { selfCheck: null, desk: null }
const running = (): RunningDesk => {
  if (state.desk === null) throw new Error('The program did not start')
  return state.desk
}
const reported = (): SelfCheck => {
  if (state.selfCheck === null) throw new Error('--self-check printed no report')
  return state.selfCheck
}
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

function assert(condition: boolean, sentence: string): void {
  if (!condition) throw new Error(sentence)
}

/** Polls four times a second until the result satisfies `isDone`; fails with the sentence after a minute. */
async function eventually<T>(ask: () => Promise<T>, isDone: (answer: T) => boolean, sentence: string): Promise<T> {
  const limit = performance.now() + 60_000
  for (;;) {
    const answer = await ask()
    if (isDone(answer)) return answer
    if (performance.now() > limit) throw new Error(sentence)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Opens a new connection to the window, because the page of the first one is unusable once its process has crashed. */
async function withWindow<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const port = z
    .object({ debugPort: z.number() })
    .parse(JSON.parse(/^\{"ready":true.*$/m.exec(running().output())?.[0] ?? '{}')).debugPort
  const browser: Browser = await chromium.connectOverCDP(`http://127.0.0.1:${String(port)}`)
  try {
    const page = browser
      .contexts()[0]
      ?.pages()
      .find((candidate) => !/^(about|data):/.test(candidate.url()))
    if (page === undefined) throw new Error('The program has no window')
    return await work(page)
  } finally {
    await browser.close()
  }
}

async function checkSettings(): Promise<void> {
  await findings.check('The security settings of the window are in effect', async () => {
    const check = await startDesk({ host, env, args: ['--self-check'], expectExit: true })
    await check.close()
    assert(
      check.exitCode === 0,
      `--self-check ended with ${String(check.exitCode)}: ${check.output().trim().slice(-300)}`,
    )
    const report = readSelfCheck(check.output())
    state.selfCheck = report
    const violated = violations(report)
    assert(violated.length === 0, `not as they have to be: ${violated.join(', ')}`)
    return 'preferences, policy and permissions, as the window itself reports them'
  })
  await findings.check('The window is visible, and its frames are drawn', async () => {
    const report = reported()
    const reason = unseen(report)
    assert(reason === null, `${reason ?? ''} (${displayOf(report)})`)
    return displayOf(report)
  })
  await findings.check('It renders PDF', async () => {
    const { isPdf, bytes } = reported().pdf
    assert(isPdf, 'no PDF came')
    return `${String(bytes)} bytes`
  })
}

async function checkWindow(): Promise<boolean> {
  const startedAt = performance.now()
  const started = await findings.check('It starts on a new profile folder', async () => {
    state.desk = await start(sandbox)
    await running().page.getByRole('searchbox').waitFor()
    return seconds(startedAt)
  })
  if (!started) return false
  if (platform() === 'linux') {
    await findings.check('The processes of the window are sandboxed by the system', async () => {
      const states = await Promise.all(
        (await rendererPids(running().pid)).map((pid) => readFile(`/proc/${String(pid)}/status`, 'utf8')),
      )
      const filtered = states.filter((state) => /^Seccomp:\s*2$/m.test(state))
      assert(states.length > 0, 'no process of a window was found')
      assert(filtered.length === states.length, 'they run without a system call filter, as they do for root')
      return `${String(states.length)} with a system call filter`
    })
  }
  return true
}

async function checkServices(): Promise<void> {
  const { page } = running()
  await findings.check('The sandbox service runs as a process of its own', async () => {
    const { profile, health } = await askDesk(page, 'connections', 'current', undefined, CurrentConnection)
    assert(health === 'online', `the connection is ${health}`)
    return profile.name
  })
  await findings.check('The directory worker finds customers', async () => {
    const ask = (): Promise<SyncStatus> => askDesk(page, 'customers', 'status', undefined, SyncStatus)
    const { customers } = await eventually(
      ask,
      ({ state }) => state === 'done',
      'the directory was not copied within a minute',
    )
    await page.getByRole('searchbox').fill('an')
    await page.getByRole('grid', { name: 'Customers' }).locator('mark').first().waitFor()
    await page.getByRole('searchbox').fill('')
    return `${String(customers)} customers`
  })
  await findings.check('The sheet of an eSIM is drawn, and its QR code can be read', async () => {
    assert(await drawsSheet(page), 'what a camera reads is not the activation code')
    return 'from the pixels of the window'
  })
  await findings.check('An order is sent, confirmed and kept', async () => {
    const [first] = await packagesOf(page)
    if (first === undefined) throw new Error('the sandbox sells no package')
    const order = {
      kind: 'register',
      inventoryItemId: first.id,
      mode: 'FIRST_USE',
      userCountry: 'DE',
      userIp: '192.0.2.7',
    } as const
    const { state: outcome } = await runOperation(page, order)
    assert(outcome === 'CONFIRMED', `its state is ${outcome}`)
    return 'a package for a new customer of the sandbox'
  })
  await findings.check('The keychain keeps secrets', async () => {
    await askDesk(page, 'settings', 'set', { agentName }, z.unknown())
    const { keychain } = await askDesk(page, 'settings', 'get', undefined, Settings)
    assert(keychain === 'stored', 'the system has no keychain, or it is locked: secrets stay in memory')
    return 'in the keychain of the system'
  })
}

async function checkRecovery(): Promise<void> {
  await findings.check('A window that crashes comes back', async () => {
    await withWindow(async (page) => {
      const session = await page.context().newCDPSession(page)
      const crashed = new Promise((resolve) => page.once('crash', resolve))
      // The call gets no response, because it crashes the process that would send one.
      session.send('Page.crash').catch(() => undefined)
      await crashed
    })
    const isBack = (): Promise<boolean> =>
      withWindow(async (page) => await page.getByRole('searchbox').isVisible()).catch(() => false)
    await eventually(isBack, (visible) => visible, 'it did not come back within a minute')
    const frames = await withWindow(async (page) => await page.evaluate<unknown>(drawnFrames))
    assert(frames === 2, `it is loaded again, but ${String(frames)} of 2 animation frames were drawn`)
    return 'loaded and drawn again'
  })
  await findings.check('A second start ends, and leaves the first one running', async () => {
    const second = await start([], true)
    assert(second.exitCode === 3, `it ended with ${String(second.exitCode)}: ${second.output().trim().slice(-300)}`)
    assert(running().exitCode === null, 'the first one has ended, too')
    return 'with the exit code for it'
  })
}

async function checkEnd(): Promise<void> {
  await findings.check('It quits when its window is closed', async () => {
    await withWindow(async (page) => await page.close({ runBeforeUnload: true }))
    const code = await running().ended()
    assert(code === 0, `it ended with ${String(code)}`)
    return 'in good order'
  })
  await findings.check('It starts again on the same profile folder', async () => {
    state.desk = await start(sandbox)
    const { page } = running()
    await page.getByRole('searchbox').waitFor()
    const settings = await askDesk(page, 'settings', 'get', undefined, Settings)
    assert(
      settings.keychain !== 'stored' || settings.agentName === agentName,
      'what was encrypted before cannot be read any more',
    )
    return settings.keychain === 'stored' ? 'and reads what it had encrypted' : 'where nothing could be kept encrypted'
  })
  await findings.check('It quits when the system asks it to', async () => {
    if (platform() === 'win32') return 'not asked on Windows, where no program can be asked'
    await running().close()
    const { exitCode } = running()
    assert(exitCode === 0, `it ended with ${String(exitCode)}`)
    return 'in good order'
  })
}

try {
  await checkSettings()
  if (await checkWindow()) {
    await checkServices()
    await checkRecovery()
    await checkEnd()
  }
} finally {
  await state.desk?.close().catch(() => undefined)
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
}
const hasSeen = await askPerson('Did you see the window of eSIM Desk?', {
  input: process.stdin,
  output: process.stderr,
})
if (hasSeen !== null)
  await findings.check('A person saw the window', async () => {
    assert(hasSeen, 'nobody saw it')
    return 'on this screen'
  })

const { electron = 'unknown', chrome = 'unknown' } = state.selfCheck?.versions ?? {}
const summary = summaryOf(findings.all(), {
  program: `eSIM Desk ${packageJson.version}`,
  versions:
    host === 'electron'
      ? `Electron ${electron}, Chromium ${chrome}`
      : 'STAND-IN for Electron, no proof of Electron itself',
  system: [system, ...(state.selfCheck === null ? [] : [displayOf(state.selfCheck, ['gpu_compositing'])])].join(', '),
  date: new Date().toISOString().slice(0, 10),
})
process.stdout.write(`\n${tableOf(findings.all())}\n\n${summary}\n`)
process.exitCode = findings.all().every(({ passed }) => passed) ? 0 : 1
