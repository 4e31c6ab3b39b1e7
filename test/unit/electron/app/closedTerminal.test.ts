/** A desk outlives the terminal it was started from, whatever it writes to it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const script = fileURLToPath(new URL('closedTerminal.ts', import.meta.url))

test('an error is shown once, although it cannot be written to the closed terminal', async () => {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect((await once(child, 'message'))[0]).toEqual({ ready: true })
  child.stdout?.destroy()
  child.stderr?.destroy()
  child.send('fail')
  expect((await once(child, 'message'))[0]).toEqual({ shown: 1 })
  expect(child.exitCode).toBeNull()
})
