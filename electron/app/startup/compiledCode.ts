/** Enables Node's compile cache, because the browser driver is large. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** @param entry URL of the built entry file */
export function keepCompiledCode(entry: string): void {
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/esim-desk/code', entry)))
}
