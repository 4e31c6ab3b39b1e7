/** @module-tag long */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { contract } from '#shared/contract.ts'
import { CustomerUid, Iccid, ItemUid } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import type { Customers } from '../../../../electron/customers/index.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { control } from '../../../support/control.ts'
import { memoryKeychain } from '../storage/support.ts'
import { call, connect, desk, search } from './desk.ts'
import { fatalLimit, mortalWorkerUrl, until } from './support.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ customers: 300, seed: 7 })
})
afterAll(() => sandbox.close())

test('after the first connect everybody of the service is found by each identifier, as in the contract', async () => {
  const of = await desk(sandbox)
  await of.synced()
  expect(await of.customers.handlers.status(undefined, call)).toMatchObject({
    state: 'done',
    customers: 300,
    storage: 'disk',
    unreadableCount: 0,
  })
  const { uid, iccid, email } = await control(sandbox).sample('esimInstalled')
  const entry = await of.open.client.customer(CustomerUid.parse(uid))
  const esim = entry.relatedEsims.find((one) => one.iccid === iccid)
  for (const query of [uid, iccid, entry.activatedItems[0]?.uid, esim?.imsi, esim?.activationCode]) {
    const found = await search(of, query ?? 'missing in the sample')
    expect([query, found.exact, found.source]).toEqual([query, uid, 'directory'])
    expect(contract.customers.search.output.parse(found)).toEqual(found)
  }
  // One person may have several customers.
  expect((await search(of, email ?? '')).rows.map((row) => row.uid)).toContain(uid)
  const list = await of.customers.handlers.list({ limit: 100 }, call)
  expect(contract.customers.list.output.parse(list)).toMatchObject({ total: 300 })
})

test('a customer is shown from the copy, then from the service, with open operations and the same person’s other entries', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const sample = await control(sandbox).sample('twoCustomersSameEmail')
  const uid = CustomerUid.parse(sample.uid)
  const fresh = await of.customers.handlers.get({ uid }, call)
  expect(contract.customers.get.output.parse(fresh)).toEqual(fresh)
  expect(fresh).toMatchObject({ uid, email: sample.email, source: 'service' })
  expect(fresh.samePerson.length).toBeGreaterThan(0)
  expect(fresh.items.some(({ coverage }) => coverage.certainty === 'probably')).toBe(true)

  for (const { uid: item } of fresh.items) of.locked.add(item)
  const copy = await of.customers.handlers.get({ uid, from: 'directory' }, call)
  // The directory has no activation codes, so it does not know whether one is usable.
  const esims = fresh.esims.map((esim) => ({ ...esim, codeState: null }))
  expect(copy).toMatchObject({ source: 'directory', esims })
  expect(copy.items.every(({ refund }) => refund.reasons.includes('operation_open'))).toBe(true)
})

test('customers and their packages are named from the directory, without those that it has not got', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const { uid, email } = await control(sandbox).sample('usable')
  const customer = CustomerUid.parse(uid)
  const [item] = (await of.customers.handlers.get({ uid: customer, from: 'directory' }, call)).items
  const itemUids = item === undefined ? [] : [item.uid, ItemUid.parse('of-nobody')]
  const uids = [customer, customer, CustomerUid.parse('nobody')]
  const names = await of.customers.handlers.names({ uids, itemUids }, call)
  expect(contract.customers.names.output.parse(names)).toEqual({
    customers: [{ uid, email }],
    packages: [{ uid: item?.uid, name: item?.name }],
  })
})

test('an unknown customer is not found, neither in the directory nor at the service', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const uid = CustomerUid.parse('00000000-0000-4000-8000-000000000000')
  await expect(of.customers.handlers.get({ uid, from: 'directory' }, call)).rejects.toMatchObject({ code: 'not_found' })
  await expect(of.customers.handlers.get({ uid }, call)).rejects.toMatchObject({ code: 'not_found' })
})

test('a customer that the directory does not have is read from the service, marked as such, and stored', async () => {
  const shop = await startSandbox({ customers: 20, seed: 3 })
  onTestFinished(shop.close)
  const of = await desk(shop)
  await of.synced()
  const [item] = (await of.open.client.inventory()).items
  const bought = await fetch(`${shop.baseUrl}/${shop.segment}/activations/register`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await token(shop)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      inventoryItemId: item?.id,
      metatag: 'm-1',
      customerEmail: 'late.comer@new.example',
      userIp: '198.51.100.7',
      userCountry: 'DE',
    }),
  })
  expect(bought.ok).toBe(true)
  const found = await search(of, 'Late.Comer@new.example')
  expect(found).toMatchObject({
    source: 'service',
    serviceProblem: null,
    rows: [{ email: 'late.comer@new.example', match: { field: 'email', start: 0 } }],
  })
  expect(found.exact).toBe(found.rows[0]?.uid)
  expect(of.events.findLast(({ event }) => event === 'sync.progress')?.payload).toMatchObject({ customers: 21 })
  expect(await search(of, 'late.comer')).toMatchObject({
    source: 'directory',
    rows: [{ email: 'late.comer@new.example' }],
  })
})

test('of an address that nobody has, and the service does not know either, a similar one is known', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const { rows } = await of.customers.handlers.list({ limit: 100 }, call)
  const email = rows.map((row) => row.email ?? '').find((one) => /^[\w.]{8,}@[a-z]+\.example$/.test(one)) ?? ''
  const wrong = email.replace(/\.example$/, '.exmple')
  const similar = async (query: string): Promise<readonly string[]> => {
    expect(await search(of, query)).toMatchObject({ rows: [], source: 'service', exact: null })
    const answer = await of.customers.handlers.similar({ query }, call)
    return contract.customers.similar.output.parse(answer).queries
  }
  expect((await similar(wrong))[0]).toBe(email)
  expect(await similar('nobody@nowhere.example')).toEqual([])
})

test('the service is asked for an e-mail address of which the directory has only another one, with an accent', async () => {
  const shop = await startSandbox({ customers: 20, seed: 3 })
  onTestFinished(shop.close)
  const of = await desk(shop)
  await of.synced()
  const { uid } = await control(shop).sample('refundable')
  const entry = await of.open.client.customer(CustomerUid.parse(uid))
  const other = CustomerUid.parse('c-other')
  of.customers.storeFresh(
    { ...entry, customer: { ...entry.customer, uid: other, email: 'josé@x.example' } },
    systemClock.monotonic(),
  )
  await until(() => of.events.some(({ event }) => event === 'customer.changed'))
  const asked = vi.spyOn(of.open.client, 'searchCustomers')
  const answered = { ...entry, customer: { ...entry.customer, email: 'Jose@x.example' } }
  for (const [entries, exact] of [
    [[], null],
    [[{ ...answered, customer: { ...answered.customer, email: 'josè@x.example' } }], null],
    [[answered], uid],
  ] as const) {
    asked.mockResolvedValueOnce({ entries, unreadable: [], received: entries.length })
    const found = await search(of, 'jose@x.example')
    expect([found.exact, found.rows.at(-1)?.uid]).toEqual([exact, other])
  }
  expect(asked).toHaveBeenCalledTimes(3)
  expect(await search(of, 'jose@x.example')).toMatchObject({ source: 'directory', exact: uid })
})

test('a matching id, with which a phone names an activation code, opens its customer without a request', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const { uid } = await control(sandbox).sample('refundable')
  const code = (await of.open.client.customer(CustomerUid.parse(uid))).relatedEsims[0]?.activationCode ?? ''
  const asked = vi.spyOn(of.open.client, 'searchCustomers')
  const matchingId = code.split('$')[2] ?? ''
  for (const text of [matchingId, matchingId.toLowerCase(), `Activation code: ${matchingId}`])
    expect(await search(of, text)).toMatchObject({ exact: uid, rows: [{ uid, match: { field: 'activationCode' } }] })
  expect(asked).not.toHaveBeenCalled()
})

test('an ICCID with a digit behind its check digit is looked up without it where nobody has all of its digits', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const { uid } = await control(sandbox).sample('refundable')
  const entry = await of.open.client.customer(CustomerUid.parse(uid))
  const asked = vi.spyOn(of.open.client, 'searchCustomers')
  const iccid = '8943108165000712344'
  const late = {
    ...entry,
    customer: { ...entry.customer, uid: CustomerUid.parse('late'), email: 'late@x.example' },
    relatedEsims: entry.relatedEsims.slice(0, 1).map((esim) => ({ ...esim, iccid: Iccid.parse(iccid) })),
  }
  asked.mockImplementation(({ query }) =>
    Promise.resolve({ entries: query === iccid ? [late] : [], unreadable: [], received: 1 }),
  )
  expect(await search(of, `${iccid}3`)).toMatchObject({ exact: 'late', source: 'service', serviceProblem: null })
  expect(asked.mock.calls.map(([{ query }]) => query)).toEqual([`${iccid}3`, iccid])
  // Now the directory has it.
  expect(await search(of, `${iccid}3`)).toMatchObject({ exact: 'late', source: 'directory' })
})

test('an address is found however its domain is written', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const { uid } = await control(sandbox).sample('refundable')
  const entry = await of.open.client.customer(CustomerUid.parse(uid))
  const asked = vi.spyOn(of.open.client, 'searchCustomers')
  const withEmail = (id: string, email: string): typeof entry => ({
    ...entry,
    customer: { ...entry.customer, uid: CustomerUid.parse(id), email },
  })
  const known = [withEmail('one', 'anna@xn--bcher-kva.example'), withEmail('two', 'ben@bücher.example')]
  asked.mockImplementation(({ query }) =>
    Promise.resolve({ entries: known.filter(({ customer }) => customer.email === query), unreadable: [], received: 1 }),
  )
  for (const source of ['service', 'directory']) {
    expect(await search(of, 'Anna@Bücher.example')).toMatchObject({ exact: 'one', source })
    expect(await search(of, 'ben@xn--bcher-kva.example')).toMatchObject({ exact: 'two', source })
  }
})

test("list, search and customer report the service's current time, by which their rows were built", async () => {
  const shop = await startSandbox({ customers: 60, seed: 3 })
  onTestFinished(shop.close)
  await control(shop).advance('20 days')
  const of = await desk(shop)
  await of.synced()
  const list = await of.customers.handlers.list({ limit: 100 }, call)
  const first = await of.customers.handlers.get({ uid: CustomerUid.parse(list.rows[0]?.uid) }, call)
  const { asOf } = list
  const nobody = await search(of, 'nobody@nowhere.example')
  expect(nobody.source).toBe('service')
  const days = [asOf, first.asOf, (await search(of, 'a')).asOf, nobody.asOf].map((instant) =>
    Math.round((Date.parse(instant) - Date.now()) / 86_400_000),
  )
  expect(days).toEqual([20, 20, 20, 20])
  const ends = list.rows.flatMap(({ nextExpiry }) => nextExpiry ?? [])
  expect(ends.length).toBeGreaterThan(0)
  expect(ends.filter((end) => end < asOf)).toEqual([])
})

test('a part of an identifier is not sent to the service', async () => {
  const of = await desk(sandbox)
  await of.synced()
  expect(await search(of, 'nobody-has-this')).toMatchObject({
    rows: [],
    source: 'directory',
    exact: null,
    serviceProblem: null,
  })
})

test('when the service is unavailable, the search reports why and returns the matches of the directory', async () => {
  const of = await desk(sandbox)
  await of.synced()
  await control(sandbox).setFaults([{ endpoint: 'search', kind: 'status', status: 500, times: 'always' }])
  onTestFinished(async () => void (await control(sandbox).clearFaults()))
  expect(await search(of, 'nobody@nowhere.example')).toMatchObject({
    rows: [],
    source: 'service',
    exact: null,
    serviceProblem: 'service_failed',
  })
})

test('a customer that another module has read is in the directory before the window is notified', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const { uid } = await control(sandbox).sample('refundable')
  const entry = await of.open.client.customer(CustomerUid.parse(uid))
  of.customers.storeFresh(
    { ...entry, customer: { ...entry.customer, email: 'fresh@news.example' } },
    systemClock.monotonic(),
  )
  await until(() => of.events.some(({ event }) => event === 'customer.changed'))
  expect(of.events.filter(({ event }) => event === 'customer.changed')).toEqual([
    { event: 'customer.changed', payload: { uid } },
  ])
  expect((await search(of, 'fresh@news')).rows).toMatchObject([{ uid }])
})

test('a slow answer about a customer does not replace that to a later request in the directory', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const uid = CustomerUid.parse((await control(sandbox).sample('refundable')).uid)
  const entry = await of.open.client.customer(uid)
  const answer = (email: string) => ({ ...entry, customer: { ...entry.customer, email } })
  const slow = Promise.withResolvers<typeof entry>()
  const asked = vi.spyOn(of.open.client, 'customer')
  onTestFinished(() => asked.mockRestore())
  asked.mockReturnValueOnce(slow.promise).mockResolvedValueOnce(answer('later@request.example'))
  const first = of.customers.handlers.get({ uid, from: 'service' }, call)
  await until(() => asked.mock.calls.length === 1)
  await of.customers.handlers.get({ uid, from: 'service' }, call)
  slow.resolve(answer('earlier@request.example'))
  expect(await first).toMatchObject({ email: 'earlier@request.example' })
  expect(await of.customers.handlers.get({ uid, from: 'directory' }, call)).toMatchObject({
    email: 'later@request.example',
  })
})

test('a reference names a customer only if all customers are in the directory', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const { usedItem } = await control(sandbox).samples(20)
  const { uid, metatag } = usedItem.find((sample) => /^.{5,}\d$/.test(sample.metatag ?? '')) ?? {}
  const reference = metatag ?? ''
  expect(await search(of, reference)).toMatchObject({ rows: [{ uid }], exact: uid })
  const entry = await of.open.client.customer(CustomerUid.parse(uid))
  await of.customers.handlers.wipe(undefined, call)
  of.customers.storeFresh(entry, systemClock.monotonic())
  await until(() => of.events.some(({ event }) => event === 'customer.changed'))
  expect(await search(of, reference)).toMatchObject({ rows: [{ uid }], exact: null })
})

test('while the list is not complete, the service is asked for everybody with an address where all are wanted', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const { twoCustomersSameEmail, refundable } = await control(sandbox).samples(20)
  const { uid, email } = twoCustomersSameEmail[0] ?? {}
  const entries = await Promise.all(
    [uid, refundable[0]?.uid].map((each) => of.open.client.customer(CustomerUid.parse(each))),
  )
  await of.customers.handlers.wipe(undefined, call)
  of.events.length = 0
  for (const entry of entries) of.customers.storeFresh(entry, systemClock.monotonic())
  await until(() => of.events.filter(({ event }) => event === 'customer.changed').length === entries.length)
  const iccids = entries.map(({ relatedEsims }) => relatedEsims[0]?.iccid ?? '')
  const asked = vi.spyOn(of.open.client, 'searchCustomers')
  expect(await search(of, iccids[1] ?? '')).toMatchObject({ source: 'directory' })
  expect(await search(of, email ?? '')).toMatchObject({ source: 'directory', exact: uid })
  expect(asked).not.toHaveBeenCalled()
  const found = await of.customers.handlers.search({ query: email ?? '', limit: 50, everybody: true }, call)
  expect(found).toMatchObject({ source: 'both', exact: null, serviceProblem: null })
  expect(found.rows.length).toBeGreaterThan(1)
  expect(new Set(found.rows.map((row) => row.email?.toLowerCase()))).toEqual(new Set([email?.toLowerCase()]))
})

test('wiping deletes the local copy; the next sync rebuilds it', async () => {
  const of = await desk(sandbox)
  await of.synced()
  expect(await of.customers.handlers.wipe(undefined, call)).toBeNull()
  expect(await of.customers.handlers.status(undefined, call)).toMatchObject({
    state: 'never',
    customers: 0,
    finishedAt: null,
  })
  of.events.length = 0
  expect(await of.customers.handlers.sync(undefined, call)).toMatchObject({ state: 'syncing' })
  await of.synced()
  expect(await of.customers.handlers.status(undefined, call)).toMatchObject({ state: 'done', customers: 300 })
})

test('none of the files of a connection is in use after its close was reported', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const inUse = async (): Promise<readonly string[]> =>
    (await readdir(of.folder)).filter((name) => /^directory-.*-(wal|journal)$/.test(name))
  expect(await inUse()).not.toEqual([])
  await of.rooms.change(null)
  expect(await inUse()).toEqual([])
})

test('each connection has its own directory, and without one there is nothing to ask', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const other = await startSandbox({ customers: 3, seed: 99 })
  onTestFinished(other.close)
  of.events.length = 0
  void of.rooms.change(connect('c2', other).open)
  await of.synced()
  expect(await of.customers.handlers.status(undefined, call)).toMatchObject({ customers: 3 })
  expect((await readdir(of.folder)).filter((name) => /^directory-.*db$/.test(name))).toEqual([
    'directory-c1.db',
    'directory-c2.db',
  ])
  void of.rooms.change(null)
  await expect(of.customers.handlers.status(undefined, call)).rejects.toMatchObject({ code: 'not_connected' })
  void of.rooms.change(of.open)
  expect(await of.customers.handlers.status(undefined, call)).toMatchObject({ state: 'done', customers: 300 })
})

test('what the previous connection answers late is not shown in the next', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const { uid } = await control(sandbox).sample('usable')
  const other = await startSandbox({ customers: 3, seed: 99 })
  onTestFinished(other.close)
  const { handlers } = of.customers
  const late = [
    handlers.get({ uid: CustomerUid.parse(uid) }, call),
    handlers.get({ uid: CustomerUid.parse(uid), from: 'directory' }, call),
    search(of, uid),
    handlers.list({ limit: 5 }, call),
    handlers.status(undefined, call),
  ]
  void of.rooms.change(connect('c2', other).open)
  for (const outcome of await Promise.allSettled(late))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'not_connected' } })
})

test('a customer is removed from the directory only if the service answers that there is no such customer', async () => {
  const of = await desk(sandbox)
  await of.synced()
  onTestFinished(async () => void (await control(sandbox).clearFaults()))
  const uid = CustomerUid.parse((await control(sandbox).sample('usable')).uid)
  const copy = (): Promise<unknown> => of.customers.handlers.get({ uid, from: 'directory' }, call)
  const missing = async (contentType: string, body: string): Promise<void> => {
    await control(sandbox).clearFaults()
    await control(sandbox).setFaults([
      { endpoint: 'customer', kind: 'status', status: 404, contentType, body, times: 'always' },
      { endpoint: 'search', kind: 'status', status: 200, contentType: 'application/json', body: '[]', times: 'always' },
    ])
    // A person would get them from the list.
    await expect(of.customers.handlers.get({ uid, unasked: true }, call)).rejects.toMatchObject({ name: 'DeskError' })
  }
  await missing('text/plain', '404 page not found')
  await missing('text/html', '<html>no route</html>')
  expect(await copy()).toMatchObject({ uid })
  await missing('application/json', '{"message":"no such customer"}')
  await expect(copy()).rejects.toMatchObject({ code: 'not_found' })
  expect((await of.customers.handlers.list({ limit: 5 }, call)).total).toBe(299)
  expect(await of.customers.handlers.status({}, call)).toMatchObject({ customers: 299 })
})

test('without a keychain the directory is a file of this session, and its status reports that', async () => {
  const of = await desk(sandbox, memoryKeychain('session'))
  await of.synced()
  expect(await of.customers.handlers.status(undefined, call)).toMatchObject({ customers: 300, storage: 'session' })
  expect((await readdir(of.folder)).filter((name) => name.endsWith('.db') && name.startsWith('directory'))).toEqual([
    expect.stringMatching(/^directory-.+\.session\.db$/),
  ])
})

/** Waits for all customers; returns where they are kept. */
async function storageOf(customers: Customers): Promise<string> {
  const status = () => customers.handlers.status(undefined, call)
  await expect.poll(async () => (await status()).customers).toBe(300)
  return (await status()).storage
}

test('the directory of a connection from the command line is a file of this session, which is deleted when it is wiped', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const profile = { ...of.open.profile, id: 'ephemeral' }
  const customers = await of.restart({ ...of.open, profile })
  expect(await storageOf(customers)).toBe('session')
  const file = 'directory-ephemeral.session.db'
  expect(await readdir(of.folder)).toContain(file)
  await customers.handlers.wipe(undefined, call)
  expect(await customers.handlers.status(undefined, call)).toMatchObject({ customers: 0, storage: 'session' })
  await customers.close()
  expect(await readdir(of.folder)).toContain(file)
  of.storage.close()
  expect(await readdir(of.folder)).not.toContain(file)
})

test('a directory that can not be opened is a file of this session, or in memory if there can be none', async () => {
  const of = await desk(sandbox)
  await of.synced()
  for (const [name, kind] of [
    ['directory-c1.db', 'session'],
    ['directory-c1.session.db', 'memory'],
  ] as const) {
    await of.rooms.change(null)
    await of.customers.close()
    // A folder in the place of the file.
    await rm(join(of.folder, name), { force: true })
    await mkdir(join(of.folder, name))
    expect(await storageOf(await of.restart())).toBe(kind)
  }
})

test('a directory whose key can not be read is a file of this session, and the window is notified', async () => {
  const keychain = memoryKeychain()
  const refuses = {
    ...keychain,
    get: (account: string) =>
      account.startsWith('key:directory')
        ? Promise.reject(new DeskError('keychain_unavailable', 'The keychain is locked'))
        : keychain.get(account),
  }
  const of = await desk(sandbox, refuses)
  await of.synced()
  expect(await of.customers.handlers.status(undefined, call)).toMatchObject({ customers: 300, storage: 'session' })
  expect(of.events).toContainEqual({
    event: 'notice',
    payload: expect.objectContaining({ code: 'directory_not_saved' }),
  })
})

test('when the directory has failed for good, a customer is still found and shown through the service', async () => {
  const of = await desk(sandbox, memoryKeychain(), mortalWorkerUrl)
  await of.synced()
  const wasNotified = (code: string): boolean =>
    of.events.some(({ payload }) => JSON.stringify(payload).includes(`"${code}"`))
  await of.customers.handlers.list({ limit: fatalLimit }, call).catch(() => undefined)
  await until(() => wasNotified('directory_restarted'))
  await of.customers.handlers.list({ limit: fatalLimit }, call).catch(() => undefined)
  await until(() => wasNotified('directory_failed'))
  await expect(of.customers.handlers.list({ limit: 5 }, call)).rejects.toMatchObject({ code: 'storage_unreadable' })
  const { uid } = await control(sandbox).sample('usable')
  expect(await search(of, uid)).toMatchObject({ source: 'service', exact: uid })
  expect(await of.customers.handlers.get({ uid: CustomerUid.parse(uid) }, call)).toMatchObject({
    uid,
    source: 'service',
    samePerson: [],
  })
})

test('a service that is out of reach fails the sync with its reason and leaves the rest working', async () => {
  const gone = await startSandbox({ customers: 3, seed: 5 })
  const of = await desk(gone)
  await of.synced()
  await gone.close()
  of.events.length = 0
  await of.customers.handlers.sync(undefined, call)
  await of.synced()
  expect(await of.customers.handlers.status(undefined, call)).toMatchObject({
    state: 'failed',
    problem: 'address_unreachable',
    customers: 3,
  })
  const { rows } = await of.customers.handlers.list({ limit: 5 }, call)
  expect(rows).toHaveLength(3)
  const view = await of.customers.handlers.get(
    { uid: rows[0]?.uid ?? CustomerUid.parse('none'), from: 'directory' },
    call,
  )
  expect(view.source).toBe('directory')
})

async function token(of: Sandbox): Promise<string> {
  const response = await fetch(`${of.baseUrl}/reseller/authenticate`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${of.clientId}:${of.clientSecret}`).toString('base64')}` },
  })
  const answer: unknown = await response.json()
  return typeof answer === 'object' && answer !== null && 'accessToken' in answer ? String(answer.accessToken) : ''
}

test('a customer is read again for an event, stored, and the window is notified', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const { uid, iccid } = await control(sandbox).sample('esimReleased')
  const customer = CustomerUid.parse(uid)
  of.events.length = 0
  await control(sandbox).install(iccid ?? '')
  await of.customers.readAgain(customer, call.signal)
  expect(of.events).toContainEqual({ event: 'customer.changed', payload: { uid } })
  const copy = await of.customers.handlers.get({ uid: customer, from: 'directory' }, call)
  expect(copy.esims.find((esim) => esim.iccid === iccid)?.state).toBe('installed')
})

test('the owner of an eSIM is found by its whole ICCID and by nothing else', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const { uid, iccid, email } = await control(sandbox).sample('esimInstalled')
  const find = (text: string) => of.customers.customerOfIccid(Iccid.parse(text))
  expect(await find(iccid ?? '')).toBe(uid)
  for (const text of [email ?? '', uid, (iccid ?? '').slice(0, -1)]) expect(await find(text)).toBeNull()
  expect(await of.customers.lookUpIccid(Iccid.parse(iccid ?? ''), call.signal)).toBe(uid)
  expect(await of.customers.lookUpIccid(Iccid.parse('8900000000000000000'), call.signal)).toBeNull()
})

test('the service says where an eSIM is connected; one that does not know it is asked no more', async () => {
  const variant = await startSandbox({ customers: 30, seed: 7, variants: { optional: [] } })
  onTestFinished(() => variant.close())
  for (const [to, known] of [
    [sandbox, true],
    [variant, false],
  ] as const) {
    const of = await desk(to)
    const { iccid } = await control(to).sample('esimInstalled')
    const answer = await of.customers.handlers.connectivity({ iccid: Iccid.parse(iccid) }, call)
    if (known) expect(contract.customers.connectivity.output.parse(answer)).toMatchObject({ iccid })
    else expect(answer).toBeNull()
  }
})

test('the list is sorted and filtered, knows the unconfirmed customers, and is exported as it is listed', async () => {
  const of = await desk(sandbox)
  await of.synced()
  const view = { sort: 'email', descending: true, filter: 'notInstalled', days: 3, country: null } as const
  const page = await of.customers.handlers.browse({ view, from: 0, limit: 500 }, call)
  expect(contract.customers.browse.output.parse(page)).toEqual(page)
  expect(page.counts).toMatchObject({ all: 300, unconfirmed: 0 })
  expect(page.rows).toHaveLength(page.matching)
  expect(page.rows.every(({ esims }) => esims.some(({ state }) => state === 'released'))).toBe(true)

  of.unconfirmed.add(page.rows[1]?.uid ?? CustomerUid.parse('missing'))
  const unconfirmed = await of.customers.handlers.browse(
    { view: { ...view, filter: 'unconfirmed' }, from: 0, limit: 50 },
    call,
  )
  expect([unconfirmed.rows, unconfirmed.counts?.unconfirmed]).toEqual([page.rows.slice(1, 2), 1])

  const exported = await of.customers.handlers.exportCsv({ name: 'Customers', view, decimal: 'comma' }, call)
  expect(exported).toEqual({ path: '/home/Customers.csv', rows: page.matching })
  const text = Buffer.concat(of.saved[0]?.pieces ?? []).toString('utf8')
  const lines = text.split('\r\n')
  expect(lines[0]).toMatch(/^\ufeffcustomer_uid;email;/)
  // An apostrophe keeps a spreadsheet from reading a uid as a number.
  expect(lines.slice(1, -1).map((line) => /^"'?([^"]+)"/.exec(line)?.[1])).toEqual(page.rows.map(({ uid }) => uid))
  // Whole codes and links are no part of the directory.
  expect(text).not.toMatch(/lpa:|carddata/i)

  const only = page.rows.slice(1, 3).map(({ uid }) => uid)
  const all = { ...view, filter: 'all' } as const
  expect(
    await of.customers.handlers.exportCsv({ name: 'Customers', view: all, only, decimal: 'comma' }, call),
  ).toMatchObject({ rows: 2 })
  const selected = Buffer.concat(of.saved[1]?.pieces ?? []).toString('utf8')
  expect(selected.split('\r\n').slice(1, -1)).toEqual(lines.slice(2, 4))
})

test('the exported list is read as it is written, in pieces, and not once it is cancelled or the connection is closed', async () => {
  const many = await startSandbox({ customers: 1200, seed: 12 })
  onTestFinished(many.close)
  let onPiece: (count: number) => unknown = () => undefined
  const written: number[] = []
  const of = await desk(many, memoryKeychain(), undefined, {
    async saveFile({ data }) {
      written.length = 0
      for await (const piece of data) {
        written.push(piece.length)
        await onPiece(written.length)
      }
      return '/home/all.csv'
    },
  })
  await of.synced()
  const view = { sort: 'email', descending: false, filter: 'all', days: 3, country: null } as const
  const run = (signal = call.signal) =>
    of.customers.handlers.exportCsv({ name: 'all', view, decimal: 'point' }, { signal })
  expect(await run()).toEqual({ path: '/home/all.csv', rows: 1200 })
  expect(written).toHaveLength(4)

  const cancelling = new AbortController()
  onPiece = () => cancelling.abort()
  await expect(run(cancelling.signal)).rejects.toThrow()
  expect(written).toHaveLength(1)
  onPiece = (count) => (count === 2 ? of.disconnect() : undefined)
  await expect(run()).rejects.toThrow()
  expect(written).toHaveLength(2)
})
