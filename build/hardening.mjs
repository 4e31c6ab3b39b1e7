/**
 * `npm run hardening [-- NAME …]`: the attacks on the desk in full, where `npm test` repeats a part of each. With names
 * those whose file has one in it. It prints the figures that the tests measure. The last line is `N passed, N failed`.
 */
import { build } from './built.mjs'
import { main } from './lib.mjs'
import { ensureReady } from './setup.mjs'
import { runInFull } from './testsInFull.mjs'

await main(async () => {
  await ensureReady(['desk', 'browser', 'tests'])
  await build({ quiet: true })
  return await runInFull('hardening', process.argv.slice(2))
})
