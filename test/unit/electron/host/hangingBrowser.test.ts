/** The Chromium host with a browser that no longer reacts. */
import { expect, onTestFinished, test } from 'vitest'
import { createChromiumHost } from '../../../../electron/host/chromium/index.ts'
import { browserPids } from '../../../support/processes.ts'

test('a window that does not open in time is given up with a sentence, and the host ends without the browser', async () => {
  const host = createChromiumHost({
    headless: true,
    debugPort: null,
    width: 800,
    height: 600,
    onTrouble: () => undefined,
    openTimeoutMs: 300,
  })
  await host.spawned
  const browsers = await browserPids(process.pid)
  expect(browsers).toHaveLength(1)
  for (const pid of browsers) process.kill(pid, 'SIGSTOP')
  onTestFinished(() => {
    for (const pid of browsers) process.kill(pid, 'SIGKILL')
  })
  const opening = host.openWindow({
    serve: () => Promise.resolve(new Response('')),
    answer: () => Promise.resolve(''),
    title: 'eSIM Desk',
    width: 800,
    height: 600,
    moneyInFlight: () => null,
  })
  await expect(opening).rejects.toThrow('did not open the window')
  await host.quit(0)
})
