/**
 * Loaded with `--import` before the stand-in runs the desk. Every `import 'electron'` and `require('electron')`
 * resolves to the stand-in's module instead of the npm package, which exports only the path of a binary.
 */
import { registerHooks } from 'node:module'

const standIn = new URL('electron.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const isElectron = specifier === 'electron' || specifier === 'electron/main'
    return isElectron ? { url: standIn, format: 'module-typescript', shortCircuit: true } : next(specifier, context)
  },
})
