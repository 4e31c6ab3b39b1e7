/**
 * `npm run hardening [-- NAME …]`: runs the attacks on the desk in full, of which `npm test -- --all` runs a part of
 * each, and with them those that it runs completely: hostile texts, a lost journal, questions to a person, kills and a
 * hostile network. With names it runs the files of test/hardening/ whose name contains one. It prints the figures that
 * the tests measure. The last line is `N passed, N failed`.
 */
import { build } from '../built.mjs'
import { main } from '../lib.mjs'
import { ensureReady } from '../setup.mjs'
import { runInFull } from './inFull.mjs'

const attacks = { project: 'hardening', env: { ESIM_DESK_HARDENING: 'all' } }
const everything = [
  attacks,
  { project: 'e2e', files: ['hostile', 'journal-lost', 'questions'] },
  // Each combination of a kill runs once; `npm run faults` repeats them for hours.
  { project: 'faults', files: ['kill', 'cut', 'wire'], env: { ESIM_DESK_KILLS: 'every' } },
]

await main(async () => {
  await ensureReady(['desk', 'browser', 'tests'])
  await build({ quiet: true })
  const files = process.argv.slice(2)
  return await runInFull(files.length === 0 ? everything : [{ ...attacks, files }])
})
