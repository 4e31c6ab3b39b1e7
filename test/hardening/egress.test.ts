/**
 * A script in the desk's window cannot reach another program. It tries every method that a page has against real TCP
 * and UDP listeners, and none of them receives anything. The same script in an ordinary page reaches most of them,
 * which proves that the listeners work.
 */
import { createSocket } from 'node:dgram'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { chromium, type Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { findBrowser } from '../../electron/host/chromium/browsers.ts'
import { startDesk } from '../support/desk.ts'
import { navigatingMethods, pageMethods, type Target } from './egressMethods.ts'

interface Listener {
  readonly target: Target
  /** Returns the number of connections and packets that arrived. */
  readonly received: () => number
}

/** Starts one pair of listeners for each method, so that the test knows which method was open. */
async function listen(method: string): Promise<Listener> {
  let received = 0
  const server = createServer((socket) => {
    received += 1
    socket.on('error', () => undefined)
    socket.once('data', () =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
    )
  })
  const socket = createSocket('udp4', () => (received += 1))
  server.listen(0, '127.0.0.1')
  socket.bind(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(socket, 'listening')])
  onTestFinished(() => {
    server.close()
    socket.close()
  })
  const { port } = server.address() as AddressInfo // a TCP server's address has this form
  const target = {
    tcp: `127.0.0.1:${String(port)}`,
    udp: `127.0.0.1:${String(socket.address().port)}`,
    secret: `canary-${method.replaceAll(/\W/g, '-')}`,
  }
  return { target, received: () => received }
}

/** The time to wait for data, in milliseconds: no event reports a failed method, and the slowest takes a second. */
const waitMs = 4000

/** Tries all methods; returns the names of those by which something was received. */
async function tryMethods(
  page: Page,
  returnToPage: (method: Listener) => PromiseLike<unknown>,
): Promise<readonly string[]> {
  const listeners = new Map<string, Listener>()
  const call = async (
    name: string,
    source: string,
  ): Promise<{ readonly listener: Listener; readonly text: string }> => {
    const listener = await listen(name)
    listeners.set(name, listener)
    return { listener, text: `(async () => (${source})(${JSON.stringify(listener.target)}))()` }
  }
  const calls = await Promise.all(
    Object.entries(pageMethods).map(async ([name, source]) => (await call(name, source)).text),
  )
  const limit = `new Promise((resolve) => setTimeout(resolve, ${String(waitMs)}))`
  await page.evaluate(
    `Promise.all([${limit}, Promise.race([${limit}, Promise.allSettled([${calls.join(',\n')}])])]).then(() => undefined)`,
  )
  for (const [name, source] of Object.entries(navigatingMethods)) {
    const { listener, text } = await call(name, source)
    await page.evaluate(`${text}.then(() => undefined)`).catch(() => undefined)
    await returnToPage(listener)
  }
  await page.evaluate(limit)
  return [...listeners]
    .filter(([, { received }]) => received() > 0)
    .map(([name]) => name)
    .sort()
}

test('no script in the window sends anything to another program by any method', async () => {
  const desk = await startDesk()
  onTestFinished(() => desk.close())
  const { page } = desk
  await page.getByRole('button', { name: 'Try the sandbox' }).waitFor()
  // The driver's own wait does not resolve on a page whose navigation was refused.
  const isHome = (): Promise<unknown> =>
    page.evaluate("location.origin === 'https://desk.invalid' && document.readyState === 'complete'").catch(() => false)
  expect(await tryMethods(page, () => expect.poll(isHome).toBe(true))).toEqual([])
})

test('the same script in an ordinary page reaches most listeners, including those for WebRTC', async () => {
  const executablePath = findBrowser(process.platform, process.env)
  if (executablePath === null) throw new Error('No browser is installed')
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
  onTestFinished(() => browser.close())
  const site = createServer(
    (socket) =>
      void socket.once('data', () =>
        socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<!doctype html><body></body>',
        ),
      ),
  )
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  onTestFinished(() => void site.close())
  const page = await browser.newPage()
  const address = `http://127.0.0.1:${String((site.address() as AddressInfo).port)}/` // A TCP server's address has this form.
  await page.goto(address)
  const received = await tryMethods(page, async (method) => {
    await page.waitForURL((url) => url.host === method.target.tcp)
    await page.goto(address)
  })
  expect(received).toEqual(expect.arrayContaining(expectedMethods))
})

const expectedMethods = [
  'fetch',
  'fetch with keepalive',
  'XMLHttpRequest',
  'sendBeacon',
  'WebSocket',
  'EventSource',
  'WebTransport',
  'image',
  'script',
  'module script',
  'inline script',
  'style @import',
  'style with a picture',
  'style with a font',
  'FontFace',
  'link stylesheet',
  'link prefetch',
  'link preload',
  'iframe',
  'video',
  'ping attribute',
  'form into a frame',
  'window.open',
  'worker with importScripts',
  'shared worker',
  ...Object.keys(navigatingMethods),
  'WebRTC, relay over UDP',
  'WebRTC, relay over TCP',
  'WebRTC, candidate over UDP',
  'WebRTC, candidate over TCP',
]
