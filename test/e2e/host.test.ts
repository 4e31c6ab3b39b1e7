/** The built desk as a program: its self-check, its flags, how it ends. */
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startDesk } from '../support/desk.ts'
import { type ExitResult, runToEnd } from '../support/runToEnd.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { searchField, sharedFreshDesk } from './journey.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const entry = fileURLToPath(new URL('../../out/main/chromium.js', import.meta.url))

/** Runs the desk until it ends. */
async function runDesk(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ExitResult> {
  return await runToEnd([entry, `--user-data=${await temporaryFolder()}`, ...args], env)
}

const read = (pid: number, file: string): Promise<string> =>
  readFile(`/proc/${String(pid)}/${file}`, 'utf8').catch(() => '')

async function childrenOf(parent: number): Promise<readonly number[]> {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const states = await Promise.all(pids.map((pid) => read(pid, 'status')))
  return pids.filter((_pid, index) => new RegExp(`^PPid:\\s*${String(parent)}$`, 'm').test(states[index] ?? ''))
}

async function descendantsOf(parent: number): Promise<readonly number[]> {
  const children = await childrenOf(parent)
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()]
}

const isRunning = (pid: number): boolean => existsSync(`/proc/${String(pid)}`)

test('--self-check prints the settings of the real window and ends', async () => {
  const { code, out } = await runDesk(['--self-check'])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    host: 'chromium',
    pdf: { isPdf: true },
    page: {
      isSecureContext: true,
      hasNode: false,
      deskIsFixed: true,
      htmlSinkBlocked: true,
      foreignFetchBlocked: true,
      popupBlocked: true,
      headers: { 'content-security-policy': expect.stringContaining("default-src 'none'") },
    },
  })
})

test('the preload script is one file that needs only Electron', async () => {
  const script = await readFile(new URL('../../out/preload/preload.cjs', import.meta.url), 'utf8')
  expect([...script.matchAll(/require\(["'](.+?)["']\)/g)].map(([, name]) => name)).toEqual(['electron'])
  expect(script).toContain('exposeInMainWorld')
})

test('an unknown flag, a wrong host and a missing browser are each reported in a sentence', async () => {
  const ends = await Promise.all([
    runDesk(['--colour=red']),
    runDesk(['--host=electron']),
    runDesk(['--headless'], { PATH: '/nowhere' }),
  ])
  expect(ends).toMatchObject([
    { code: 2, err: expect.stringMatching(/--colour[\s\S]*Usage/) },
    { code: 2, err: expect.stringContaining('--host=chromium') },
    { code: 1, err: expect.stringMatching(/No Chromium.*apt-get install chromium/) },
  ])
})

test('without a display it says so and mentions --headless', async () => {
  expect(await runDesk([])).toMatchObject({ code: 1, err: expect.stringMatching(/no display.*--headless/) })
})

test('a profile folder that can’t be used is named', async () => {
  const profilePath = `${entry}/profile`
  expect(await runDesk(['--headless', `--user-data=${profilePath}`])).toMatchObject({
    code: 1,
    err: expect.stringContaining(profilePath),
  })
})

test('with a debugging port it refuses a profile folder that was used without one, and opens no port', async () => {
  const used = await temporaryFolder()
  const flag = `--user-data=${used}`
  expect(await runDesk(['--self-check', flag])).toMatchObject({ code: 0 })
  const refused = await runDesk(['--headless', '--debug-port=0', '--sandbox', flag])
  expect(refused).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/can't start.*--user-data=DIR with a new folder/),
  })
  // A folder that was created with the port is accepted until a desk without the port has opened it.
  const own = await temporaryFolder()
  const first = await startDesk({ userData: own })
  await first.close()
  const second = await startDesk({ userData: own })
  await second.close()
  expect(await runDesk(['--self-check', `--user-data=${own}`])).toMatchObject({ code: 0 })
  expect(await runDesk(['--headless', '--debug-port=0', `--user-data=${own}`])).toMatchObject({ code: 1 })
})

test('credentials from its environment are not passed to the environment of any process', async () => {
  const service = await startSandboxProcess({ customers: 20, seed: 7, clientSecret: 'canary-secret' })
  onTestFinished(() => service.stop())
  const { baseUrl, segment, clientId } = service.info
  const env = { ESIM_DESK_CLIENT_ID: clientId, ESIM_DESK_CLIENT_SECRET: 'canary-secret', LC_TIME: 'C.UTF-8' }
  const desk = await startDesk({ args: ['--service', baseUrl, '--segment', segment], env })
  onTestFinished(() => desk.close())
  await searchField(desk.page).waitFor()
  const environments = await Promise.all(
    [desk.pid, ...(await descendantsOf(desk.pid))].map((pid) =>
      readFile(`/proc/${String(pid)}/environ`, 'latin1').catch(() => ''),
    ),
  )
  expect(environments.length).toBeGreaterThan(2)
  expect(environments[0]).toContain('LC_TIME=C.UTF-8')
  expect(
    environments.filter((environment) => environment.includes('canary-secret') || environment.includes(clientId)),
  ).toEqual([])
})

test('credentials in a private file connect the desk', async () => {
  const service = await startSandboxProcess({ customers: 20, seed: 7 })
  onTestFinished(() => service.stop())
  const { baseUrl, segment, clientId, clientSecret } = service.info
  const file = join(await temporaryFolder(), 'credentials.json')
  await writeFile(file, JSON.stringify({ clientId, clientSecret }), { mode: 0o600 })
  const desk = await startDesk({ args: ['--service', baseUrl, '--segment', segment, '--credentials-file', file] })
  onTestFinished(() => desk.close())
  await searchField(desk.page).waitFor()
})

test('it ends properly together with the sandbox and the browser, and leaves no window folder', async () => {
  const desk = await startDesk({ args: ['--sandbox', '--sandbox-customers=20'] })
  const sandboxes = await desk.sandboxPids()
  expect(sandboxes).toHaveLength(1)
  await desk.close()
  expect(desk.exitCode).toBe(0)
  expect(sandboxes.filter(isRunning)).toEqual([])
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`esim-desk-window-${String(desk.pid)}-`))).toEqual([])
})

test('when it is killed the sandbox ends too, and the next start removes its window folder', async () => {
  const userData = await temporaryFolder()
  // A temporary folder of its own, because every desk that starts sweeps the one in which all others have their
  // folders.
  const TMPDIR = await temporaryFolder()
  const windows = (): readonly string[] =>
    readdirSync(TMPDIR).filter((name) => name.startsWith(`esim-desk-window-${String(first.pid)}-`))
  const first = await startDesk({ userData, env: { TMPDIR }, args: ['--sandbox', '--sandbox-customers=20'] })
  const sandboxes = await first.sandboxPids()
  process.kill(first.pid, 'SIGKILL')
  await expect.poll(() => sandboxes.filter(isRunning)).toEqual([])
  await first.close()
  expect(windows()).toHaveLength(1)
  const second = await startDesk({ userData, env: { TMPDIR } })
  onTestFinished(() => second.close())
  await expect.poll(windows).toEqual([])
})

describe('the window', () => {
  const unused = sharedFreshDesk()

  test('its browser runs with every protection that the driver would switch off', async () => {
    const commandLines = await Promise.all((await childrenOf(unused().pid)).map((pid) => read(pid, 'cmdline')))
    const args = commandLines.find((line) => line.includes('--remote-debugging-pipe'))?.split('\0') ?? []
    for (const switchedOff of [
      '--disable-hang-monitor',
      '--disable-ipc-flooding-protection',
      '--disable-popup-blocking',
      '--disable-prompt-on-repost',
      '--unsafely-disable-devtools-self-xss-warnings',
      '--enable-unsafe-swiftshader',
      '--enable-automation',
      '--disable-web-security',
      '--allow-running-insecure-content',
      '--disable-site-isolation-trials',
    ])
      expect(args).not.toContain(switchedOff)
    // Only the last switch of a name counts.
    expect(args.filter((arg) => arg.startsWith('--blink-settings=')).at(-1)).toContain('dnsPrefetchingEnabled=false')
    expect(args.filter((arg) => arg.startsWith('--disable-features=')).at(-1)).not.toMatch(
      /HttpsUpgrades|StoragePartitioning/,
    )
    expect(args).toEqual(
      expect.arrayContaining([
        '--webrtc-ip-handling-policy=disable_non_proxied_udp',
        '--host-resolver-rules=MAP * ~NOTFOUND',
      ]),
    )
  })

  test('no script can create a policy of trusted types, under another name or a second time under that of Vue', async () => {
    const desk = unused()
    const created = await desk.page.evaluate(`['vue', 'default', 'evil'].filter((name) => {
      try { return trustedTypes.createPolicy(name, { createHTML: (text) => text }) } catch { return false }
    })`)
    expect(created).toEqual([])
  })

  test('a window that is navigated away returns to the desk, and it opens no other window', async () => {
    const desk = unused()
    await desk.page.evaluate(() => void window.open('https://example.com/'))
    await desk.page
      .evaluate(() => {
        window.location.href = 'https://example.com/'
      })
      .catch(() => undefined)
    await desk.page.getByRole('button', { name: 'Try the sandbox' }).waitFor()
    await expect
      .poll(() =>
        desk.page
          .context()
          .pages()
          .map((page) => new URL(page.url()).origin),
      )
      .toEqual(['https://desk.invalid'])
  })

  test('with a debugging port it connects to no service outside this machine', async () => {
    const desk = unused()
    const typed = { address: 'https://service.example', segment: 'service', clientId: 'id', clientSecret: 'secret' }
    const answer = await desk.page.evaluate(
      async (input) => await window.desk?.['connections']?.['test']?.(input),
      typed,
    )
    expect(answer).toMatchObject({ ok: false, error: { code: 'not_with_debug_port' } })
  })
})
