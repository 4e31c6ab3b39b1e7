/** A value that the main process both pushes and returns. */
import { expect, it } from 'vitest'
import { pushedValue } from '../../../../renderer/lib/pushedValue.ts'

it('stores the answer of a call', async () => {
  const stored: string[] = []
  const { push, load } = pushedValue<string>((value) => stored.push(value))
  push('pushed before')
  await load(() => Promise.resolve('answer'))
  expect(stored).toEqual(['pushed before', 'answer'])
})

it('drops the answer of a call during which a value was pushed', async () => {
  const stored: string[] = []
  const { push, load } = pushedValue<string>((value) => stored.push(value))
  const answer = Promise.withResolvers<string>()
  const loading = load(() => answer.promise)
  push('pushed')
  answer.resolve('answer')
  await loading
  expect(stored).toEqual(['pushed'])
})
