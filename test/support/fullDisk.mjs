/**
 * Loaded before a program (`node --import`): as soon as a file is written whose path ends with one of `FULL_DISK_AT`,
 * the disk is full.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const ends = (process.env.FULL_DISK_AT ?? '').split(',')

function refuse(file, flags) {
  const isWriting = flags === undefined || (typeof flags === 'number' ? (flags & 3) !== 0 : /[wa+]/.test(flags))
  const path = String(file)
  if (!isWriting || !ends.some((end) => end !== '' && path.endsWith(end))) return null
  return Object.assign(new Error(`ENOSPC: no space left on device, write '${path}'`), {
    code: 'ENOSPC',
    syscall: 'write',
  })
}

/** For each function the position of the written path, and of the flags where it only may write. */
const written = { writeFile: [0], open: [0, 1], copyFile: [1], cp: [1] }

for (const [name, [at, flagsAt]] of Object.entries(written)) {
  const problem = (args) => refuse(args[at], flagsAt === undefined ? undefined : (args[flagsAt] ?? 'r'))
  const { [name]: callback, [`${name}Sync`]: sync } = fs
  const { [name]: promise } = fs.promises
  fs[`${name}Sync`] = (...args) => {
    const thrown = problem(args)
    if (thrown !== null) throw thrown
    return sync(...args)
  }
  fs[name] = (...args) => {
    const thrown = problem(args)
    if (thrown === null) return callback(...args)
    return process.nextTick(args.at(-1), thrown)
  }
  fs.promises[name] = (...args) => {
    const thrown = problem(args)
    return thrown === null ? promise(...args) : Promise.reject(thrown)
  }
}
syncBuiltinESMExports()
