/** `npm run desk` with an Electron that is a script: what is asked of the system before it starts, and what it is given. */
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { projectNode } from '../../support/projectNode.ts'

// A plain script without types: what is used of it is named here.
const { findSandboxProblem }: { findSandboxProblem: (start: { binary: string; isRoot: boolean }) => string | null } =
  await import('../../../build/electronSandbox.mjs' as string)
const desk = fileURLToPath(new URL('../../../build/desk.mjs', import.meta.url))
const isRoot = process.getuid?.() === 0

/** Prints its arguments and the two variables that must not reach it. */
const script = `#!/bin/sh
printf 'electron %s [%s] [%s]\\n' "$*" "$ELECTRON_RUN_AS_NODE" "$NODE_OPTIONS"
`

test('Electron starts where no browser is installed, without what an editor’s terminal sets', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'esim-desk-electron-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const binary = join(folder, 'electron')
  await writeFile(binary, script)
  await chmod(binary, 0o755)
  const child = spawn(projectNode, [desk, '--sandbox'], {
    // No browser and no package manager can be found.
    env: { PATH: '/nowhere', HOME: folder, ELECTRON_OVERRIDE_DIST_PATH: folder, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--no-warnings' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (out += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  const forbidden = findSandboxProblem({ binary, isRoot })
  if (forbidden !== null) return expect(out).toContain(forbidden)
  expect(out).toMatch(new RegExp(`^electron ${isRoot ? '--no-sandbox ' : ''}\\S+/out/main/main\\.js --sandbox \\[\\] \\[\\]$`, 'm'))
  expect(code).toBe(0)
})
