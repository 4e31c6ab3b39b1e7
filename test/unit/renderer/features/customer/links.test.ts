/** Links between customers at the head of a customer's page: how they are shown, added, removed and restored. */
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import type { LinkedCustomer } from '#shared/model/customer/links.ts'
import type { SamePerson } from '#shared/model/customer/views.ts'
import { CountrySetId, CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import CustomerHead from '../../../../../renderer/features/customer/CustomerHead.vue'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { formatMoment } from '../../../../../renderer/lib/format.ts'
import { createCommands } from '../../support/commands.ts'
import { chooseCommand, mounted, read, text } from '../../support/mounted.ts'
import { customer, customerUid, esim, item, now } from '../../support/samples.ts'

const uidOf = (text: string): CustomerUid => CustomerUid.parse(text)
const person = (uid: string, email: string): SamePerson => ({
  uid: uidOf(uid),
  email,
  packages: 2,
  countrySets: [CountrySetId.parse('JP')],
  usableSets: [CountrySetId.parse('JP')],
  hasEsim: true,
})
const known = (uid: string, email: string, changes: Partial<LinkedCustomer> = {}): LinkedCustomer => ({
  uid: uidOf(uid),
  state: 'known',
  customer: person(uid, email),
  link: { at: now, by: 'Ada' },
  ...changes,
})
const two = known('c-2', 'two@example.org')

async function head(links: readonly LinkedCustomer[], samePerson: readonly SamePerson[] = []) {
  const link = vi.fn((input: unknown) => accept([two])(input))
  const unlink = vi.fn((input: unknown) => accept([])(input))
  installBridge({
    'customers.links': accept(links),
    'customers.link': link,
    'customers.unlink': unlink,
    'customers.search': accept({
      rows: ['c-1', 'c-2'].map((uid) => ({
        uid,
        email: `${uid}@example.org`,
        esims: [],
        totalRemaining: null,
        nextExpiry: null,
        lastSeen: null,
        soldAt: null,
        packages: { active: 0, waiting: 0, over: 0, total: 0 },
        packageNames: [],
        match: null,
      })),
      source: 'directory',
      exact: null,
      serviceProblem: null,
      asOf: now,
    }),
  })
  const wrapper = mounted(
    CustomerHead,
    {
      view: customer({ samePerson: [...samePerson] }),
      now,
      fetching: false,
      freshness: '',
    },
    createCommands().provided,
  )
  await flushPromises()
  const button = (name: string, within: Pick<VueWrapper, 'findAll'> = wrapper) =>
    within.findAll('button').find((each) => read(each) === name || each.attributes('aria-label') === name)
  return { wrapper, link, unlink, button }
}

test('a linked customer is shown with who linked them, and not again among those with the same e-mail', async () => {
  const { wrapper } = await head([two], [person('c-2', 'ada@example.org'), person('c-3', 'ada@example.org')])
  const linked = wrapper.get(`[aria-label="${text('customer.links.label')}"]`)
  expect(linked.get('a').attributes('href')).toBe('/customers/c-2')
  expect(read(linked.get('a'))).toContain('two@example.org')
  expect(linked.get('[data-linked]').attributes('title')).toBe(
    text('customer.links.by', { agent: 'Ada', date: formatMoment(now, 'en') }),
  )
  const same = wrapper.get(`[aria-label="${text('customer.samePerson.label')}"]`)
  expect(same.findAll('a').map((chip) => chip.attributes('href'))).toEqual(['/customers/c-3'])
})

test('a customer who is gone is named as such, leads nowhere, and the link can be removed', async () => {
  const { wrapper, unlink, button } = await head([known('c-9', '', { state: 'gone', customer: null })])
  const entry = wrapper.get('[data-linked="c-9"]')
  expect(read(entry)).toBe(`c-9${text('customer.links.gone')}`)
  expect(entry.find('a').exists()).toBe(false)
  await button(text('customer.links.remove', { who: 'c-9' }))?.trigger('click')
  expect(unlink).toHaveBeenCalledWith({ uid: customerUid, other: 'c-9' })
})

test('who is linked through another customer has no link to remove', async () => {
  const { button } = await head([two, known('c-3', 'three@example.org', { link: null })])
  expect(button(text('customer.links.remove', { who: 'two@example.org' }))).toBeDefined()
  expect(button(text('customer.links.remove', { who: 'three@example.org' }))).toBeUndefined()
})

test('a link that was removed can be restored', async () => {
  const { wrapper, link, button } = await head([two])
  await button(text('customer.links.remove', { who: 'two@example.org' }))?.trigger('click')
  await flushPromises()
  expect(read(wrapper)).toContain(text('customer.links.removed', { who: 'two@example.org' }))
  expect(wrapper.find('[data-linked]').exists()).toBe(false)
  expect(document.activeElement).toBe(button(text('customer.links.undo'))?.element)
  await button(text('customer.links.undo'))?.trigger('click')
  await flushPromises()
  expect(link).toHaveBeenCalledWith({ uid: customerUid, other: 'c-2' })
  expect(wrapper.get('[data-linked]').attributes('data-linked')).toBe('c-2')
  expect(button(text('customer.links.undo'))).toBeUndefined()
  expect(document.activeElement).toBe(wrapper.get(`[aria-label="${text('customer.links.label')}"]`).element)
})

async function choose({ wrapper, button }: Awaited<ReturnType<typeof head>>, index: number) {
  await chooseCommand(wrapper, text('customer.links.add'))
  await vi.dynamicImportSettled()
  await flushPromises()
  const dialog = wrapper.get('dialog')
  await dialog.get('input').setValue('c-')
  await flushPromises()
  await dialog.findAll('[role="option"]')[index]?.trigger('mousedown')
  await flushPromises()
  return { dialog, confirm: () => button(text('customer.links.add'), dialog) }
}

test('a customer is chosen by a search and linked', async () => {
  const page = await head([])
  const { dialog, confirm } = await choose(page, 1)
  expect(read(dialog)).toContain('c-2@example.org')
  await confirm()?.trigger('click')
  await flushPromises()
  expect(page.link).toHaveBeenCalledWith({ uid: customerUid, other: 'c-2' })
  expect(page.wrapper.find('dialog').exists()).toBe(false)
  expect(page.wrapper.get('[data-linked]').attributes('data-linked')).toBe('c-2')
})

test('the customer on the page is not linked with itself', async () => {
  const page = await head([])
  const { dialog, confirm } = await choose(page, 0)
  expect(read(dialog.get('[role="alert"]'))).toContain(text('customer.links.self'))
  expect(confirm()?.attributes('disabled')).toBeDefined()
})

test('a link that could not be made says why, and the dialog stays and keeps the focus', async () => {
  const page = await head([])
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  page.link.mockImplementation((input) => answered.then(() => refuse('not_found')(input)))
  const { dialog, confirm } = await choose(page, 1)
  expect(document.activeElement).toBe(confirm()?.element)
  await confirm()?.trigger('click')
  expect(confirm()?.attributes('disabled')).toBeDefined()
  expect(document.activeElement).toBe(dialog.get('h2').element)
  answer()
  await flushPromises()
  expect(dialog.find('[role="alert"]').exists()).toBe(true)
  expect(page.wrapper.find('[data-linked]').exists()).toBe(false)
  expect(document.activeElement).toBe(confirm()?.element)
})

test('a ticket is copied about the customer, the call, one eSIM or one package, which differ where their names are the same', async () => {
  const items = [item(), item({ uid: ItemUid.parse('i-2'), metatag: 'order 18', useOrder: 2 })]
  const view = customer({ items, esims: [esim()] })
  installBridge({ 'customers.links': accept([]) })
  const commands = createCommands()
  const wrapper = mounted(CustomerHead, { view, now, fetching: false, freshness: '' }, commands.provided)
  await flushPromises()
  const menu = wrapper.findAll('[role=menu]').find((each) => each.attributes('aria-label') === text('ticket.button'))
  const names = menu?.findAll('[role=menuitem]').map(read) ?? []
  expect(names).toHaveLength(5)
  expect(new Set(names).size).toBe(5)
  for (const name of names) await chooseCommand(wrapper, name)
  expect(
    commands.copyTicket.mock.calls.map(([{ question, esimUid, itemUid }]) => [question, esimUid, itemUid]),
  ).toEqual([
    ['any', null, null],
    ['call', null, null],
    ['any', esim().uid, null],
    ['any', null, items[0]?.uid],
    ['any', null, 'i-2'],
  ])
})
