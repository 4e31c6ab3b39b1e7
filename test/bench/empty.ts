/** An empty page through the desk's own launcher: what the start of the desk is compared with. Prints the ready line when it is there. */
import { keepCompiledCode } from '../../electron/host/chromium/codeCache.ts'

keepCompiledCode(import.meta.url)
const { createChromiumHost } = await import('../../electron/host/chromium/index.ts')
const host = createChromiumHost({ headless: true, debugPort: 0, width: 1280, height: 800, onTrouble: () => undefined })

const window = await host.openWindow({
  serve: () => Promise.resolve(new Response('<!doctype html><html lang="en"><title>Empty</title></html>', { headers: { 'content-type': 'text/html' } })),
  answer: () => Promise.resolve('{}'),
  title: 'Empty',
  width: 1280,
  height: 800,
})
window.onClosed(() => process.exit(0))
process.once('SIGTERM', () => void host.quit().then(() => process.exit(0)))
console.log(JSON.stringify({ ready: true, debugPort: host.debugPort() }))
