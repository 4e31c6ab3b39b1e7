/** Units of work run in turn, and none can block the others forever. */
import { expect, it } from 'vitest'
import { createMutex } from '../../../../electron/base/mutex.ts'
import { thrownBy } from '../service/support.ts'

it('the next work begins when the one before has ended, successfully or not', async () => {
  const inTurn = createMutex(10_000)
  const order: string[] = []
  const first = inTurn(async () => {
    await Promise.resolve()
    order.push('first')
    throw new Error('it failed')
  })
  const second = inTurn(() => Promise.resolve(order.push('second')))
  await expect(first).rejects.toThrow('it failed')
  await second
  expect(order).toEqual(['first', 'second'])
})

it('work that never ends loses its turn and gets the signal, and the next work begins', async () => {
  const inTurn = createMutex(20)
  let turn: AbortSignal | undefined
  const endless = inTurn((given) => {
    turn = given
    return new Promise(() => undefined)
  })
  const next = inTurn(() => Promise.resolve('done'))
  expect(await thrownBy(endless)).toMatchObject({ code: 'bridge_timeout' })
  expect(turn?.aborted).toBe(true)
  expect(await next).toBe('done')
})
