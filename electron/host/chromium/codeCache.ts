/** On this host Node keeps the compiled code of what it loads, beside the dependencies: the driver is large. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** @param entry address of the built entry */
export function keepCompiledCode(entry: string): void {
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/esim-desk/code', entry)))
}
