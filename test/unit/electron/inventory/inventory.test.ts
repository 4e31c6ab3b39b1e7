/** Packages, countries, flags and devices of the open connection, against a real sandbox (interface 4.2 to 4.5). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { contract } from '#shared/contract.ts'
import { CountrySetId } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import type { Connections } from '../../../../electron/connections/index.ts'
import { createInventory, nameOfCountry, type Inventory } from '../../../../electron/inventory/index.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { control, type Control } from '../../../support/control.ts'
import { call, desk, log } from '../connections/support.ts'
import { thrownBy } from '../service/support.ts'

let sandbox: Sandbox
let acts: Control
let connections: Connections
let inventory: Inventory

beforeAll(async () => {
  sandbox = await startSandbox({ customers: 1, seed: 5 })
  acts = control(sandbox)
})
beforeEach(async () => {
  await acts.clearFaults()
  const parts = await desk()
  connections = parts.connections
  inventory = createInventory({ connections, clock: systemClock, log })
  await connections.openEphemeral({
    address: sandbox.baseUrl,
    segment: sandbox.segment,
    clientId: sandbox.clientId,
    clientSecret: sandbox.clientSecret,
  })
  return () => inventory.close()
})
afterAll(() => sandbox.close())

const failing = (endpoint: 'inventory' | 'countries' | 'flag' | 'devices', status = 500): Promise<unknown> =>
  acts.fault(endpoint, 'status', { status, times: 'always', contentType: 'application/json', body: '{"message":"no"}' })

it('lists packages as rows of the contract, and caches them', async () => {
  const list = contract.inventory.list.output.parse(await inventory.handlers.list(undefined, call))
  expect(list.rows.length).toBeGreaterThan(5)
  expect(new Set(list.rows.map(({ coverage }) => coverage))).toEqual(new Set(['worldwide', 'regional', 'country']))
  await failing('inventory')
  expect(await inventory.handlers.list({}, call)).toEqual(list)
  expect(await inventory.items()).toHaveLength(list.rows.length)
  expect(await thrownBy(inventory.handlers.list({ refresh: true }, call))).toMatchObject({ code: 'service_failed' })
})

it('lists a package with wrong types, and names what could not be read of it', async () => {
  const before = await inventory.handlers.list({ refresh: true }, call)
  await acts.setVariants({ unreadablePackage: 0 })
  const { rows, unreadable } = await inventory.handlers.list({ refresh: true }, call)
  await acts.setVariants({ unreadablePackage: null })
  expect(unreadable).toEqual([])
  expect(rows.map(({ id }) => id)).toEqual(before.rows.map(({ id }) => id))
  const named = rows.flatMap(({ unreadable: fields = [] }) => fields.map(({ field, raw }) => [field, raw]))
  expect(named.toSorted()).toEqual([
    ['prices', '"ask"'],
    ['sizeValue', '"much"'],
  ])
})

it('names the countries of a set with a flag on the desk’s own origin', async () => {
  const { countries, source } = contract.inventory.countries.output.parse(
    await inventory.handlers.countries({ countrySet: CountrySetId.parse('WWW') }, call),
  )
  expect(source).toBe('service')
  expect(countries.find(({ code }) => code === 'JP')).toEqual({ code: 'JP', name: 'Japan', flag: '/flags/JP.png' })
  expect(countries.map(({ name }) => name)).toEqual(
    countries.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en')),
  )
})

it('takes the countries from the packages if the service has no list of countries', async () => {
  await failing('countries', 404)
  const { countries, source } = await inventory.handlers.countries({ countrySet: CountrySetId.parse('WWW') }, call)
  expect(source).toBe('inventory')
  expect(countries.find(({ code }) => code === 'JP')?.name).toBe('Japan')
})

it('lists devices', async () => {
  const { rows } = contract.inventory.devices.output.parse(await inventory.handlers.devices(undefined, call))
  expect(rows.length).toBeGreaterThan(3)
  await failing('devices')
  expect((await inventory.handlers.devices(undefined, call)).rows).toEqual(rows)
})

it('caches a flag, requests it once, and works without one', async () => {
  const [first, second] = await Promise.all([inventory.flag('JP'), inventory.flag('jp')])
  expect(first).not.toBeNull()
  expect(second).toBe(first)
  await failing('flag')
  expect(await inventory.flag('JP')).toBe(first)
  expect(await inventory.flag('FR')).toBeNull()
  await acts.clearFaults()
  expect(await inventory.flag('FR')).not.toBeNull()
  expect([await inventory.flag('QQ'), await inventory.flag('../x')]).toEqual([null, null])
})

it('forgets the packages of a connection that closed', async () => {
  await inventory.handlers.list(undefined, call)
  await connections.handlers.close(undefined, call)
  expect(await thrownBy(inventory.handlers.list(undefined, call))).toMatchObject({ code: 'not_connected' })
  expect(await inventory.flag('JP')).toBeNull()
})

it('shows the code of a country if the platform has no name for it', () => {
  expect([nameOfCountry('jp'), nameOfCountry('QQ'), nameOfCountry('not a code')]).toEqual(['Japan', 'QQ', 'not a code'])
})
