import { describe, expect, test } from 'vitest'
import { type Pages, answer, count, paged, people, start } from './syncSupport.ts'

describe('a list without an end', () => {
  const endless: Pages = ({ size, index }) => answer(people(size, index * size))

  test('is read up to the limit, which is reported; customers that were read can be found', async () => {
    const { sync, asked, directory } = await start(endless, { maxCustomers: 45 })
    await sync.run()
    expect(sync.status()).toMatchObject({
      state: 'failed',
      problem: 'customer_limit_reached',
      customers: 45,
      received: 45,
    })
    expect(await count(directory)).toBe(45)
    expect(asked.length).toBeLessThanOrEqual(7)
  })

  test('never fills the directory beyond the limit, whoever is in it the next time', async () => {
    const { sync, directory } = await start(endless, { maxCustomers: 45 })
    await sync.run()
    await sync.stop()
    const others = await start(({ size, index }) => answer(people(size, 1000 + index * size)), {
      directory,
      maxCustomers: 45,
    })
    await others.sync.run()
    expect(await count(directory)).toBe(45)
  })

  test('is not recorded as read if others take the places of customers who are not listed any more', async () => {
    let listed = people(45)
    const { sync, directory } = await start((page) => paged(listed)(page, undefined), { maxCustomers: 45 })
    await sync.run()
    const { finishedAt } = sync.status()
    listed = [...people(20), ...people(35, 1000), ...people(10, 20)]
    await sync.run()
    expect(sync.status()).toMatchObject({ state: 'failed', problem: 'customer_limit_reached', finishedAt })
    expect(await count(directory)).toBe(45)
  })
})

test('customers of a full directory who are not listed any more make room for others, who are not taken for the end', async () => {
  let listed = people(65)
  const { sync, directory } = await start((page) => paged(listed)(page, undefined), { maxCustomers: 65 })
  await sync.run()
  listed = [...people(20, 1000), ...people(40)]
  for (const customers of [65, 40, 60]) {
    await sync.run()
    expect(sync.status()).toMatchObject({ state: 'done', customers, received: 60 })
  }
  expect(await count(directory)).toBe(60)
})
