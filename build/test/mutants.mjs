/**
 * `npm run mutants [-- NAME …]`: makes small mistakes in the rules and in the money operations, one at a time, and
 * checks that the unit tests notice them. NAME is a part of test/mutants/parts.mjs. The last line is the result over
 * all parts that ran; at least nine of ten mutants have to be noticed.
 */
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { parts } from '../../test/mutants/parts.mjs'
import { at, main, projectEnvironment, runTool, say, Stop } from '../lib.mjs'
import { ensureReady } from '../setup.mjs'

const least = 90
const noticed = new Set(['Killed', 'Timeout'])
const counted = new Set([...noticed, 'Survived', 'NoCoverage'])

function read(report) {
  if (!existsSync(report)) throw new Stop(`There is no report ${report}: see above.`)
  const states = Object.values(JSON.parse(readFileSync(report, 'utf8')).files).flatMap(({ mutants }) =>
    mutants.map(({ status }) => status),
  )
  return {
    noticed: states.filter((state) => noticed.has(state)).length,
    all: states.filter((state) => counted.has(state)).length,
  }
}

const moduleFolder = 'electron/operations'
const inNoPart = () =>
  globSync(`${moduleFolder}/**/*.ts`, { cwd: at('.') })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('/index.ts') && !parts.some(({ files }) => files.includes(file)))

const share = (of) => `${((100 * of.noticed) / of.all).toFixed(1)} % (${of.noticed} of ${of.all})`

await main(async () => {
  await ensureReady(['desk', 'browser', 'tests'])
  const missing = inNoPart()
  if (missing.length > 0) throw new Stop(`No part has ${missing.join(', ')}: test/mutants/parts.mjs.`)
  const wanted = process.argv.slice(2)
  const chosen = parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  if (wanted.some((each) => !parts.some(({ name }) => name === each)))
    throw new Stop(`The parts are ${parts.map(({ name }) => name).join(', ')}.`)
  const sums = { noticed: 0, all: 0 }
  const lines = []
  for (const { name } of chosen) {
    const report = at('test-results', `mutants-${name}.json`)
    rmSync(report, { force: true })
    await runTool('@stryker-mutator/core/bin/stryker.js', ['run', 'test/mutants/stryker.config.mjs'], {
      env: { ...projectEnvironment(), ESIM_DESK_MUTANTS: name },
    })
    const of = read(report)
    sums.noticed += of.noticed
    sums.all += of.all
    lines.push(`${name.padEnd(10)} ${share(of)}`)
  }
  lines.forEach(say)
  process.stdout.write(`mutants noticed: ${share(sums)}, at least ${least} % wanted\n`)
  return sums.noticed * 100 >= sums.all * least ? 0 : 1
})
