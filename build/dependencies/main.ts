/** Checks the dependencies and writes the list of their licences, as build/dependencies/run.mjs describes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dependenciesOf, findDependencyProblems, licenseList } from './check.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'out', 'dependencies')
const dependencies = dependenciesOf(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
const problems = findDependencyProblems(dependencies)

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'licenses.txt'), licenseList(dependencies))
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
