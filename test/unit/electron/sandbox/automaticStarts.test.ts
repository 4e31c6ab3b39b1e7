/** Webhooks for automatic activations are sent once each, in the order of their dates (interface 3.2, 6.2). */
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { order, sale, useService } from './sandboxService.ts'

type Notification = { readonly uid: string; readonly activatedItem: string; readonly activatedAt: string }

const service = useService({ customers: 3000 })
let receiver: Server
let notifications: Notification[] = []

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      const { uid, activatedItem, activatedAt }: Notification = JSON.parse(text)
      notifications.push({ uid, activatedItem, activatedAt })
      response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(
  () =>
    new Promise<void>((resolve) => {
      receiver.close(() => resolve())
      receiver.closeAllConnections()
    }),
)

async function setReceiver(enabled: boolean): Promise<void> {
  const address = receiver.address()
  await service().control.setWebhooks({
    balanceActivation:
      enabled && address !== null && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : null,
  })
}

it('sends the starts of seeded and sold items by date, also of changed customers, each once, none that were started by hand', async () => {
  const { control } = service()
  await control.clock('stand')
  const pack = (await service().inventory()).find(
    (item) => item.countrySet === 'EUROPE' && item.active === true && item.amount === 0,
  )
  const buy = async (): Promise<string> =>
    sale(await service().post('/service/activations/register', order(pack?.id ?? '', { activationMode: 'FIRST_USE' })))
      .activatedItem.uid
  const itemOfSample = async (nth: number): Promise<string> => (await control.itemSample('firstUse', nth)).itemUid
  const samples = (await control.samples(2000)).firstUse.length
  const [changed, byHand] = [await control.itemSample('firstUse', 3), await itemOfSample(5)]
  await service().call('PUT', `/service/activations/customers/${changed.uid}`, { customerEmail: 'changed@example.com' })
  await service().post(`/service/activations/activated-items/${byHand}/activate`)
  const sold = [await buy(), await buy()]
  await setReceiver(true)
  await control.advance('1 day')
  await service().authenticate()
  sold.push(await buy())
  await control.advance('91 days')
  await control.deliveries()

  const uids = notifications.map(({ activatedItem }) => activatedItem)
  expect(notifications.length).toBeGreaterThan(samples)
  expect(new Set(uids).size).toBe(uids.length)
  expect(uids).not.toContain(byHand)
  expect(uids).toEqual(expect.arrayContaining([changed.itemUid, ...sold]))
  const dates = notifications.map(({ activatedAt }) => Date.parse(activatedAt))
  expect(dates).toEqual(dates.toSorted((left, right) => left - right))
  for (const { uid, activatedItem } of notifications.slice(0, 20)) {
    expect((await control.customer(uid)).items.find((item) => item.uid === activatedItem)?.activatedAt).toBe(
      notifications.find((one) => one.activatedItem === activatedItem)?.activatedAt,
    )
  }
})

it('sends nothing for starts while no webhook was set', async () => {
  const { control } = service()
  await setReceiver(false)
  await service().authenticate()
  const pack = (await service().inventory()).find(
    (item) => item.countrySet === 'EUROPE' && item.active === true && item.amount === 0,
  )
  const sold = sale(
    await service().post('/service/activations/register', order(pack?.id ?? '', { activationMode: 'FIRST_USE' })),
  )
  await control.advance('90 days')
  notifications = []
  await setReceiver(true)
  await control.advance('1 second')
  await service().authenticate()
  expect((await service().entry(sold.customer.uid)).activatedItems[0]?.balance.activatedAt).toEqual(expect.any(String))
  await control.deliveries()
  expect(notifications).toEqual([])
})

it('sends a start on time while the clock runs', async () => {
  const { control } = service()
  const pack = (await service().inventory()).find(
    (item) => item.countrySet === 'EUROPE' && item.active === true && item.amount === 0,
  )
  const sold = sale(
    await service().post('/service/activations/register', order(pack?.id ?? '', { activationMode: 'FIRST_USE' })),
  )
  await control.advance(90 * 86_400_000 - 150)
  await control.clock('run')
  await expect.poll(() => notifications.map(({ activatedItem }) => activatedItem)).toContain(sold.activatedItem.uid)
})

it('does not go beyond years of four digits', async () => {
  for (let leap = 0; leap < 38; leap++) await service().control.advance('200 years')
  await expect(service().control.advance('400 years')).rejects.toMatchObject({ status: 400 })
  await service().authenticate()
  expect((await service().get('/service/activations/customers?page_size=3')).status).toBe(200)
})
