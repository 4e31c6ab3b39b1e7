/**
 * A lock, so that only one process at a time sets up, builds or downloads in this copy of the project. The lock is a
 * file inside the project, where no other user can create one, and outside of the folders that are replaced while it is
 * held. It names its holder, who touches it every few seconds: the lock of a killed process blocks nobody.
 */
import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { at, say, Stop } from './lib.mjs'

/** All in milliseconds. */
const touchEvery = 2000
const deadAfter = 20_000
const tryEvery = 200

/** @param {{ folder?: string, deadAfter?: number, print?: (text: string) => void }} options */
export async function withLock(name, work, { folder = at('out'), print = say, ...options } = {}) {
  const file = join(folder, `${name}.lock`)
  const own = `${process.pid} ${randomUUID()}`
  const isStale = createStaleness(options.deadAfter ?? deadAfter)
  for (let isFirst = true; !take(file, own); isFirst = false) {
    const holder = inspect(file)
    if (holder !== null && isStale(holder)) removeStale(file, holder.text, own)
    else {
      if (isFirst) print('Another process is at work in this folder: waiting until it has ended …')
      await wait(tryEvery)
    }
  }
  const touching = setInterval(() => touch(file), touchEvery).unref()
  try {
    return await work()
  } finally {
    clearInterval(touching)
    if (inspect(file)?.text === own) rmSync(file, { force: true })
  }
}

function take(file, own) {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, own, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST' && error.syscall === 'open') return false
    throw new Stop(`The folder ${dirname(file)} can't be written (${error.code}): start as the user who owns it.`)
  }
}

function inspect(file) {
  try {
    return { text: readFileSync(file, 'utf8'), touched: statSync(file).mtimeMs }
  } catch {
    return null
  }
}

/**
 * Returns a function that checks whether the holder has ended, or its process id now belongs to another program, which
 * does not touch the lock.
 */
function createStaleness(limit) {
  let seen = ''
  let since = 0
  return ({ text, touched }) => {
    const pid = Number.parseInt(text, 10)
    if (pid > 0 && !isRunning(pid)) return true
    const now = `${text} ${touched}`
    if (now !== seen) since = performance.now()
    seen = now
    return performance.now() - since > limit
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Removes a stale lock. Of two processes that find the same stale lock, the slower one must not remove the lock of the
 * faster one.
 */
function removeStale(file, text, own) {
  const renamed = `${file}.${own.split(' ')[1]}`
  try {
    renameSync(file, renamed)
    if (readFileSync(renamed, 'utf8') !== text) linkSync(renamed, file)
  } catch {
    // Another process has removed it.
  } finally {
    rmSync(renamed, { force: true })
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // The folder was deleted meanwhile, so there is no lock to touch.
  }
}
