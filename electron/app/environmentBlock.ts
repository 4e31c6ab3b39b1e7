/**
 * On Linux every program of the same user can read the environment that a process was started with in
 * /proc/PID/environ, even variables that the process has deleted since. That block is memory of the process itself,
 * which may overwrite it.
 */
import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'

/**
 * Overwrites the values of variables that have been deleted from `process.env`, so that nothing refers to them any
 * more.
 * @returns whether the block holds none of them now; always false on other systems, where this is not possible
 */
export function wipeEnvironmentBlock(names: readonly string[]): boolean {
  if (process.platform !== 'linux') return false
  try {
    const memory = openSync('/proc/self/mem', 'r+')
    try {
      const { start, block } = readBlock(memory)
      for (const { at, length } of valuesOf(block, names)) {
        writeSync(memory, Buffer.alloc(length, '*'), 0, length, start + at)
      }
      return valuesOf(readBlock(memory).block, names).every(({ value }) => /^\**$/.test(value))
    } finally {
      closeSync(memory)
    }
  } catch {
    return false
  }
}

/** Reads fields 50 and 51 of proc_pid_stat(5). The second field is a name in brackets, which may contain spaces. */
function readBlock(memory: number): { readonly start: number; readonly block: Buffer } {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [start = 0, end = 0] = [fields[47], fields[48]].map(Number)
  const block = Buffer.alloc(Math.max(0, end - start))
  readSync(memory, block, 0, block.length, start)
  return { start, block }
}

interface Value {
  readonly at: number
  readonly length: number
  readonly value: string
}

/**
 * Finds the values in a block of `NAME=value` entries, each followed by a zero byte. Latin-1 maps one byte to one
 * character.
 */
function valuesOf(block: Buffer, names: readonly string[]): readonly Value[] {
  let at = 0
  return block
    .toString('latin1')
    .split('\0')
    .flatMap((entry) => {
      const begin = at
      at += entry.length + 1
      const name = names.find((wanted) => entry.startsWith(`${wanted}=`))
      if (name === undefined) return []
      const value = entry.slice(name.length + 1)
      return [{ at: begin + name.length + 1, length: value.length, value }]
    })
}
