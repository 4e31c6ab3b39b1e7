/** The limit of concurrent functions. */
import { expect, it } from 'vitest'
import { createLimiter } from '../../../../electron/base/limiter.ts'

interface Work {
  readonly name: string
  readonly end: PromiseWithResolvers<void>
  readonly done: Promise<void>
}

function createWorks(maxConcurrent: number) {
  const run = createLimiter(maxConcurrent)
  const begun: string[] = []
  const begin = (name: string): Work => {
    const end = Promise.withResolvers<void>()
    const done = run(async () => {
      begun.push(name)
      await end.promise
    })
    return { name, end, done }
  }
  return { begun, begin }
}

it('runs the maximum at once, and starts the others in order as running ones end', async () => {
  const { begun, begin } = createWorks(2)
  const [a, b, c, d, e] = [begin('a'), begin('b'), begin('c'), begin('d'), begin('e')] as const
  expect(begun).toEqual(['a', 'b'])
  b.end.resolve()
  await b.done
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b', 'c'])
  a.end.resolve()
  await a.done
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  for (const work of [c, d, e]) work.end.resolve()
  await Promise.all([c.done, d.done, e.done])
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('starts the next function after one that fails', async () => {
  const { begun, begin } = createWorks(1)
  const [a, b] = [begin('a'), begin('b')] as const
  a.end.reject(new Error('no'))
  await expect(a.done).rejects.toThrow('no')
  b.end.resolve()
  await b.done
  expect(begun).toEqual(['a', 'b'])
})

it('has its full capacity again when all have ended', async () => {
  const { begun, begin } = createWorks(1)
  for (const name of ['a', 'b']) {
    const work = begin(name)
    expect(begun.at(-1)).toBe(name)
    work.end.resolve()
    await work.done
  }
  begin('c')
  begin('d')
  expect(begun).toEqual(['a', 'b', 'c'])
})
