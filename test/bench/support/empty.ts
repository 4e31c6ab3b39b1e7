/** An empty page in the desk's own launcher, as the baseline for the start of the desk. Only the bench builds it. */
import { keepCompiledCode } from '../../../electron/app/startup/compiledCode.ts'
import { policyHeaders } from '../../../electron/host/policy.ts'

keepCompiledCode(import.meta.url)
const { createChromiumHost } = await import('../../../electron/host/chromium/index.ts')
const size = { width: 1280, height: 800 }
const host = createChromiumHost({ headless: true, debugPort: 0, ...size, onTrouble: () => undefined })

const page = '<!doctype html><html lang="en"><title>Empty</title></html>'
const window = await host.openWindow({
  serve: () =>
    Promise.resolve(new Response(page, { headers: { ...policyHeaders, 'content-type': 'text/html; charset=utf-8' } })),
  answer: () => Promise.resolve('{}'),
  moneyInFlight: () => null,
  title: 'Empty',
  ...size,
})
const end = (): void => void host.quit(0).then(() => process.exit(0))
window.onClosed(end)
process.once('SIGTERM', end)
process.stdout.write(`${JSON.stringify({ ready: true, debugPort: host.debugPort() })}\n`)
