/** One process at a time sets up, builds or downloads. */
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

// A plain script without types: what is used of it is named here.
const {
  withLock,
}: {
  withLock: <T>(name: string, work: () => Promise<T>, options: object) => Promise<T>
} = await import('../../../build/lock.mjs' as string)

describe('the lock of the set-up', () => {
  const quiet = (): void => undefined

  test('lets one process work at a time, and reports once that it waits', async () => {
    const folder = await temporaryFolder()
    const print = vi.fn()
    const steps: string[] = []
    const release = Promise.withResolvers<void>()
    const first = withLock(
      'work',
      async () => {
        steps.push('first begins')
        await release.promise
        steps.push('first ends')
      },
      { folder, print: quiet },
    )
    const second = withLock('work', () => Promise.resolve(steps.push('second')), { folder, print })
    await eventually(() => expect(print).toHaveBeenCalled())
    release.resolve()
    await Promise.all([first, second])
    expect(steps).toEqual(['first begins', 'first ends', 'second'])
    expect(print).toHaveBeenCalledOnce()
  })

  test('is free again after work that failed', async () => {
    const folder = await temporaryFolder()
    await expect(withLock('work', () => Promise.reject(new Error('failed')), { folder })).rejects.toThrow('failed')
    expect(await withLock('work', () => Promise.resolve('done'), { folder })).toBe('done')
  })

  test('in a folder that cannot be written stops with a sentence', async () => {
    const file = join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    const locking = withLock('work', () => Promise.resolve('done'), { folder: join(file, 'below') })
    await expect(locking).rejects.toThrow(/file\/below can't be written \(ENOTDIR\): start as the user who owns it/)
  })

  test('is inside the project, where no other user can put one', async () => {
    const file = fileURLToPath(new URL('../../../out/test-of-lock.lock', import.meta.url))
    expect(await withLock('test-of-lock', () => Promise.resolve(existsSync(file)), {})).toBe(true)
    expect(existsSync(file)).toBe(false)
  })

  test('of a killed process is taken over, even if its id belongs to another program by now', async () => {
    const folder = await temporaryFolder()
    const holder = spawn(
      process.execPath,
      [
        '-e',
        `
      import(${JSON.stringify(new URL('../../../build/lock.mjs', import.meta.url).href)}).then(({ withLock }) =>
        withLock('work', () => {
          console.log('held')
          return new Promise(() => setInterval(() => 0, 1000))
        }, ${JSON.stringify({ folder })}))
    `,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await new Promise((resolve) => holder.stdout.once('data', resolve))
    holder.kill('SIGKILL')
    await new Promise((resolve) => holder.once('exit', resolve))
    expect(await withLock('work', () => Promise.resolve('taken'), { folder, print: quiet })).toBe('taken')

    await writeFile(join(folder, 'work.lock'), `${String(process.pid)} somebody-else`)
    expect(await withLock('work', () => Promise.resolve('taken'), { folder, print: quiet, deadAfter: 500 })).toBe(
      'taken',
    )
  })

  test('of a process that works for long is left to it', async () => {
    const folder = await temporaryFolder()
    const release = Promise.withResolvers<void>()
    const touched = Promise.withResolvers<void>()
    const first = withLock(
      'work',
      async () => {
        const { mtimeMs } = statSync(join(folder, 'work.lock'))
        await eventually(() => expect(statSync(join(folder, 'work.lock')).mtimeMs).not.toBe(mtimeMs))
        touched.resolve()
        await release.promise
        return 'first'
      },
      { folder, print: quiet },
    )
    await touched.promise
    let isTaken = false
    const second = withLock('work', () => Promise.resolve((isTaken = true)), {
      folder,
      print: quiet,
      deadAfter: 10_000,
    })
    expect(isTaken).toBe(false)
    release.resolve()
    expect(await first).toBe('first')
    expect(await second).toBe(true)
  })
})
