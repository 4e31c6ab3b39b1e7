/** A program that a script runs ends when npm is killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { projectNode } from '../../support/projectNode.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const library = pathToFileURL(join(import.meta.dirname, '../../../build/lib.mjs')).href

test('a program ends by itself when npm, which runs its script, is killed', async () => {
  const ended = join(await temporaryFolder(), 'ended')
  const program = `
    const end = () => process.exit(fs.writeFileSync(process.argv[1], ''))
    process.stdin.resume().once('end', end)
    process.once('SIGTERM', end)
    process.stdout.write('up')`
  const script =
    `import { runWhileHere } from ${JSON.stringify(library)}\n` +
    `await runWhileHere(process.execPath, ['--eval', ${JSON.stringify(program)}, ${JSON.stringify(ended)}], process.env)`
  // Npm starts its script in a shell, and is killed without a chance to end it.
  const args = JSON.stringify(['--input-type=module', '--eval', script])
  const npm = `require('node:child_process').spawn(process.execPath, ${args}, { stdio: 'inherit' })`
  const child = spawn(projectNode, ['--eval', npm], {
    env: { npm_command: 'run', PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  expect(existsSync(ended)).toBe(false)
  child.kill('SIGKILL')
  await eventually(() => expect(existsSync(ended)).toBe(true))
})
