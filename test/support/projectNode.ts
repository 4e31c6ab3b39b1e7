/** The project's own Node, which runs TypeScript sources directly. */
import { fileURLToPath } from 'node:url'

interface InstalledNode {
  readonly program: string
}

// This script has no types, so the function in use is typed here.
const { nodeOfDependencies }: { nodeOfDependencies: (modules: string) => InstalledNode | null } = await import(
  '../../build/nodeVersions.mjs' as string
)

/** The path of the Node that is a dependency, or of the Node that runs the tests if there is none. */
export const projectNode =
  nodeOfDependencies(fileURLToPath(new URL('../../node_modules', import.meta.url)))?.program ?? process.execPath
