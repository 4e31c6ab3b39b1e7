/** So much at once and no more. */
import { expect, it } from 'vitest'
import { createLimiter } from '../../../../electron/operations/limiter.ts'

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

it('lets so many run, and the others in their order, one for each that ends', async () => {
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

it('gives a lane on from work that fails', async () => {
  const { begun, begin } = createWorks(1)
  const [a, b] = [begin('a'), begin('b')] as const
  a.end.reject(new Error('no'))
  await expect(a.done).rejects.toThrow('no')
  b.end.resolve()
  await b.done
  expect(begun).toEqual(['a', 'b'])
})

it('is as wide as before when all have ended', async () => {
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
