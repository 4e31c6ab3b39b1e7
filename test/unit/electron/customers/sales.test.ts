/**
 * A customer whom a sale has created, on a real service that fails, knows nobody yet, or shows a part of them.
 *
 * @module-tag long
 */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { CustomerUid, EsimUid } from '#shared/wire/ids.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { control } from '../../../support/control.ts'
import { call, desk, search } from './desk.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ customers: 20, seed: 11 })
})
afterAll(() => sandbox.close())

const size = { sizeValue: 1, sizeUnit: 'GB' }
const code = 'LPA:1$smdp.example$SECRET-OF-THE-SALE'
const sold = WireCustomerEntry.parse({
  customer: { uid: 'new-1', email: 'new.one@example.org' },
  activatedItems: [{ uid: 'item-1', balance: { name: 'Europe 1 GB', size, availableBalance: size } }],
  relatedEsims: [{ uid: 'esim-1', iccid: '8901234567890123456', activationCode: code, state: 'RELEASED' }],
  itemsListed: false,
})
const { uid } = sold.customer

async function soldDesk(isNew = true) {
  const of = await desk(sandbox)
  await of.synced()
  of.customers.noteSale(of.open, sold, isNew)
  return of
}

test('is opened with the package and the eSIM of the sale’s answer, while the service has no such customer', async () => {
  const of = await soldDesk()
  const view = await of.customers.handlers.get({ uid }, call)
  expect(view).toMatchObject({ source: 'sale', email: 'new.one@example.org' })
  expect(view.items.map((item) => item.uid)).toEqual(['item-1'])
  expect(view.esims.map((esim) => [esim.uid, esim.codeState])).toEqual([['esim-1', 'usable']])
  expect(JSON.stringify(view)).not.toContain('SECRET-OF-THE-SALE')
})

test('is found by the search and has a copy without the code', async () => {
  const of = await soldDesk()
  await expect.poll(async () => (await search(of, 'new.one@example.org')).rows.map((row) => row.uid)).toEqual([uid])
  const copy = await of.customers.handlers.get({ uid, from: 'directory' }, call)
  expect(copy).toMatchObject({ source: 'directory', esims: [{ uid: 'esim-1', codeState: null }] })
})

test('is opened although the service fails', async () => {
  onTestFinished(async () => void (await control(sandbox).clearFaults()))
  const of = await soldDesk()
  await control(sandbox).fault('customer', 'status', { status: 422, times: 'always' })
  expect((await of.customers.handlers.get({ uid }, call)).source).toBe('sale')
})

test('is what the service shows from then on, with what it doesn’t show yet for ten minutes', async () => {
  onTestFinished(async () => void (await control(sandbox).clearFaults()))
  const of = await soldDesk()
  const shows = async (entry: object): Promise<void> => {
    await control(sandbox).clearFaults()
    const body = JSON.stringify({ customer: sold.customer, activatedItems: [], relatedEsims: [], ...entry })
    await control(sandbox).fault('customer', 'status', {
      status: 200,
      contentType: 'application/json',
      body,
      times: 'always',
    })
  }
  const read = async () => {
    const { source, items, esims } = await of.customers.handlers.get({ uid }, call)
    return [source, items.length, esims.length]
  }
  await shows({})
  expect(await read()).toEqual(['sale', 1, 1])
  await shows({ relatedEsims: sold.relatedEsims })
  expect(await read()).toEqual(['sale', 1, 1])
  await shows({ relatedEsims: sold.relatedEsims, activatedItems: sold.activatedItems })
  expect(await read()).toEqual(['service', 1, 1])
  // What only the answer to the sale contains is in no copy.
  await shows({})
  expect(await read()).toEqual(['sale', 1, 1])
  expect((await of.customers.handlers.get({ uid, from: 'directory' }, call)).items).toEqual([])
})

test('is forgotten with the connection, as are the codes of new eSIMs', async () => {
  const of = await soldDesk()
  const ofEsim = () => of.customers.soldEsim(uid, EsimUid.parse('esim-1'))
  expect(ofEsim()?.entry.relatedEsims[0]?.activationCode).toBe(code)
  void of.rooms.change(null)
  expect(ofEsim()).toBeNull()
  void of.rooms.change(of.open)
  await expect(of.customers.handlers.get({ uid }, call)).rejects.toMatchObject({ code: 'not_found' })
})

test('a sale to a customer who was there keeps the code of a new eSIM and changes nothing that is shown', async () => {
  const of = await soldDesk(false)
  expect(of.customers.soldEsim(uid, EsimUid.parse('esim-1'))).toMatchObject({ isNew: false })
  const { at = 0, until } = of.customers.soldEsim(uid, EsimUid.parse('esim-1')) ?? {}
  expect(until).toBe(at + 600_000)
  expect(of.customers.soldEsim(uid, EsimUid.parse('esim-2'))).toBeNull()
  await expect(of.customers.handlers.get({ uid }, call)).rejects.toMatchObject({ code: 'not_found' })
  expect((await of.customers.handlers.list({ limit: 5 }, call)).total).toBe(20)
})

test('the last 200 sales are kept', async () => {
  const of = await soldDesk()
  for (let number = 0; number < 200; number += 1)
    of.customers.noteSale(of.open, { ...sold, customer: { uid: CustomerUid.parse(`other-${String(number)}`) } }, false)
  expect(of.customers.soldEsim(uid, EsimUid.parse('esim-1'))).toBeNull()
  expect(of.customers.soldEsim(CustomerUid.parse('other-0'), EsimUid.parse('esim-1'))).not.toBeNull()
})
