/**
 * `npm run hardening [-- NAME …]`: the attacks on the desk in full, where `npm test` repeats a part of each, and with them
 * those that `npm test` repeats whole: hostile texts, a lost journal, questions to a person, kills and a hostile network.
 * With names the attacks whose file has one in it. It prints the figures that the tests measure. The last line is
 * `N passed, N failed`.
 */
import { build } from './built.mjs'
import { main } from './lib.mjs'
import { ensureReady } from './setup.mjs'
import { runInFull } from './testsInFull.mjs'

/** Every combination of a kill, but the fault tests' hours of repetitions are `npm run faults`. */
process.env.ESIM_DESK_KILLS = 'every'

const everything = [
  { project: 'hardening' },
  { project: 'e2e', files: ['hostile', 'journal-lost', 'questions'] },
  { project: 'faults', files: ['kill', 'cut', 'wire'] },
]

await main(async () => {
  await ensureReady(['desk', 'browser', 'tests'])
  await build({ quiet: true })
  const names = process.argv.slice(2)
  return await runInFull(names.length === 0 ? everything : [{ project: 'hardening', files: names }], 'hardening')
})
