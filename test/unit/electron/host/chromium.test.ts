/**
 * The Chromium host with the real browser: what its window can do and what it cannot.
 *
 * @module-tag long
 */
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { toBuffer } from 'qrcode'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policyHeaders } from '../../../../electron/host/policy.ts'
import { type ChromiumHost, createChromiumHost, origin } from '../../../../electron/host/chromium/index.ts'
import type { DeskWindow, RawCall } from '../../../../electron/host/index.ts'
import { eventually } from '../../../support/eventually.ts'
import { rendererPids } from '../../../support/processes.ts'

const calls: RawCall[] = []
const requests: string[] = []
const troubles: string[] = []
let host: ChromiumHost
let window: DeskWindow
let closed = 0

/** The page reports to the test through the bridge: its script sends what it found as the operation's input. */
const pages: Readonly<Record<string, readonly [string, string]>> = {
  '/': ['text/html', '<!doctype html><title>eSIM Desk</title><h1>Desk</h1><script src="/page.js"></script>'],
  '/page.js': [
    'text/javascript',
    `
    desk.on('notice', (payload) => { void desk.settings.set({ received: payload }) })
    void desk.settings.set({ started: document.title, names: Object.keys(globalThis).filter((name) => name.startsWith('__desk')) })
  `,
  ],
}

async function serve(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  requests.push(pathname)
  const [type, body] = pages[pathname] ?? ['text/plain', '']
  return new Response(body, {
    status: pages[pathname] === undefined ? 404 : 200,
    headers: { ...policyHeaders, 'content-type': type },
  })
}

/** The inputs that the page has sent. */
function received(): readonly unknown[] {
  return calls.map(({ text }) => {
    const call: { input: unknown } = JSON.parse(text)
    return call.input
  })
}

beforeAll(async () => {
  host = createChromiumHost({
    headless: true,
    debugPort: null,
    width: 1000,
    height: 700,
    onTrouble: (what) => troubles.push(what),
  })
  window = await host.openWindow({
    serve,
    moneyInFlight: () => null,
    answer: (call) => {
      calls.push(call)
      return Promise.resolve('{"ok":true,"value":null}')
    },
    title: 'eSIM Desk',
    width: 1000,
    height: 700,
  })
  window.onClosed(() => (closed += 1))
  await eventually(() => expect(calls.length).toBeGreaterThan(0))
})
afterAll(() => host.quit(0))

/** The page reports where it is, and that it has no bridge. */
async function expectPaper(): Promise<void> {
  const asked: string[] = []
  const serve = (request: Request): Promise<Response> => {
    asked.push(request.url)
    const draw =
      'async (job) => { document.title = [location.origin, job.text, typeof globalThis.desk].join(" "); ' +
      'await fetch("drawn?" + document.title) }'
    return Promise.resolve(
      new Response(`<!doctype html><script>globalThis.drawSheets = ${draw}</script>`, {
        headers: { 'content-type': 'text/html' },
      }),
    )
  }
  const { signal } = new AbortController()
  const pdf = await host.renderPdf({ serve, job: '{"text":"sheet"}', pageSize: 'A4' }, signal)
  expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  expect(asked[0]).toBe(`${origin}/paper.html`)
  expect(asked).toContain(`${origin}/drawn`)
}

describe('the window', () => {
  test('its calls carry the origin and the frame as the browser knows them; no name of the wire is left in the page', () => {
    expect(received()).toContainEqual({ started: 'eSIM Desk', names: [] })
    expect(calls[0]).toMatchObject({ origin, isMainFrame: true })
  })

  test('events reach it', async () => {
    window.push(JSON.stringify({ event: 'notice', payload: { text: 'quotes " \' ` \u2028 </script>' } }))
    await expect.poll(received).toContainEqual({ received: { text: 'quotes " \' ` \u2028 </script>' } })
  })

  test('sheets are printed from a separate page', async () => {
    await expectPaper()
  })

  test('everything that is tried against it fails, and its settings show it', async () => {
    expect(await window.selfCheck()).toMatchObject({
      host: 'chromium',
      debugPort: null,
      page: {
        origin,
        isSecureContext: true,
        hasNode: false,
        deskIsFixed: true,
        htmlSinkBlocked: true,
        foreignFetchBlocked: true,
        foreignSocketBlocked: true,
        workerBlocked: true,
        popupBlocked: true,
        permissions: {
          camera: 'denied',
          microphone: 'denied',
          geolocation: 'denied',
          notifications: 'denied',
          clipboardRead: 'denied',
        },
      },
    })
  })

  test('the clipboard takes text, a link and a picture from the main process', async () => {
    const png = await toBuffer('LPA')
    await expect(
      host.writeClipboard({ text: 'LPA', html: '<a href="https://x.example">x</a>', png }),
    ).resolves.toBeUndefined()
  })

  test('it asks for nothing beyond its own origin', () => {
    expect(requests.every((path) => path in pages || path === '/favicon.ico')).toBe(true)
  })

  test('a window whose process has crashed is reloaded, and works as before', async () => {
    const before = calls.length
    for (const pid of await rendererPids(process.pid)) process.kill(pid, 'SIGKILL')
    await expect.poll(() => calls.length).toBeGreaterThan(before)
    expect(troubles).toContain('The window crashed and is being reloaded')
    expect(closed).toBe(0)
    await expectPaper()
    await expect(host.writeClipboard({ text: 'LPA' })).resolves.toBeUndefined()
  })

  test('its profile is a private folder of this process, which is deleted at the end, and closing is reported', async () => {
    const mine = (): readonly string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith(`esim-desk-window-${String(process.pid)}-`))
    expect(mine()).toHaveLength(1)
    await window.close()
    expect(mine()).toEqual([])
    expect(closed).toBe(1)
    expect(existsSync(tmpdir())).toBe(true)
  })
})
