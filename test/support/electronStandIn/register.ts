/**
 * Loaded with `--import` before the stand-in runs the desk: every `import 'electron'` and `require('electron')` gets
 * the stand-in's module instead of the npm package, which exports nothing but the path of a binary.
 */
import { registerHooks } from 'node:module'

const standIn = new URL('electron.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const isElectron = specifier === 'electron' || specifier === 'electron/main'
    return isElectron ? { url: standIn, format: 'module-typescript', shortCircuit: true } : next(specifier, context)
  },
})
