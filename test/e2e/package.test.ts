/**
 * The packaged desk, extracted from the archive of a real package and started from there on the stand-in for Electron:
 * all that it needs is inside. Whether Electron starts it from the archive can only be seen on a real machine.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractAll } from '@electron/asar'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startDesk, type RunningDesk } from '../support/desk.ts'
import { prepareDistributions, runPackaging } from '../support/package.ts'
import { connectedDesk, expectNoComplaints, openCustomer, searchField } from './journey.ts'

const host = 'electron-stand-in'
const extracted = await mkdtemp(join(tmpdir(), 'esim-desk-extracted-'))
afterAll(() => rm(extracted, { recursive: true, force: true, maxRetries: 5 }))
await extractPackage()

async function extractPackage(): Promise<void> {
  const { distributions, output, delete: remove } = await prepareDistributions()
  try {
    const target = ['--linux', `--${process.arch}`, '--dir']
    const run = await runPackaging([...target, `--electron-dist=${distributions}`, `--output=${output}`])
    if (run.code !== 0) throw new Error(`Packing failed.\n${run.output.slice(-4000)}`)
    const program = process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`
    extractAll(join(output, program, 'resources', 'app.asar'), extracted)
  } finally {
    await remove()
  }
}

/** The native modules that a process has loaded, by their paths. */
async function nativeModulesOf(pid: number): Promise<readonly string[]> {
  const maps = await readFile(`/proc/${String(pid)}/maps`, 'utf8')
  return [...new Set([...maps.matchAll(/\/\S+\.node$/gm)].map(([path]) => path))]
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
  expectNoComplaints(desk)
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

test('connected to a service it finds a customer and draws a QR code', async () => {
  const scene = await connectedDesk({ customers: 50, desk: { host, standIn: { folder: extracted } } })
  const { page } = scene
  const sample = await scene.itemSample('usedItem')
  await openCustomer(page, sample.uid, sample.email)
  await page.getByRole('button', { name: 'Show QR' }).first().click()
  await page.getByRole('img', { name: 'QR code of the activation code' }).waitFor()
  expectNoComplaints(scene.desk)
})
