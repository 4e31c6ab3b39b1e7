/** The project's own Node: it runs TypeScript sources as they are. */
import { fileURLToPath } from 'node:url'

interface InstalledNode {
  readonly program: string
}

// A plain script without types: what is used of it is named here.
const { nodeOfDependencies }: { nodeOfDependencies: (modules: string) => InstalledNode | null } = await import(
  '../../build/nodeVersions.mjs' as string
)

/** The Node that came with the dependencies, on every system; where there is none, the one that runs the tests. */
export const projectNode =
  nodeOfDependencies(fileURLToPath(new URL('../../node_modules', import.meta.url)))?.program ?? process.execPath
