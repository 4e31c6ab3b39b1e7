/**
 * Secrets that a program was given by variables of its environment. The desk and the scripts that start it read them
 * with this file; it is plain JavaScript, because those scripts run on Node versions that support nothing else.
 */
import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'

/** The credentials of a service that are given to the desk at its start. */
export const credentialVariables = ['ESIM_DESK_CLIENT_ID', 'ESIM_DESK_CLIENT_SECRET']

/**
 * Removes variables from an environment, so that no child process inherits them. Of this process's own environment it
 * also overwrites what other programs of the same user read in `/proc/PID/environ`, which only Linux makes possible.
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} names
 * @returns {Record<string, string>} those that were set
 */
export function takeVariables(env, names) {
  const taken = {}
  for (const name of names) {
    if (env[name] !== undefined) taken[name] = env[name]
    Reflect.deleteProperty(env, name)
  }
  if (env === process.env && Object.keys(taken).length > 0) wipeEnvironmentBlock(Object.keys(taken))
  return taken
}

/**
 * Overwrites the values in the block that the process was started with, which shows them even after they were deleted.
 * That block is memory of the process itself.
 */
function wipeEnvironmentBlock(names) {
  if (process.platform !== 'linux') return
  try {
    const memory = openSync('/proc/self/mem', 'r+')
    try {
      const { start, block } = readBlock(memory)
      for (const { at, length } of valuesOf(block, names)) {
        writeSync(memory, Buffer.alloc(length, '*'), 0, length, start + at)
      }
    } finally {
      closeSync(memory)
    }
  } catch {
    // A system that does not allow this keeps them there.
  }
}

/** Reads fields 50 and 51 of proc_pid_stat(5). The second field is a name in brackets, which may contain spaces. */
function readBlock(memory) {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [start, end] = [fields[47], fields[48]].map(Number)
  const block = Buffer.alloc(Math.max(0, end - start))
  readSync(memory, block, 0, block.length, start)
  return { start, block }
}

/** Finds the values in a block of `NAME=value` entries, each with a zero byte at its end. */
function valuesOf(block, names) {
  let at = 0
  return block
    .toString('latin1')
    .split('\0')
    .flatMap((entry) => {
      const begin = at
      at += entry.length + 1
      const name = names.find((wanted) => entry.startsWith(`${wanted}=`))
      return name === undefined ? [] : [{ at: begin + name.length + 1, length: entry.length - name.length - 1 }]
    })
}
