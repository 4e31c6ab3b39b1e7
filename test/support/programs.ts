/** The programs that tests start in processes and threads of their own. */
import { pathToFileURL } from 'node:url'

export const sources = {
  sandbox: 'electron/sandbox/main.ts',
  directory: 'electron/customers/worker.ts',
  mortalDirectory: 'test/unit/electron/customers/mortalWorker.ts',
  parser: 'electron/app/parserWorker.ts',
  killed: 'test/faults/child.ts',
  mailing: 'test/faults/mailChild.ts',
} as const

/** The environment variable with the folder of the bundled programs (`buildPrograms.ts`). */
export const programsFolder = 'ESIM_DESK_TEST_PROGRAMS'

/** Returns where a program is: bundled in a run of the tests, and from its source elsewhere. */
export function programUrl(name: keyof typeof sources): URL {
  const folder = process.env[programsFolder]
  return folder === undefined
    ? new URL(`../../${sources[name]}`, import.meta.url)
    : new URL(`${name}.mjs`, pathToFileURL(`${folder}/`))
}
