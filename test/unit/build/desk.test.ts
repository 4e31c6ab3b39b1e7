/**
 * `npm run desk` and `npm start` with a script in place of Electron: what it is started with, and what is printed.
 *
 * @module-tag long
 */
import { spawn } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { projectNode } from '../../support/projectNode.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

// A plain script without types: what is used of it is named here.
const { findSandboxProblem }: { findSandboxProblem: (start: { binary: string; isRoot: boolean }) => string | null } =
  await import('../../../build/electron/sandbox.mjs' as string)
const isRoot = process.getuid?.() === 0

interface Run {
  readonly code: unknown
  readonly out: string
  /** Why this machine cannot start Electron, or null. */
  readonly forbidden: string | null
}

/** Runs a script of `build/` with this shell script in place of Electron. */
async function runWith(
  electron: string,
  name: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Run> {
  const folder = await temporaryFolder()
  const binary = join(folder, 'electron')
  await writeFile(binary, electron)
  await chmod(binary, 0o755)
  const script = fileURLToPath(new URL(`../../../build/${name}`, import.meta.url))
  const child = spawn(projectNode, [script, ...flags], {
    env: { HOME: folder, ELECTRON_OVERRIDE_DIST_PATH: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (out += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, out, forbidden: findSandboxProblem({ binary, isRoot }) }
}

/** Prints its arguments and the two variables that must not reach it. */
const echo = `#!/bin/sh
printf 'electron %s [%s] [%s]\\n' "$*" "$ELECTRON_RUN_AS_NODE" "$NODE_OPTIONS"
`

test('Electron starts without an installed browser, and without the variables that an editor’s terminal sets', async () => {
  // No browser and no package manager can be found.
  const { code, out, forbidden } = await runWith(echo, 'desk.mjs', ['--sandbox'], {
    PATH: '/nowhere',
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: '--no-warnings',
  })
  if (forbidden !== null) return expect(out).toContain(forbidden)
  expect(out).toMatch(
    new RegExp(`^electron ${isRoot ? '--no-sandbox ' : ''}\\S+/out/main/main\\.js --sandbox \\[\\] \\[\\]$`, 'm'),
  )
  expect(code).toBe(0)
})

test('a start while a desk is running only reports that one is running', async () => {
  const sentence = 'eSIM Desk is already running with this profile folder: its window comes forward.'
  const { PATH = '' } = process.env
  const { code, out, forbidden } = await runWith(`#!/bin/sh\necho '${sentence}' >&2\nexit 3\n`, 'start.mjs', [], {
    PATH,
    DISPLAY: ':0',
  })
  if (forbidden !== null) return expect(out).toContain(forbidden)
  expect(out.trim()).toBe(sentence)
  expect(code).toBe(3)
})
