/** The mail that follows a confirmed purchase: once, with its own outcome. */
import { flushPromises } from '@vue/test-utils'
import { beforeEach, expect, test } from 'vitest'
import { EsimUid } from '#shared/wire/ids.ts'
import PurchaseMails from '../../../../../renderer/features/documents/PurchaseMails.vue'
import { usePurchaseMails } from '../../../../../renderer/features/documents/purchaseMails.store.ts'
import { afterPaint } from '../../../../../renderer/lib/afterPaint.ts'
import { useCustomerLanguages } from '../../../../../renderer/lib/customerLanguages.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customerUid, mailRow, operation } from '../../support/samples.ts'

const esimUid = EsimUid.parse('e-1')
const to = 'ada@example.org'
const sale = operation({ kind: 'register', state: 'CONFIRMED', esimUid })
const row = mailRow({ esimUid, to, language: 'de' })
const sent: unknown[] = []
let answer = accept(row)
let bridge: ReturnType<typeof installBridge>

function shown() {
  bridge = installBridge({
    'installation.email': (input) => {
      sent.push(input)
      return answer(input)
    },
  })
  const wrapper = mounted(PurchaseMails, { customerUid })
  return { wrapper, store: usePurchaseMails() }
}

beforeEach(() => {
  sent.length = 0
  answer = accept(row)
})

test('a confirmed purchase is followed by a mail to its address in the language of the customer', async () => {
  const { wrapper, store } = shown()
  store.request(sale, to, 'de')
  expect(read(await nextOf(wrapper))).toContain(text('documents.purchaseMail.sending', { to }))
  await mailed()
  expect(read(wrapper)).toContain(text('documents.mail.was.SENT', { to }))
  expect(sent).toEqual([
    { customerUid, esimUid, to, language: 'de', pageSize: 'A4', copy: false, note: '', otherAddress: false },
  ])
})

test('an unknown purchase is followed by its mail when it is confirmed, once, however often that is reported', async () => {
  const { store } = shown()
  store.request({ ...sale, state: 'UNKNOWN' }, to, 'de')
  await mailed()
  expect(sent).toEqual([])
  bridge.push('operation.changed', sale)
  store.request(sale, to, 'de')
  bridge.push('operation.changed', { ...sale, updatedAt: '2026-11-21T11:00:00.000Z' })
  await mailed()
  expect(sent).toHaveLength(1)
})

test('a purchase that did not happen, or without a request, is followed by nothing', async () => {
  const { store } = shown()
  store.request({ ...sale, state: 'UNKNOWN' }, to, 'de')
  bridge.push('operation.changed', { ...sale, state: 'NOT_APPLIED' })
  bridge.push('operation.changed', { ...sale, id: '01JD000000000000000000000B' })
  await mailed()
  expect(sent).toEqual([])
})

test('a mail that fails says so apart from the purchase, and the line can be dismissed', async () => {
  answer = refuse('approval_refused')
  const { wrapper, store } = shown()
  store.request(sale, to, 'de')
  await mailed()
  expect(read(wrapper)).toContain(text('documents.purchaseMail.failed', { to }))
  expect(read(wrapper)).toContain(text('documents.purchaseMail.byHand'))
  // That mail begins with the language that was chosen for the sale.
  expect(useCustomerLanguages().of({ uid: customerUid, email: to, language: 'fr' })).toBe('de')
  await wrapper.get('button').trigger('click')
  expect(read(wrapper)).toBe('')
})

test('a purchase whose eSIM is not known sends nothing and says so', async () => {
  const { wrapper, store } = shown()
  store.request({ ...sale, esimUid: null }, to, 'de')
  await mailed()
  expect(sent).toEqual([])
  expect(read(wrapper)).toContain(text('documents.purchaseMail.noEsim'))
})

test('a later state of the mail replaces the first one', async () => {
  answer = accept({ ...row, state: 'SENDING' })
  const { wrapper, store } = shown()
  store.request(sale, to, 'de')
  await mailed()
  expect(read(wrapper)).toContain(text('documents.mail.was.SENDING', { to }))
  bridge.push('mail.changed', row)
  expect(read(await nextOf(wrapper))).toContain(text('documents.mail.was.SENT', { to }))
})

/** The mail is sent after the outcome of the purchase has been painted. */
async function mailed(): Promise<void> {
  await afterPaint()
  await flushPromises()
}

async function nextOf<T extends { readonly vm: { readonly $nextTick: () => Promise<void> } }>(wrapper: T): Promise<T> {
  await wrapper.vm.$nextTick()
  return wrapper
}
