/**
 * Replaces shared/contract-names.ts by its result during the build of the main process and the preload script: the
 * preload script has to be one file without dependencies, and the host needs the names before anything else is loaded.
 */
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { contractNames, eventNames } from '../shared/contract-names.ts'

/** @param file the path of shared/contract-names.ts */
export function inlineContractNames(file: string): Plugin {
  const code = Object.entries({ contractNames, eventNames })
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
  return {
    name: 'contract-names',
    load: (id) => (resolve(id) === resolve(file) ? { code, moduleSideEffects: false } : null),
  }
}
