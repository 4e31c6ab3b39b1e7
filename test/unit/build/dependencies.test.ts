/** The rules for dependencies: the project's own lock file keeps them, and each kind of breach is found. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dependenciesOf, findDependencyProblems, licenseList } from '../../../build/dependencies/check.ts'
import { knownInstallScripts } from '../../../build/dependencies/rules.ts'

const file = new URL('../../../package-lock.json', import.meta.url)
const own = async () => dependenciesOf(JSON.parse(await readFile(file, 'utf8')))

const good = { version: '1.0.0', license: 'MIT', integrity: 'sha512-AAAA' }
const problemsOf = (entry: object): readonly string[] =>
  findDependencyProblems(dependenciesOf({ packages: { '': {}, 'node_modules/a': { ...good, ...entry } } }))

test('the lock file of the project keeps the rules', async () => {
  const dependencies = await own()
  expect(dependencies.length).toBeGreaterThan(500)
  expect(findDependencyProblems(dependencies)).toEqual([])
})

test('every install script that the rules know is still there', async () => {
  const scripts = (await own()).filter(({ hasInstallScript }) => hasInstallScript)
  expect(scripts.map(({ name }) => name.replace(/^@github\//, '')).toSorted()).toEqual(Object.keys(knownInstallScripts))
})

test.each([
  ['GPL-3.0-only', ['a 1.0.0 is under GPL-3.0-only, which nobody has accepted. See build/dependencies/rules.ts.']],
  ['MIT AND GPL-3.0-only', [expect.stringContaining('MIT AND GPL-3.0-only')]],
  ['SEE LICENSE IN terms.txt', [expect.stringContaining('SEE LICENSE')]],
  ['(MIT OR GPL-3.0-only)', []],
  ['MIT', []],
])('a package under %s', (license, problems) => {
  expect(problemsOf({ license })).toEqual(problems)
})

test('a package without a licence, without a checksum or with a weak one is refused', () => {
  expect(problemsOf({ license: undefined })).toEqual(['a 1.0.0 names no licence.'])
  const noChecksum = ['a 1.0.0 has no SHA-512 checksum in package-lock.json.']
  expect(problemsOf({ integrity: undefined })).toEqual(noChecksum)
  expect(problemsOf({ integrity: 'sha1-AAAA' })).toEqual(noChecksum)
})

test('an install script that nobody has reviewed is refused, and one of an alias counts as that of its package', () => {
  expect(problemsOf({ hasInstallScript: true })).toEqual([expect.stringContaining('a 1.0.0 brings an install script')])
  expect(problemsOf({ hasInstallScript: true, name: '@github/keytar' })).toEqual([])
})

test('the list names every package once below its licence', () => {
  const packages = { 'node_modules/b': good, 'node_modules/a': { ...good, license: 'ISC' }, 'node_modules/c': good }
  expect(licenseList(dependenciesOf({ packages }))).toBe('ISC\n  a 1.0.0\n\nMIT\n  b 1.0.0\n  c 1.0.0\n')
})
