/**
 * Takes five pictures of the first sync of a large sandbox and writes them side by side into one file. It types into
 * the search meanwhile, so that the pictures show what is found already.
 *
 * `node test/support/filmStrip.ts FILE [CUSTOMERS]`, 200,000 customers by default
 */
import { writeFile } from 'node:fs/promises'
import { chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../electron/host/chromium/browsers.ts'
import { startDesk } from './desk.ts'
import { startSandboxProcess } from './sandbox.ts'

const [file, count = '200000'] = process.argv.slice(2)
if (file === undefined) throw new Error('Which file? node test/support/filmStrip.ts FILE [CUSTOMERS]')
const customers = Number(count)
/** The shares of the customers at which the pictures in the middle are taken. */
const shares = [0.25, 0.5, 0.75]
const typed = 'an'
const timeoutMs = 600_000

interface Picture {
  readonly title: string
  readonly png: Buffer
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Resolves once at least this many customers have arrived. */
async function untilArrived(page: Page, wanted: number): Promise<void> {
  const syncing = (least: number): boolean => {
    const { textContent: text } = document.body
    return Number(/Syncing: ([\d,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', '') ?? Infinity) >= least
  }
  await page.waitForFunction(syncing, wanted, { timeout: timeoutMs, polling: 50 })
}

async function pictures(page: Page, startedAt: number): Promise<readonly Picture[]> {
  const taken: Picture[] = []
  const take = async (title: string): Promise<void> => {
    taken.push({ title: `${seconds(startedAt)}: ${title}`, png: await page.screenshot() })
  }
  await page.getByRole('grid', { name: 'Customers' }).getByRole('row').nth(5).waitFor()
  await take('the first rows')
  await page.getByRole('searchbox', { name: 'Find a customer' }).fill(typed)
  for (const share of shares) {
    await untilArrived(page, share * customers)
    await take(`${String(share * 100)} % have arrived`)
  }
  await page
    .getByRole('button', { name: `${customers.toLocaleString('en')} customers` })
    .waitFor({ timeout: timeoutMs })
  await page.locator('mark').first().waitFor()
  await take('all are searchable')
  return taken
}

/** Lays the pictures out side by side in a browser of its own, and returns the picture of that. */
async function strip(taken: readonly Picture[]): Promise<Buffer> {
  const executablePath = findBrowser(process.platform, process.env)
  if (executablePath === null) throw new Error('No browser is installed')
  const cells = taken.map(
    ({ title, png }) => `<figure><img src="data:image/png;base64,${png.toString('base64')}">
      <figcaption>${title}</figcaption></figure>`,
  )
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
  try {
    const page = await browser.newPage()
    await page.setContent(`<!doctype html><style>
        body { display: flex; gap: 8px; margin: 8px; font: 13px sans-serif; background: white; width: max-content }
        figure { margin: 0 } img { width: 440px; border: 1px solid #ccc; display: block } figcaption { padding: 6px 2px }
      </style>${cells.join('')}`)
    return await page.locator('body').screenshot()
  } finally {
    await browser.close()
  }
}

const sandbox = await startSandboxProcess({ customers, seed: 7 })
const { baseUrl, segment, clientId, clientSecret } = sandbox.info
const startedAt = performance.now()
const desk = await startDesk({
  args: ['--service', baseUrl, '--segment', segment],
  env: { ESIM_DESK_CLIENT_ID: clientId, ESIM_DESK_CLIENT_SECRET: clientSecret },
  viewport: { width: 900, height: 600 },
})
try {
  await writeFile(file, await strip(await pictures(desk.page, startedAt)))
} finally {
  await desk.close()
  await sandbox.stop()
}
