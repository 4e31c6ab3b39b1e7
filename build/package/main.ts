/**
 * Packs the built desk with the flags that build/package/run.mjs describes. A problem becomes one sentence on standard
 * error.
 */
import { tmpdir } from 'node:os'
import { packDesk } from './pack.ts'
import { PackagingProblem } from './project.ts'
import { readRequest } from './request.ts'

/** Removes empty variables: a workflow sets the variables of missing secrets to an empty text. */
function dropEmptyVariables(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) {
    if (env[name] === '' && /^(?:WIN_)?CSC_|^(?:APPLE|ESIM_DESK)_/.test(name)) Reflect.deleteProperty(env, name)
  }
}

/** Whether the disk is full. The error of a program that electron-builder runs names that in its text alone. */
const isDiskFull = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (/ENOSPC|EDQUOT|no space left|not enough space on the disk/i.test(thrown.message) || isDiskFull(thrown.cause))

const diskFull =
  `The disk is full: make room in the folder of the packages, in ${tmpdir()} and in the caches of Electron and ` +
  'electron-builder, and run it again.'

const say = (text: string): void => void process.stderr.write(`${text}\n`)

try {
  dropEmptyVariables(process.env)
  await packDesk(readRequest(process.argv.slice(2), process.env), say)
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  const isForPeople = error instanceof PackagingProblem || isUsage
  if (isDiskFull(error)) say(diskFull)
  else say(isForPeople ? error.message : error instanceof Error ? String(error.stack) : String(error))
  // A library of electron-builder exits with 0 once nothing is left to do, whatever the exit code is.
  process.on('exit', () => {
    process.exitCode = 1
  })
}
