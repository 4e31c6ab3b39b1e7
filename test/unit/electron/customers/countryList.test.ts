/**
 * The customers with a package for a country, compared with the coverage that the page of each customer shows.
 *
 * @module-tag long
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import { defaultListView } from '#shared/model/customer/customerList.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import { covers } from '#shared/model/package/coverage.ts'
import type { CountrySetId, CustomerUid } from '#shared/wire/ids.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { memoryKeychain } from '../storage/support.ts'
import { call, desk, type Desk } from './desk.ts'
import { workerUrl } from './support.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ customers: 300, seed: 7 })
})
afterAll(() => sandbox.close())

async function everybody(of: Desk): Promise<readonly CustomerView[]> {
  const { rows } = await of.customers.handlers.list({ limit: 500 }, call)
  return await Promise.all(rows.map(({ uid }) => of.customers.handlers.get({ uid, from: 'directory' }, call)))
}

const answers = ({ items }: CustomerView, country: string) =>
  items.filter(({ phase }) => phase !== 'refunded').map(({ coverage }) => covers(coverage, country))

test.each(['JP', 'DE', 'US', 'AQ'])('the list of %s has who is shown to have a package for it', async (country) => {
  const of = await desk(sandbox)
  await of.synced()
  const view = { ...defaultListView, country }
  // It also reads the inventory, without which the copies of customers have no coverage.
  const page = await of.customers.handlers.browse({ view, from: 0, limit: 500 }, call)
  const all = await everybody(of)
  expect(all).toHaveLength(300)
  const covered = all.filter((customer) => answers(customer, country).includes('yes'))
  const unknown = all.filter(
    (customer) => !covered.includes(customer) && answers(customer, country).includes('unknown'),
  )
  expect(contract.customers.browse.output.parse(page)).toEqual(page)
  const uids = (customers: readonly { readonly uid: CustomerUid }[]) => customers.map(({ uid }) => uid).toSorted()
  expect(uids(page.rows)).toEqual(uids(covered))
  expect([page.counts?.all, page.unknownCoverage]).toEqual([covered.length, unknown.length])
  expect(covered.length > 0).toBe(country !== 'AQ')

  const active = await of.customers.handlers.browse({ view: { ...view, filter: 'active' }, from: 0, limit: 500 }, call)
  const withActive = covered.filter(({ items }) => items.some(({ phase }) => phase === 'active'))
  expect([uids(active.rows), active.counts?.active]).toEqual([uids(withActive), withActive.length])
  const exported = await of.customers.handlers.exportCsv({ name: 'Customers', view, decimal: 'point' }, call)
  expect(exported).toMatchObject({ rows: covered.length })
})

test('while the inventory cannot be read the list reports it instead of listing nobody, and has no table', async () => {
  let isDown = true
  const of = await desk(sandbox, memoryKeychain(), workerUrl, {
    inventoryItems: async () => {
      if (isDown) throw new DeskError('address_unreachable', 'The service cannot be reached')
      return (await of.open.client.inventory()).items
    },
  })
  await of.synced()
  const view = { ...defaultListView, country: 'JP' }
  const browse = async () => await of.customers.handlers.browse({ view, from: 0, limit: 500 }, call)
  await expect(browse()).rejects.toMatchObject({ code: 'address_unreachable' })
  await expect(
    of.customers.handlers.exportCsv({ name: 'Customers', view, decimal: 'point' }, call),
  ).rejects.toMatchObject({
    code: 'address_unreachable',
  })
  isDown = false
  expect((await browse()).rows.length).toBeGreaterThan(0)
  // What was read once is enough.
  isDown = true
  expect((await browse()).rows.length).toBeGreaterThan(0)
})

test('who bought a package for the country on this desk is listed, whatever is inferred', async () => {
  const asked: (readonly CountrySetId[])[] = []
  const buyers: CustomerUid[] = []
  const buyersOf = (sets: readonly CountrySetId[]): readonly CustomerUid[] => {
    asked.push(sets)
    return buyers
  }
  const of = await desk(sandbox, memoryKeychain(), workerUrl, { buyersOf })
  await of.synced()
  const view = { ...defaultListView, country: 'JP' }
  const listed = async () => (await of.customers.handlers.browse({ view, from: 0, limit: 500 }, call)).rows
  const inferred = new Set((await listed()).map(({ uid }) => uid))
  const other = (await everybody(of)).find(({ uid }) => !inferred.has(uid))
  if (other === undefined) throw new Error('The sandbox has nobody without a package for Japan')
  buyers.push(other.uid)
  expect((await listed()).map(({ uid }) => uid)).toContain(other.uid)
  expect(asked.at(-1)).toContain('JP')
  expect(asked.at(-1)).not.toContain('EUROPE')
})

test('who bought the set of the country is asked for even if it is sold no longer', async () => {
  const asked: (readonly CountrySetId[])[] = []
  const of = await desk(sandbox, memoryKeychain(), workerUrl, {
    buyersOf: (sets) => {
      asked.push(sets)
      return []
    },
    inventoryItems: async () =>
      (await of.open.client.inventory()).items.filter(({ countrySet }) => countrySet === 'EUROPE'),
  })
  await of.synced()
  const view = { ...defaultListView, country: 'JP' }
  const page = await of.customers.handlers.browse({ view, from: 0, limit: 500 }, call)
  expect([page.matching, asked]).toEqual([0, [['JP']]])
})
