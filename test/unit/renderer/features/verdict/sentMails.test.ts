/** What the bar says once the customer was e-mailed the QR code. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { contract } from '#shared/contract.ts'
import type { MailRow } from '#shared/model/mail.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import { CountrySetId, CustomerUid, Iccid } from '#shared/wire/ids.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { read, text } from '../../support/mounted.ts'
import { useCall } from '../../../../../renderer/lib/call.store.ts'
import { customer, customerUid, esim, item, mailRow, now, operation } from '../../support/samples.ts'
import { mountVerdict } from '../../support/verdict.ts'

const inPortugal = { certainty: 'known' as const, countrySet: CountrySetId.parse('PT'), countries: ['PT'] }
const released = esim({ state: 'released', raw: 'RELEASED', lastSeen: null })
const mail = mailRow({ esimUid: released.uid, iccid: released.iccid })
const toSend = text('verdict.next.notInstalled')
const mailed = text('verdict.next.notInstalledMailed')

async function bar(view: CustomerView, ...before: readonly MailRow[]) {
  let mails = before
  const asked: unknown[] = []
  const bridge = installBridge({
    'inventory.list': accept({ rows: [], unreadable: [], fetchedAt: now }),
    'inventory.devices': accept({ rows: [], fetchedAt: now }),
    'events.list': accept({ rows: [], total: 0 }),
    'installation.mails': (input) => {
      asked.push(contract.installation.mails.input.parse(input))
      return accept({ rows: mails, total: mails.length })(input)
    },
  })
  const { wrapper } = mountVerdict({ view, now, operations: [], settled: true })
  await flushPromises()
  async function push(row: MailRow): Promise<void> {
    mails = [row, ...mails.filter(({ id }) => id !== row.id)]
    bridge.push('mail.changed', row)
    await flushPromises()
  }
  return { wrapper, asked, push, next: () => read(wrapper.get('.next')), button: () => read(wrapper.get('.action')) }
}

test('it helps to find the mail, and offers to send it again', async () => {
  const { wrapper, asked, next, button } = await bar(customer({ esims: [released] }), mail)
  expect([next(), button()]).toEqual([mailed, text('verdict.action.sendQrAgain')])
  expect(read(wrapper.get('.say .text'))).toMatch(/^We have e-mailed you the QR code\./)
  expect(asked).toEqual([{ customerUid, lately: true, limit: 200 }])
})

test('it says so as soon as the mail server has accepted the mail, and not before', async () => {
  const { push, next } = await bar(customer({ esims: [released] }))
  expect(next()).toBe(toSend)
  for (const state of ['SENDING', 'UNKNOWN', 'REJECTED'] as const) {
    await push({ ...mail, state })
    expect([state, next()]).toEqual([state, toSend])
  }
  await push({ ...mail, customerUid: CustomerUid.parse('another'), state: 'SENT' })
  expect(next()).toBe(toSend)
  await push(mail)
  expect(next()).toBe(mailed)
})

test('a mail to another address than the present one does not count as received', async () => {
  const { wrapper, next } = await bar(customer({ esims: [released] }), {
    ...mail,
    own: false,
    to: 'colleague@shop.example',
  })
  expect(next()).toBe(toSend)
  await wrapper.setProps({ view: customer({ esims: [released], email: 'Colleague@shop.example' }) })
  expect(next()).toBe(mailed)
})

test('a mail whose recipient is no longer stored counts if the address was the own one', async () => {
  const own = await bar(customer({ esims: [released] }), { ...mail, to: null })
  expect(own.next()).toBe(mailed)
  own.wrapper.unmount()
  const other = await bar(customer({ esims: [released] }), { ...mail, to: null, own: false })
  expect(other.next()).toBe(toSend)
})

test('of a customer without an address on record each mail counts', async () => {
  const named = { ...mail, own: false, to: 'ada@private.example' }
  const { next } = await bar(customer({ esims: [released], email: null }), named)
  expect(next()).toBe(mailed)
})

test('the QR code that a purchase announces is not announced any more once it was mailed', async () => {
  const bought = operation({
    kind: 'top-up-with-profile',
    state: 'CONFIRMED',
    esimUid: released.uid,
    createdAt: '2026-11-21T09:59:00.000Z',
  })
  const { wrapper, push } = await bar(customer({ esims: [released] }))
  await wrapper.setProps({ operations: [{ ...bought, esimUid: null }] })
  const reply = () => read(wrapper.get('.say .text'))
  expect(reply()).toContain('comes with a new eSIM. Please connect the phone to Wi-Fi and scan the QR code')
  await push({ ...mail, id: 'other', iccid: Iccid.parse('8948010000000000074') })
  expect(reply()).toContain('comes with a new eSIM')
  await push(mail)
  // Which eSIM came with the purchase is not known, so it may be another one than that of the mail.
  expect(reply()).toContain('comes with a new eSIM')
  await wrapper.setProps({ operations: [bought] })
  expect(reply()).toMatch(/^We have e-mailed you the QR code/)
})

test.each([
  ['top-up', /^Europe 3 GB is on the eSIM that you have/],
  ['activate', /^We have started Europe 3 GB/],
] as const)('after a %s the QR code that was mailed before is not announced again', async (kind, announced) => {
  const { wrapper, push } = await bar(customer({ esims: [released] }))
  const done = operation({ kind, mode: 'NOW', createdAt: '2026-11-21T09:59:00.000Z' })
  await wrapper.setProps({ operations: [done] })
  const reply = () => read(wrapper.get('.say .text'))
  expect(reply()).toMatch(announced)
  expect(reply()).toContain('scan the QR code')
  await push({ ...mail, createdAt: '2026-11-21T09:58:00.000Z' })
  expect(reply()).toMatch(/^We have e-mailed you the QR code/)
})

test('what keeps the package from working comes before the mail that was sent', async () => {
  const { wrapper, push } = await bar(customer({ esims: [released], items: [item({ coverage: inPortugal })] }))
  await wrapper.setProps({ operations: [operation({ kind: 'top-up', mode: 'NOW' })] })
  await push(mail)
  const reply = () => read(wrapper.get('.say .text'))
  expect(reply()).toMatch(/^We have e-mailed you the QR code/)
  useCall().setFacts(customerUid, { country: 'JP' })
  await flushPromises()
  expect(reply()).toMatch(/^As far as we can see, you can't use Europe 3 GB in this country \(Japan\)\./)
})

test('the reply is in the language of the mail, unless the agent chose one', async () => {
  const { wrapper, push } = await bar(
    customer({ esims: [released], items: [item({ available: { value: 3, unit: 'GB' } })], language: null }),
  )
  const reply = () => read(wrapper.get('.say .text'))
  expect(reply()).toMatch(/^Your eSIM isn't installed yet/)
  await push({ ...mail, language: 'it' })
  await expect.poll(reply).toContain('codice QR')
  // Neither a mail to somebody else nor one that was refused reached the customer.
  await push({ ...mail, id: 'm-3', to: 'desk@hotel.example', own: false, language: 'fr' })
  await push({ ...mail, id: 'm-4', state: 'SENDING', language: 'fr' })
  await expect.poll(reply).toContain('QR code')
  await push({ ...mail, id: 'm-4', state: 'REJECTED', language: 'fr' })
  await expect.poll(reply).toContain('codice QR')
  await wrapper.get('.say select').setValue('de')
  await push({ ...mail, id: 'm-2', language: 'fr' })
  await expect.poll(reply).toContain('QR-Code')
})

test('a mail counts for the customer on the page alone', async () => {
  const { wrapper, next } = await bar(customer({ esims: [released] }), mail)
  const other = customer({ uid: CustomerUid.parse('another'), esims: [released] })
  await wrapper.setProps({ view: other })
  expect(next()).toBe(toSend)
})

test('nothing is read about a customer whose eSIM is installed', async () => {
  const { asked, wrapper, next } = await bar(customer(), mail)
  expect(asked).toEqual([])
  await wrapper.setProps({ view: customer({ esims: [released] }) })
  await flushPromises()
  expect(next()).toBe(mailed)
})
