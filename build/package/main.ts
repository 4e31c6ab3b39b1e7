/** Packs the built desk; build/package.mjs describes the flags. What stops it is one sentence on standard error. */
import { packDesk } from './pack.ts'
import { PackagingProblem } from './project.ts'
import { readRequest } from './request.ts'

/** A workflow sets the variables of secrets that do not exist to nothing: they count as not set. */
function dropEmptyVariables(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) {
    if (env[name] === '' && /^(?:WIN_)?CSC_|^(?:APPLE|ESIM_DESK)_/.test(name)) Reflect.deleteProperty(env, name)
  }
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)

try {
  dropEmptyVariables(process.env)
  await packDesk(readRequest(process.argv.slice(2), process.env), say)
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  const isForPeople = error instanceof PackagingProblem || isUsage
  say(isForPeople ? error.message : error instanceof Error ? String(error.stack) : String(error))
  // A library of electron-builder ends the process with 0 once nothing is left to do, whatever the exit code says.
  process.on('exit', () => {
    process.exitCode = 1
  })
}
