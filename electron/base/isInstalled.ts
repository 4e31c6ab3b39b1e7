/** Finds programs of the system. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether a program of this name is in a folder of PATH. */
export const isInstalled = (program: string, env: NodeJS.ProcessEnv = process.env): boolean =>
  (env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)))
