/**
 * `npm run faults [-- NAME …]`: the proofs of money in full, where `npm test` runs what fits into its time. Hours for all
 * of them; with names those whose file has one in it. The last line is `N passed, N failed`.
 */
import { main } from './lib.mjs'
import { ensureReady } from './setup.mjs'
import { runInFull } from './testsInFull.mjs'

await main(async () => {
  await ensureReady(['desk', 'browser', 'tests'])
  return await runInFull([{ project: 'faults', files: process.argv.slice(2), env: { ESIM_DESK_FAULTS: 'all' } }])
})
