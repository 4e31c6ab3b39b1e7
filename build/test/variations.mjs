/**
 * `npm run variations [-- WORDS]`: does the main jobs on the real desk with each plausible reading of what the
 * interface leaves open, of which `npm test` takes a few; with words, those whose name contains them. It prints a table
 * of what was seen, which is in test-results/ too. The last line is `N passed, N failed`.
 */
import { build } from '../built.mjs'
import { main } from '../lib.mjs'
import { ensureReady } from '../setup.mjs'
import { runInFull } from './inFull.mjs'

await main(async () => {
  await ensureReady(['desk', 'browser', 'tests'])
  await build({ quiet: true })
  const words = process.argv.slice(2).join(' ')
  return await runInFull([{ project: 'variations', env: { ESIM_DESK_VARIATIONS: 'all', ESIM_DESK_VARIATION: words } }])
})
