/** The scenes of the tour and of the training, as the desk sees them. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { customerViewSteps } from '../../../../electron/views/customerView.ts'
import type { PreparedScene, TrainingScene } from '#shared/model/training.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import { verdictOf } from '../../../../renderer/rules/verdict.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import { classify } from '../../../../electron/operations/send/classify.ts'
import { createServiceClient, type ServiceClient } from '../../../../electron/service/index.ts'
import { createResellersApp, createSimulator, type Simulator } from '../../../../electron/simulator/index.ts'
import { control } from '../../../support/control.ts'
import { startSandboxProcess } from '../../../support/sandbox.ts'
import { silentLog } from '../storage/support.ts'

type Sandbox = Awaited<ReturnType<typeof startSandboxProcess>>

const call = { signal: new AbortController().signal }
let sandbox: Sandbox
let simulator: Simulator

beforeAll(async () => {
  sandbox = await startSandboxProcess({ customers: 30, seed: 5 })
  simulator = createSimulator({
    currentSandbox: () => sandbox.info,
    app: createResellersApp(),
    saveFile: () => Promise.resolve(null),
  })
})
afterAll(() => sandbox.stop())

const prepare = (scene: TrainingScene): Promise<PreparedScene> => simulator.handlers.prepare({ scene }, call)

async function client(): Promise<ServiceClient> {
  const created = createServiceClient({
    address: sandbox.info.baseUrl,
    segment: sandbox.info.segment,
    credentials: () => Promise.resolve(sandbox.info),
    clock: systemClock,
    log: silentLog,
  })
  onTestFinished(() => created.close())
  await created.prepareMoney()
  return created
}

/** The customer as the page shows it. */
async function viewOf(service: ServiceClient, { customerUid }: PreparedScene): Promise<CustomerView> {
  const { items: inventory } = await service.inventory()
  const steps = customerViewSteps(await service.customer(customerUid), {
    now: service.now(),
    asOf: service.now(),
    inventory,
    lockedItems: new Set(),
    countrySetOf: () => null,
    samePerson: [],
    source: 'service',
  })
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

test.each([
  ['tour', 'notInstalled'],
  ['noData', 'usedUp'],
  ['wrongCountry', 'wrongCountry'],
  ['notInstalled', 'notInstalled'],
  ['twoEsims', 'fine'],
  ['refundRefused', 'noDataUsed'],
  ['unconfirmedRefund', 'notInstalled'],
] as const)('%s is a new customer each time, whose verdict is %s, and costs no credits', async (scene, cause) => {
  const credits = async (): Promise<number> => (await control(sandbox.info).state()).credits.amount
  const before = await credits()
  const first = await prepare(scene)
  const second = await prepare(scene)
  expect(second.customerUid).not.toBe(first.customerUid)
  expect(second.email).not.toBe(first.email)
  expect(await credits()).toBe(before)
  const service = await client()
  const view = await viewOf(service, second)
  expect(view.email).toBe(second.email)
  const iccids = view.esims.map(({ iccid }) => iccid)
  expect([iccids.length, iccids.includes(second.iccid)]).toEqual([scene === 'twoEsims' ? 2 : 1, true])
  const [verdict] = verdictOf({
    view,
    now: service.now(),
    operations: [],
    inventory: null,
    visits: [],
    connectivity: [],
    mails: [],
    country: second.country,
    device: null,
  })
  expect(verdict.id).toBe(cause)
})

test('the customer of the tour has a package to activate and one to refund', async () => {
  const { items } = await viewOf(await client(), await prepare('tour'))
  expect(items.filter(({ activate }) => activate.possible)).toHaveLength(1)
  expect(items.some(({ activate, refund }) => refund.possible && !activate.possible)).toBe(true)
})

test.each([
  ['refundRefused', { class: 'refused', reason: 'This item has been used.' }],
  ['unconfirmedRefund', { class: 'unclear' }],
] as const)('the refund of %s is possible for the desk and ends as %j', async (scene, outcome) => {
  const service = await client()
  const known = await prepare(scene)
  const item = (await viewOf(service, known)).items.find(({ uid }) => uid === known.itemUid)
  expect(item?.refund.possible).toBe(true)
  const evidence = await service.sendMoney({
    kind: 'refund',
    itemUid: known.itemUid,
    intentId: '01JTRAINING000000000000000',
  })
  expect(classify({ kind: 'refund', itemUid: null, customerUid: null, severalRoutes: true }, evidence)).toMatchObject(
    outcome,
  )
  expect((await viewOf(service, known)).items.find(({ uid }) => uid === known.itemUid)?.phase).toBe('active')
})

test('a live connection has no scenes', async () => {
  const live = createSimulator({
    currentSandbox: () => null,
    app: createResellersApp(),
    saveFile: () => Promise.resolve(null),
  })
  await expect(live.handlers.prepare({ scene: 'noData' }, call)).rejects.toMatchObject({ code: 'not_sandbox' })
})
