/**
 * The packaged desk, extracted from the archive of a real package and started from there on the stand-in for Electron:
 * it contains everything that it needs. Whether Electron starts it from the archive can only be tested on a real
 * machine.
 */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractAll } from '@electron/asar'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startDesk, type RunningDesk } from '../support/desk.ts'
import { prepareDistributions, runPackaging } from '../support/package.ts'
import { connectedDesk, expectNoConsoleErrors, openCustomer, searchField } from './journey.ts'

const host = 'electron-stand-in'
const extracted = await mkdtemp(join(tmpdir(), 'esim-desk-extracted-'))
afterAll(() => rm(extracted, { recursive: true, force: true, maxRetries: 5 }))
await extractPackage()

async function extractPackage(): Promise<void> {
  const { flags, output, delete: remove } = await prepareDistributions()
  try {
    const run = await runPackaging(['--linux', `--${process.arch}`, '--dir', ...flags])
    if (run.code !== 0) throw new Error(`Packing failed.\n${run.output.slice(-4000)}`)
    const program = process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`
    extractAll(join(output, program, 'resources', 'app.asar'), extracted)
  } finally {
    await remove()
  }
}

/** The paths of the native modules that a process has loaded. */
async function nativeModulesOf(pid: number): Promise<readonly string[]> {
  const maps = await readFile(`/proc/${String(pid)}/maps`, 'utf8')
  const paths = maps.split('\n').map((line) => line.slice(Math.max(0, line.indexOf('/'))))
  return [...new Set(paths.filter((path) => path.endsWith('.node')))]
}

async function expectOwnNativeModules(desk: RunningDesk, module: string): Promise<void> {
  const loaded = await nativeModulesOf(desk.pid)
  expect(loaded).toContainEqual(expect.stringContaining(module))
  expect(loaded.filter((path) => !path.startsWith(`${extracted}/node_modules/`))).toEqual([])
}

test('the packaged desk starts with its own database and its embedded sandbox', async () => {
  const desk = await startDesk({ host, standIn: { folder: extracted }, args: ['--sandbox', '--sandbox-customers=20'] })
  onTestFinished(() => desk.close())
  await searchField(desk.page).waitFor()
  await desk.page
    .getByText(/20 customers/)
    .first()
    .waitFor()
  await expectOwnNativeModules(desk, 'better-sqlite3-multiple-ciphers')
  const [sandbox] = await desk.sandboxPids()
  expect(await readFile(`/proc/${String(sandbox)}/cmdline`, 'utf8')).toContain(
    join(extracted, 'out', 'main', 'sandbox.js'),
  )
  expectNoConsoleErrors(desk)
})

test('it starts as a packaged program, too', async () => {
  const desk = await startDesk({
    host,
    standIn: { folder: extracted, packaged: true },
    unattached: true,
    args: ['--sandbox'],
  })
  onTestFinished(() => desk.close())
  await expect.poll(() => desk.sandboxPids()).toHaveLength(1)
  await desk.standIn.command({ do: 'quit' })
  expect(await desk.ended()).toBe(0)
})

test('it connects to a service, finds a customer and draws a QR code', async () => {
  const scene = await connectedDesk({ customers: 50, desk: { host, standIn: { folder: extracted } } })
  const { page } = scene
  const sample = await scene.itemSample('usedItem')
  await openCustomer(page, sample.uid, sample.email)
  await page.getByRole('button', { name: 'Show QR' }).first().click()
  await page.getByRole('img', { name: 'QR code of the activation code' }).waitFor()
  expectNoConsoleErrors(scene.desk)
})

test('every module that it imports is inside its archive and loads', async () => {
  const files = globSync('out/{main,preload}/**/*.{js,cjs}', { cwd: extracted })
  const names = new Set(files.flatMap((file) => importsOf(readFileSync(join(extracted, file), 'utf8'))))
  expect([...names]).toEqual(expect.arrayContaining(['better-sqlite3-multiple-ciphers', 'electron-updater', 'keytar']))
  const list = JSON.stringify([...names])
  const script = `for (const name of ${list}) { await import(name); console.log(import.meta.resolve(name)) }`
  await writeFile(join(extracted, 'loadAll.mjs'), script)
  const standIn = fileURLToPath(new URL('../support/electronStandIn/register.ts', import.meta.url))
  const args = ['--import', standIn, join(extracted, 'loadAll.mjs')]
  const addresses = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n')
  expect(addresses.filter((address) => !address.startsWith(`file://${extracted}/node_modules/`))).toEqual([])
})

/** The packages that a built module imports. Those of Node and Electron are always available. */
function importsOf(source: string): readonly string[] {
  const statements = source.matchAll(/^[ \t]*(?:import|export)\b[^'"\n]*?from\s*["']([^"'.][^"']*)["']/gm)
  const calls = source.matchAll(/\b(?:import|require)\(["']([^"'.][^"']*)["']\)/g)
  const names = [...statements, ...calls].map(([, name = '']) => name)
  return names.filter((name) => !name.startsWith('node:') && name !== 'electron')
}
