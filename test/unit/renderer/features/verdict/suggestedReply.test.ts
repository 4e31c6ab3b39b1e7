/** The one sentence to say: about what the agent did last, or that of the verdict if it is newer or rules it out. */
import { flushPromises } from '@vue/test-utils'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import { CountrySetId, CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import { useCall } from '../../../../../renderer/lib/call.store.ts'
import { usePageActionList } from '../../../../../renderer/lib/pageActions.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { read } from '../../support/mounted.ts'
import { customer, customerUid, esim, item, itemUid, mailRow, now, operation } from '../../support/samples.ts'
import { mountVerdict } from '../../support/verdict.ts'

const activated = operation({ kind: 'activate', state: 'CONFIRMED', itemUid })
const started = /^We have started Europe 3 GB\. Please choose this eSIM/
const fine = /^We see no fault on our side/

async function bar(view: CustomerView, operations: readonly OperationRow[] = []) {
  const { push } = installBridge({
    'inventory.list': accept({ rows: [], unreadable: [], fetchedAt: now }),
    'inventory.devices': accept({ rows: [], fetchedAt: now }),
    'events.list': accept({ rows: [], total: 0 }),
  })
  const { wrapper, verdict } = mountVerdict({ view, now, operations, settled: true })
  await flushPromises()
  const enterCountry = async (country: string): Promise<void> => {
    const field = wrapper.get('.call-fact input')
    await field.setValue(country)
    await field.trigger('blur')
    await flushPromises()
  }
  return { wrapper, verdict, push, enterCountry, reply: () => wrapper.findAll('.say .text').map(read).join(' | ') }
}

describe('after a refund that was refused', () => {
  const refused = operation({ kind: 'refund', state: 'REJECTED', itemUid })
  const released = customer({ esims: [esim({ state: 'released', raw: 'RELEASED', lastSeen: null })] })
  const mail = mailRow({ esimUid: esim().uid, iccid: esim().iccid, createdAt: '2026-11-21T10:00:01.000Z' })

  test('it is that of the verdict once the QR code was mailed to the customer', async () => {
    const { push, reply } = await bar(released, [refused])
    expect(reply()).toContain('cancel')
    for (const other of [
      { state: 'REJECTED' },
      { customerUid: 'c-2' },
      { to: 'bob@example.org', own: false },
      { createdAt: '2026-01-01T00:00:00.000Z' },
    ])
      push('mail.changed', { ...mail, ...other })
    await flushPromises()
    expect(reply()).toContain('cancel')
    push('mail.changed', mail)
    await flushPromises()
    expect(reply()).toContain("Your current eSIM isn't installed")
  })

  test('it stays that about an operation that has succeeded, whatever is mailed', async () => {
    const { push, reply } = await bar(released, [{ ...refused, state: 'CONFIRMED' }])
    const before = reply()
    push('mail.changed', mail)
    await flushPromises()
    expect(reply()).toBe(before)
  })
})

describe('after an activation', () => {
  test('it is that about the activation', async () => {
    const { wrapper, reply } = await bar(customer())
    expect(reply()).toMatch(fine)
    await wrapper.setProps({ operations: [activated] })
    expect(reply()).toMatch(started)
    // An operation that is still being sent has no outcome.
    await wrapper.setProps({ operations: [{ ...activated, id: 'next', state: 'SENDING' }, activated] })
    expect(reply()).not.toMatch(started)
  })

  test('it is that of the verdict once the outcome is dismissed, or no longer holds', async () => {
    const { wrapper, reply } = await bar(customer(), [activated])
    await wrapper.setProps({ operations: [] })
    expect(reply()).toMatch(fine)
    await wrapper.setProps({
      operations: [activated],
      view: customer({ items: [item({ phase: 'empty', available: { value: 0, unit: 'GB' } })] }),
    })
    expect(reply()).toContain('The data of Europe 3 GB is used up.')
  })

  test('it is that of the verdict once the customer says where they are, until the next outcome', async () => {
    const { wrapper, enterCountry, reply } = await bar(customer(), [activated])
    expect(reply()).toMatch(started)
    await enterCountry('Germany')
    expect(reply()).not.toMatch(started)
    await wrapper.setProps({ operations: [{ ...activated, id: 'next' }] })
    expect(reply()).toMatch(started)
  })

  test('a fact of the call stays newer while other customers are shown, and than older outcomes', async () => {
    const older = { ...activated, id: 'older' }
    const { wrapper, enterCountry, reply } = await bar(customer(), [activated, older])
    await enterCountry('Germany')
    const verdict = reply()
    expect(verdict).not.toMatch(started)
    await wrapper.setProps({ view: customer({ uid: CustomerUid.parse('another') }), operations: [] })
    await wrapper.setProps({ view: customer(), operations: [activated, older] })
    expect(reply()).toBe(verdict)
    await wrapper.setProps({ operations: [older] })
    expect(reply()).toBe(verdict)
  })

  test('it is that of a cause that the agent has chosen, also in the palette', async () => {
    const other = esim({ state: 'released', raw: 'RELEASED', lastSeen: null })
    const both = customer({ esims: [esim(), { ...other, iccid: esim().iccid }] })
    const { wrapper, reply } = await bar(both, [activated])
    expect(reply()).toMatch(started)
    await wrapper.get('.also button').trigger('click')
    expect(reply()).toMatch(/^Your eSIM isn't installed yet\./)
    await wrapper.setProps({ operations: [{ ...activated, id: 'next' }] })
    expect(reply()).toMatch(started)
    usePageActionList()
      .actions.find(({ id }) => id.startsWith('cause '))
      ?.run()
    await flushPromises()
    expect(reply()).not.toMatch(started)
  })

  test('nothing is promised where the verdict says that the package does not work', async () => {
    const portugal = { certainty: 'known', countrySet: CountrySetId.parse('PT'), countries: ['PT'] } as const
    const view = customer({ items: [item({ coverage: { ...portugal, countries: ['PT'] } })] })
    const { wrapper, reply } = await bar(view)
    useCall().setFacts(customerUid, { country: 'JP' })
    await wrapper.setProps({ operations: [activated] })
    expect(wrapper.get('section').attributes('data-cause')).toBe('wrongCountry')
    expect(reply()).toMatch(/^As far as we can see, you can't use Europe 3 GB in this country \(Japan\)\./)
    await wrapper.setProps({ view: customer({ esims: [esim({ state: 'disabled', raw: 'DISABLED' })] }) })
    useCall().setFacts(customerUid, { country: null })
    await flushPromises()
    expect(wrapper.get('section').attributes('data-cause')).toBe('disabled')
    expect(reply()).not.toMatch(started)
  })

  test('nothing is promised either if another cause is shown, be it more pressing or chosen', async () => {
    const portugal = { certainty: 'known' as const, countrySet: CountrySetId.parse('PT'), countries: ['PT'] }
    const open = operation({ id: 'open', kind: 'top-up', state: 'UNKNOWN' })
    const { wrapper, reply } = await bar(customer({ items: [item({ coverage: portugal })] }))
    useCall().setFacts(customerUid, { country: 'JP' })
    await wrapper.setProps({ operations: [activated, open] })
    expect(wrapper.get('section').attributes('data-cause')).toBe('unconfirmed')
    expect(reply()).toMatch(/^As far as we can see, you can't use Europe 3 GB in this country \(Japan\)\./)
    await wrapper.setProps({ view: customer({ esims: [esim({ state: 'disabled', raw: 'DISABLED' })] }) })
    useCall().setFacts(customerUid, { country: null })
    await flushPromises()
    expect(wrapper.get('section').attributes('data-cause')).toBe('unconfirmed')
    expect(reply()).not.toMatch(started)
    expect(reply()).not.toContain('not confirmed')
  })

  test('text that names no country, or an emptied field, changes nothing', async () => {
    const { enterCountry, reply } = await bar(customer(), [activated])
    await enterCountry('brit')
    expect(reply()).toMatch(started)
    await enterCountry('')
    expect(reply()).toMatch(started)
    await enterCountry('Germany')
    expect(reply()).not.toMatch(started)
  })
})

test('after a refused refund it is the reason, also where nothing else works', async () => {
  const refused = operation({ state: 'REJECTED', reason: 'This item has been used.' })
  const view = customer({ esims: [esim({ state: 'disabled', raw: 'DISABLED' })] })
  const { reply } = await bar(view, [refused, operation({ id: 'earlier', state: 'CONFIRMED' })])
  expect(reply()).toBe("Europe 3 GB can't be cancelled because its data has been used.")
})

test('of a package that cannot be refunded it is why, until something newer is known', async () => {
  const used = item({ refund: { possible: false, reasons: ['used'], notes: [] } })
  const view = customer({ items: [used] })
  const { wrapper, enterCountry, reply, verdict } = await bar(view)
  const ofVerdict = reply()
  const refuse = (): void => verdict.onNoRefund(itemUid)
  const cannot = "Europe 3 GB can't be cancelled because its data has been used."
  refuse()
  await flushPromises()
  expect(reply()).toBe(cannot)
  await enterCountry('Germany')
  expect(reply()).not.toBe(cannot)
  refuse()
  await wrapper.setProps({ operations: [operation({ kind: 'top-up', state: 'SENDING' })] })
  expect(reply()).not.toBe(cannot)
  refuse()
  await flushPromises()
  expect(reply()).toBe(cannot)
  // Somebody else has refunded it meanwhile, or a refund is possible now.
  await wrapper.setProps({ view: customer({ items: [{ ...used, refund: { ...used.refund, possible: true } }] }) })
  expect(reply()).not.toBe(cannot)
  await wrapper.setProps({ view: customer({ uid: CustomerUid.parse('another'), items: [used] }), operations: [] })
  expect(reply()).toBe(ofVerdict)
})

test.each([[['operation_open']], [['expired', 'operation_open']], [['used', 'operation_open']]] as const)(
  'while a refund is not confirmed, the key for another one does not change the reply: %j',
  async (reasons) => {
    const open = item({ refund: { possible: false, reasons: [...reasons], notes: [] } })
    const refund = operation({ kind: 'refund', state: 'NEEDS_HUMAN', itemUid })
    const { reply, verdict } = await bar(customer({ items: [open] }), [refund])
    const before = reply()
    verdict.onNoRefund(itemUid)
    await flushPromises()
    expect(reply()).toBe(before)
  },
)

test('the reply no longer says why a package can not be refunded once something else is wrong', async () => {
  const used = item({ refund: { possible: false, reasons: ['used'], notes: [] } })
  const { wrapper, reply, verdict } = await bar(customer({ items: [used] }))
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
  onTestFinished(() => clock.mockRestore())
  verdict.onNoRefund(itemUid)
  await flushPromises()
  const disabled = customer({ items: [used], esims: [esim({ state: 'disabled', raw: 'DISABLED' })] })
  // Right after the key it is read aloud, whatever is still being loaded.
  clock.mockReturnValue(3000)
  await wrapper.setProps({ view: disabled })
  expect(reply()).toMatch(/can't/)
  await wrapper.setProps({ view: customer({ items: [used] }) })
  expect(reply()).toMatch(/can't/)
  clock.mockReturnValue(13_000)
  await wrapper.setProps({ view: disabled })
  expect(wrapper.get('section').attributes('data-cause')).toBe('disabled')
  expect(reply()).toMatch(/switched off/)
})

test('the reply does not say of another package of the same name why it can not be refunded', async () => {
  const used = item({ refund: { possible: false, reasons: ['used'], notes: [] } })
  const alike = item({ uid: ItemUid.parse('alike'), phase: 'refunded', name: used.name })
  const { reply, verdict } = await bar(customer({ items: [used, alike] }))
  verdict.onNoRefund(itemUid)
  await flushPromises()
  expect(reply()).toMatch(/one of your packages/i)
})

test('after a purchase with a new eSIM the reply has nothing about scanning once it is installed', async () => {
  const bought = operation({ kind: 'top-up-with-profile', state: 'CONFIRMED', esimUid: esim().uid })
  const { wrapper, reply } = await bar(customer({ esims: [esim({ state: 'released', raw: 'RELEASED' })] }), [bought])
  expect(reply()).toContain('comes with a new eSIM. Please connect the phone to Wi-Fi and scan the QR code')
  await wrapper.setProps({ view: customer() })
  expect(reply()).toMatch(fine)
})
