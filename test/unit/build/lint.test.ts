/** A promise that nothing waits for is found in a component, in a test and in a script of the build. */
import { execFile } from 'node:child_process'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { projectNode } from '../../support/projectNode.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const { lintComponents }: { lintComponents: (project: string) => Promise<{ code: number; text: string }> } =
  await import('../../../build/lint/components.mjs' as string)

const root = fileURLToPath(new URL('../../..', import.meta.url))
const planted = 'const wait = async () => {}\nwait()\n'

/** A project with the settings of this one, and with these files alone. */
async function projectOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder()
  for (const name of [
    '.oxlintrc.json',
    'package.json',
    'tsconfig.base.json',
    'test/tsconfig.json',
    'build/tsconfig.json',
  ])
    await cp(join(root, name), join(folder, name))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

test('in a component, at its line', async () => {
  const folder = await projectOf({
    'renderer/features/Planted.vue': `<script setup lang="ts">\n${planted}</script>\n\n<template><p /></template>\n`,
    'shared/empty.ts': 'export {}\n',
  })
  await cp(join(root, 'renderer', 'tsconfig.json'), join(folder, 'renderer', 'tsconfig.json'))
  const { code, text } = await lintComponents(folder)
  expect(text).toMatch(/^renderer\/features\/Planted\.vue:3:1: .*no-floating-promises/m)
  expect(code).toBe(1)
})

test('in a test and in a script of the build', async () => {
  const folder = await projectOf({ 'test/unit/planted.test.ts': planted, 'build/planted.mjs': planted })
  const args = [
    join(root, 'node_modules/oxlint/bin/oxlint'),
    '--type-aware',
    '--deny-warnings',
    '--format=unix',
    'test',
    'build',
  ]
  const output = await new Promise<string>((resolve) =>
    execFile(projectNode, args, { cwd: folder }, (_error, stdout) => resolve(stdout)),
  )
  expect(output).toMatch(/test\/unit\/planted\.test\.ts:2:1: .*no-floating-promises/)
  expect(output).toMatch(/build\/planted\.mjs:2:1: .*no-floating-promises/)
})
