/** `npm run build`: builds the whole desk into out/. */
import { build } from './built.mjs'
import { main } from './lib.mjs'
import { ensureReady } from './setup.mjs'

await main(async () => {
  await ensureReady()
  await build()
})
