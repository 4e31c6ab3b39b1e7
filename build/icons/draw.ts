/**
 * Draws every icon of the program from the two SVG files beside this module, in the installed Chromium: PNG files for
 * Linux, `icon.ico` for Windows and `icon.icns` for macOS. The results are committed, so that packing needs no browser.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IconIcns, IconIco } from '@shockpkg/icon-encoder'
import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from '../../electron/host/chromium/browsers.ts'
import { icnsTypes, icoSizes, largestSimplified, linuxSizes } from './sizes.ts'

const folder = import.meta.dirname
const detailed = readFileSync(join(folder, 'icon.svg'), 'utf8')
const simplified = readFileSync(join(folder, 'icon-small.svg'), 'utf8')

/** Only macOS expects a margin around the plate; elsewhere it would make the icon smaller than its neighbours. */
const withoutMargin = detailed.replace('viewBox="0 0 1024 1024"', 'viewBox="76 76 872 872"')

/** Renders a drawing with a transparent background. */
async function render(browser: Browser, svg: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size }, deviceScaleFactor: 1 })
  const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  await page.setContent(`<style>body{margin:0}img{display:block}</style><img width="${String(size)}" src="${address}">`)
  await page.locator('img').evaluate((image: HTMLImageElement) => image.decode())
  const png = await page.screenshot({ omitBackground: true })
  await page.close()
  return png
}

function drawingFor(size: number, platform: 'macos' | 'other'): string {
  if (size <= largestSimplified) return simplified
  return platform === 'macos' ? detailed : withoutMargin
}

async function drawPngs(browser: Browser): Promise<ReadonlyMap<number, Buffer>> {
  mkdirSync(join(folder, 'png'), { recursive: true })
  const pngs = new Map<number, Buffer>()
  for (const size of linuxSizes) {
    const png = await render(browser, drawingFor(size, 'other'), size)
    pngs.set(size, png)
    writeFileSync(join(folder, 'png', `${String(size)}x${String(size)}.png`), png)
  }
  return pngs
}

async function encodeIco(pngs: ReadonlyMap<number, Buffer>): Promise<Uint8Array> {
  const ico = new IconIco()
  for (const size of icoSizes) {
    const png = pngs.get(size)
    if (png === undefined) throw new Error(`No PNG of ${String(size)} pixels was drawn`)
    await ico.addFromPng(png)
  }
  return ico.encode()
}

async function encodeIcns(browser: Browser): Promise<Uint8Array> {
  const icns = new IconIcns()
  icns.toc = true
  for (const { type, size } of icnsTypes)
    await icns.addFromPng(await render(browser, drawingFor(size, 'macos'), size), [type])
  return icns.encode()
}

const executablePath = findBrowser(process.platform, process.env)
if (executablePath === null) throw new Error('Drawing the icons needs Chromium, Chrome or Edge; none is installed.')
const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
try {
  writeFileSync(join(folder, 'icon.ico'), await encodeIco(await drawPngs(browser)))
  writeFileSync(join(folder, 'icon.icns'), await encodeIcns(browser))
} finally {
  await browser.close()
}
