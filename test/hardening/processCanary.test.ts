/**
 * No command line and no environment of a process of the desk contains a secret, a token, an activation code or a
 * customer's address. The tests read them repeatedly while the desk is used, so that they also find processes that run
 * only for a moment. They read /proc, so they run on Linux only.
 */
import { readFile } from 'node:fs/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Page } from 'playwright-core'
import { choose, heading, paste, rowsOf } from '../e2e/journey.ts'
import { type RunningDesk, startDesk } from '../support/desk.ts'
import { processesOf } from '../support/processes.ts'
import { answerQuestion } from '../support/questions.ts'
import { type Shop, shopSegment, startShopOf } from '../support/shop.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const canaries = {
  clientId: 'shop-canary-client',
  clientSecret: 'canary-secret/+1',
  token: 'canary.token-of~the_service',
  matchingId: 'K2CANARY0X7Q9ZT4B1LM8W',
  address: 'smdp.canary.example',
  email: 'ada.canary@customer.example',
} as const
const basic = Buffer.from(`${canaries.clientId}:${canaries.clientSecret}`).toString('base64')

/** The values themselves, and their forms in addresses, JSON and headers. */
const traces = [
  ...new Set(
    [...Object.values(canaries), basic].flatMap((value) => [
      value,
      encodeURIComponent(value),
      JSON.stringify(value).slice(1, -1),
      Buffer.from(value).toString('base64'),
    ]),
  ),
]

interface Findings {
  /** The kinds of processes whose command line or environment could be read: `main, environ`. */
  readonly kinds: ReadonlySet<string>
  /** The canaries that were found: `renderer, environ: canary-secret`. */
  readonly found: ReadonlySet<string>
}

/** Returns null if the process has ended, or if the system hides it from other processes of its user. */
const read = (pid: number, file: 'cmdline' | 'environ'): Promise<string | null> =>
  readFile(`/proc/${String(pid)}/${file}`, 'latin1').catch(() => null)

/** Inspects the processes repeatedly until it is stopped. */
function watchProcesses(desk: RunningDesk): { readonly stop: () => Promise<Findings> } {
  const kinds = new Set<string>()
  const found = new Set<string>()
  let isOver = false
  const inspect = async (): Promise<void> => {
    for (const { pid, kind } of await processesOf(desk.pid)) {
      for (const file of ['cmdline', 'environ'] as const) {
        const text = await read(pid, file)
        if (text !== null) kinds.add(`${kind}, ${file}`)
        for (const trace of traces) if (text?.includes(trace) === true) found.add(`${kind}, ${file}: ${trace}`)
      }
    }
  }
  const inspecting = (async () => {
    do {
      await inspect()
      await new Promise((resolve) => setTimeout(resolve, 50))
    } while (!isOver)
    await inspect()
  })()
  onTestFinished(async () => {
    isOver = true
    await inspecting
  })
  return {
    async stop() {
      isOver = true
      await inspecting
      return { kinds, found }
    },
  }
}

/** Finds the customer by e-mail, and delivers the code in every way that starts a page or a program. */
async function useEverything(page: Page): Promise<void> {
  await rowsOf(page, 'Customers').filter({ hasText: canaries.email }).waitFor()
  await paste(page, canaries.email)
  await heading(page, canaries.email).waitFor()
  const card = page.getByRole('region', { name: /^eSIM / }).first()
  await card.getByRole('button', { name: 'Show QR', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  await dialog.getByRole('button', { name: 'Save PDF', exact: true }).click()
  await dialog.getByText(/^Saved as /).waitFor()
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await expect.poll(() => dialog.getByRole('button', { name: 'Print', exact: true }).isEnabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await choose(card, 'More', 'Copy: Activation code')
  await page.getByText('Activation code copied').waitFor()
}

async function startService(): Promise<Shop> {
  const esims = [{ activationCode: `LPA:1$${canaries.address}$${canaries.matchingId}` }]
  const shop = await startShopOf([{ customer: { email: canaries.email }, esims }], canaries.token)
  onTestFinished(() => shop.close())
  return shop
}

async function start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<RunningDesk> {
  const home = await temporaryFolder()
  const desk = await startDesk({ args, env: { HOME: home, ...env } })
  onTestFinished(() => desk.close())
  return desk
}

async function typeConnection({ page }: RunningDesk, address: string): Promise<void> {
  await page.getByLabel('Connection name', { exact: true }).fill('Acme Travel')
  await page.getByLabel('Service address', { exact: true }).fill(address)
  await page.getByLabel('Path segment', { exact: true }).fill(shopSegment)
  await page.getByLabel('Client ID', { exact: true }).fill(canaries.clientId)
  await page.getByLabel('Client secret', { exact: true }).fill(canaries.clientSecret)
}

function expectNoCanary({ kinds, found }: Findings): void {
  expect([...found]).toEqual([])
  const expectedKinds = ['main', 'browser', 'zygote', 'renderer'].flatMap((kind) => [`${kind}, cmdline`])
  expect([...kinds]).toEqual(expect.arrayContaining([...expectedKinds, 'main, environ', 'browser, environ']))
}

describe.runIf(process.platform === 'linux')(
  'no command line or environment of the processes contains a canary',
  () => {
    test('of a desk that was started with credentials in its environment', async () => {
      const shop = await startService()
      const { clientId, clientSecret } = canaries
      const desk = await start(['--service', shop.baseUrl, '--segment', shopSegment], {
        ESIM_DESK_CLIENT_ID: clientId,
        ESIM_DESK_CLIENT_SECRET: clientSecret,
      })
      const watching = watchProcesses(desk)
      await useEverything(desk.page)
      expectNoCanary(await watching.stop())
    })

    test('of a desk whose credentials were typed into its window', async () => {
      const shop = await startService()
      const desk = await start([], {})
      const watching = watchProcesses(desk)
      await typeConnection(desk, shop.baseUrl)
      await desk.page.getByRole('button', { name: 'Connect', exact: true }).click()
      await answerQuestion(desk, 'Connect to this service?')
      await useEverything(desk.page)
      expectNoCanary(await watching.stop())
    })
  },
)
