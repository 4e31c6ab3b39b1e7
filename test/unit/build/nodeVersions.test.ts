import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

// A plain script without types: what is used of it is named here.
const { isSafeNode, nodePackages }: {
  isSafeNode: (version: string) => boolean
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
  expect(Object.keys(nodePackages).sort()).toEqual(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'])
  for (const name of Object.values(nodePackages)) {
    const version = optionalDependencies[name] ?? 'missing'
    expect(isSafeNode(version), `${name} ${version}`).toBe(true)
    expect(packages[`node_modules/${name}`]?.version).toBe(version)
  }
})
