/**
 * `npm run faults [-- NAME …]`: runs the fault tests of money operations in full, of which `npm test -- --all` runs a
 * part. All of them take hours; with names it runs the files whose name contains one. The last line is `N passed,
 * N failed`.
 */
import { main } from '../lib.mjs'
import { ensureReady } from '../setup.mjs'
import { runInFull } from './inFull.mjs'

await main(async () => {
  await ensureReady(['desk', 'browser', 'tests'])
  return await runInFull([{ project: 'faults', files: process.argv.slice(2), env: { ESIM_DESK_FAULTS: 'all' } }])
})
