/**
 * A service whose answers are designed to exhaust the desk, on the built desk with a real keychain: a list of customers
 * of 249 KB that unpacks to 256 MB, read at every start, and a customer with thousands of packages.
 */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startDesk, type RunningDesk } from '../support/desk.ts'
import { startKeyring } from '../support/keyring.ts'
import { answerQuestion } from '../support/questions.ts'
import { freshDesk, goTo, heading, rowsOf, searchField } from './journey.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const megabyte = 1024 * 1024
/** Maximum bytes that a process may have had in memory. */
const maxMemory = 600 * megabyte
/** Milliseconds of wall-clock time, on a machine that may have other work. All packages at once took 19 seconds. */
const maxStall = 3000

/** Returns `[],[],…` of 256 MB as gzip, which is a thousandth of that. */
async function packedLists(): Promise<Buffer> {
  const gzip = createGzip({ level: 9 })
  const chunks: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(gzip, 'end')
  const block = Buffer.from('[],'.repeat(350_000))
  gzip.write('[')
  for (let bytes = 0; bytes + block.length < 256 * megabyte - 16; bytes += block.length) {
    if (!gzip.write(block)) await once(gzip, 'drain')
  }
  gzip.end('[]]')
  await ended
  return Buffer.concat(chunks)
}

interface Service {
  readonly address: string
  /** The number of requests for the list of customers so far. */
  readonly lists: () => number
}

async function startService(customers: (response: ServerResponse) => void, customer = ''): Promise<Service> {
  let lists = 0
  const server = createServer((request, response) => {
    request.resume()
    const { pathname } = new URL(request.url ?? '/', 'http://service')
    response.setHeader('content-type', 'application/json')
    if (pathname === '/reseller/authenticate')
      return response.end('{"accessToken":"token-of-the-service","expiresIn":86400}')
    if (pathname.endsWith('/products/inventory')) return response.end('{"items":[]}')
    if (pathname.endsWith('/activations/customers')) {
      lists += 1
      return customers(response)
    }
    if (customer !== '' && pathname.endsWith('/activations/customers/c1')) return response.end(customer)
    response.writeHead(404).end('{"message":"There is no such thing"}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const at = server.address()
  return {
    address: `http://127.0.0.1:${String(typeof at === 'object' && at !== null ? at.port : 0)}`,
    lists: () => lists,
  }
}

async function peakMemory({ pid }: RunningDesk): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8')
  return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]) * 1024
}

test('the desk survives a list that unpacks to 256 MB at every start, and asks before it reopens a connection after a crash', async () => {
  const keyring = await startKeyring()
  onTestFinished(() => keyring.stop())
  const bomb = await packedLists()
  expect(bomb.length).toBeLessThan(300 * 1024)
  const service = await startService((response) => response.setHeader('content-encoding', 'gzip').end(bomb))
  const userData = await temporaryFolder()
  const mark = join(userData, 'running')

  const first = await freshDesk({ userData, env: keyring.env })
  await first.page.getByLabel('Connection name', { exact: true }).fill('Acme Travel')
  await first.page.getByLabel('Service address', { exact: true }).fill(service.address)
  await first.page.getByLabel('Path segment', { exact: true }).fill('service')
  await first.page.getByLabel('Client ID', { exact: true }).fill('hostile-client')
  await first.page.getByLabel('Client secret', { exact: true }).fill('secret-of-hostile-client')
  await first.page.getByRole('button', { name: 'Connect', exact: true }).click()
  await answerQuestion(first, 'Connect to this service?')
  await searchField(first.page).waitFor()
  await first.page.getByText("The service's answer could not be read.").first().waitFor()
  await first.page.getByRole('link', { name: 'Inventory', exact: true }).click()
  await heading(first.page, 'Inventory').waitFor()
  expect(existsSync(mark)).toBe(true)
  expect(await peakMemory(first)).toBeLessThan(maxMemory)
  await first.close()
  expect(first.exitCode).toBe(0)
  expect(existsSync(mark)).toBe(false)

  /** As a person starts it: without a debugging port, so that it opens the last connection. */
  const start = async (): Promise<RunningDesk> => {
    const desk = await startDesk({
      host: 'electron-stand-in',
      standIn: { packaged: true },
      unattached: true,
      userData,
      env: keyring.env,
    })
    onTestFinished(() => desk.close())
    return desk
  }
  const text = async (desk: RunningDesk): Promise<string> =>
    String(await desk.standIn.command({ do: 'evaluate', expression: 'document.body.innerText' }).catch(() => ''))

  // The desk was closed properly, so the second one opens the connection automatically.
  const second = await start()
  await expect.poll(() => text(second)).toContain("The service's answer could not be read.")
  expect(await peakMemory(second)).toBeLessThan(maxMemory)
  process.kill(second.pid, 'SIGKILL')
  await second.ended()
  expect(existsSync(mark)).toBe(true)

  const before = service.lists()
  const third = await start()
  await expect
    .poll(() => text(third))
    .toContain('The desk was not closed properly the last time, so it has not opened the connection Acme Travel.')
  expect(JSON.parse(await readFile(join(userData, 'profiles.json'), 'utf8'))).toMatchObject({ open: null })
  expect(service.lists()).toBe(before)
  // A person may open it anyway, and the desk survives that as well.
  const click = `(() => {
    const button = document.querySelector('[aria-label="Open Acme Travel"]')
    button?.click()
    return button !== null
  })()`
  await expect.poll(() => third.standIn.command({ do: 'evaluate', expression: click })).toBe(true)
  await expect.poll(() => text(third)).toContain("The service's answer could not be read.")
  expect(service.lists()).toBeGreaterThan(before)
})

/** A customer with so many packages that a page of all of them would block the window for many seconds. */
function customerOf(packages: number): string {
  const size = { sizeValue: 3, sizeUnit: 'GB' }
  const activatedItems = Array.from({ length: packages }, (_, at) => ({
    uid: `item-${String(at)}`,
    metatag: `order-${String(at)}`,
    salesDate: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString(),
    balance: {
      activatedAt: '2026-01-01T00:00:00Z',
      expiresAt: '2099-12-31T00:00:00Z',
      activationMode: 'NOW',
      name: 'Europe 3 GB',
      size,
      availableBalance: size,
      validitySize: 30,
      validityUnit: 'days',
    },
  }))
  const esim = (at: number) => ({
    uid: `esim-${String(at)}`,
    iccid: `89480100000${String(at).padStart(8, '0')}`,
    imsi: null,
    state: 'INSTALLED',
    active: true,
    lastSeen: null,
    activatedAt: null,
  })
  return JSON.stringify({
    customer: { uid: 'c1', email: 'ada@example.org' },
    activatedItems,
    relatedEsims: Array.from({ length: 300 }, (_, at) => esim(at)),
  })
}

test('a customer with 5,000 packages is shown with their number and without blocking the window', async () => {
  const everything = customerOf(5000)
  const service = await startService(
    (response) => response.end('[{"customer":{"uid":"c1","email":"ada@example.org"}}]'),
    everything,
  )
  const { page, close } = await startDesk({
    args: ['--service', service.address, '--segment', 'service'],
    env: { ESIM_DESK_CLIENT_ID: 'client', ESIM_DESK_CLIENT_SECRET: 'secret-of-client' },
  })
  onTestFinished(close)
  await searchField(page).waitFor()
  await page.evaluate(
    `globalThis.stalls = []
    new PerformanceObserver((list) => stalls.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ entryTypes: ['longtask'] })`,
  )
  await goTo(page, 'customers/c1')
  await page.getByText('50 of 5,000 packages are shown.').waitFor()
  await page.getByText('The desk shows 200 of 300 profiles that the service lists for this customer.').waitFor()
  // One more than the packages, because of the header row.
  expect(await rowsOf(page, 'Packages').count()).toBe(51)
  await page.getByRole('button', { name: 'Show 50 more', exact: true }).click()
  await page.getByText('100 of 5,000 packages are shown.').waitFor()
  const stalls = z.array(z.number()).parse(await page.evaluate('stalls'))
  process.stdout.write(
    `a customer of 5,000 packages: longest stall of the window ${String(Math.round(Math.max(0, ...stalls)))} ms by the clock\n`,
  )
  expect(Math.max(0, ...stalls)).toBeLessThan(maxStall)
})
