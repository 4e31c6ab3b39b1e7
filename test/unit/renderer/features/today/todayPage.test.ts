/** "Today": what is listed and shown, how rows stay in place while somebody points at them, and what is written. */
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import type { TodayReason, TodayRow } from '#shared/model/customer/today.ts'
import { noneToday } from '#shared/model/customer/today.ts'
import TodayPage from '../../../../../renderer/features/today/TodayPage.vue'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { inDays, row, serviceNow } from '../../support/customers.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { mailRow } from '../../support/samples.ts'

const rows = (): string => `ul[aria-label="${text('today.list')}"]`
const caller = (uid: string, ...reasons: TodayReason[]): TodayRow => ({
  customer: {
    ...row(uid),
    email: `${uid}@example.org`,
    nextExpiry: inDays(0.5),
    totalRemaining: { value: 0.05, unit: 'GB' },
    esims: [{ iccid: '8937002512345674585', state: 'error', raw: 'ERROR' }],
  } as TodayRow['customer'],
  reasons,
})

const answer = (rows: readonly TodayRow[], changes: Record<string, unknown> = {}) => ({
  rows,
  matching: rows.length,
  counts: { ...noneToday, all: rows.length, failed: 1, ending: 2 },
  ticked: 0,
  unknownCoverage: 0,
  asOf: serviceNow.toISOString(),
  ...changes,
})

async function page(
  today: (input: unknown) => Promise<unknown>,
  others: Parameters<typeof installBridge>[0] = {},
): Promise<{
  wrapper: VueWrapper
  calls: unknown[]
  ticks: unknown[]
  push: ReturnType<typeof installBridge>['push']
  click: (name: string) => Promise<void>
}> {
  const [calls, ticks]: [unknown[], unknown[]] = [[], []]
  const { push } = installBridge({
    'customers.today': (input) => (calls.push(input), today(input)),
    'customers.tickOff': (input) => (ticks.push(input), accept(null)(input)),
    'settings.get': refuse('not_found'),
    ...others,
  })
  const wrapper = mounted(TodayPage)
  await flushPromises()
  const click = async (name: string): Promise<void> => {
    const button = wrapper
      .findAll('button')
      .find(
        (each) => each.attributes('aria-label') === name || read(each) === name || read(each).startsWith(`${name} `),
      )
    if (button === undefined) throw new Error(`No button ${name}`)
    await button.trigger('click')
    await flushPromises()
  }
  return { wrapper, calls, ticks, push, click }
}

test('says of each customer why they will call, and offers the reasons that somebody has', async () => {
  const { wrapper, calls, click } = await page(
    accept(answer([caller('ada', 'failed'), caller('bo', 'ending', 'low')], { ticked: 3 })),
  )
  expect(calls).toEqual([{ list: { reason: null }, from: 0, limit: 50 }])
  const pageText = read(wrapper)
  expect(pageText).toContain(text('today.count', { count: '2' }, 2))
  expect(pageText).toContain(text('today.ticked', { count: '3' }, 3))
  expect(pageText).toContain(text('today.says.failed', { digits: '4585' }))
  expect(pageText).toContain(text('today.says.low', { size: '51 MB' }))
  expect(pageText).not.toContain(text('today.reason.notInstalled'))
  await click(text('today.reason.ending'))
  expect(calls.at(-1)).toMatchObject({ list: { reason: 'ending' } })
})

test('rows stay while somebody points at them, and a tick can be taken back there', async () => {
  let listed = [caller('ada', 'failed'), caller('bo', 'ending')]
  const { wrapper, calls, ticks, push, click } = await page(() => accept(answer(listed))(null))
  vi.useFakeTimers()
  await wrapper.get('.held').trigger('mouseenter')
  listed = [caller('bo', 'ending')]
  push('customer.changed', { uid: 'ada' })
  await vi.advanceTimersByTimeAsync(1500)
  expect(wrapper.findAll(`${rows()} > li`)).toHaveLength(2)
  expect(read(wrapper)).toContain(text('today.outdated'))
  await click(text('today.doneOf', { name: 'bo@example.org' }))
  await click(text('today.bringBackOf', { name: 'bo@example.org' }))
  expect(ticks).toEqual([
    { uid: 'bo', reasons: ['ending'] },
    { uid: 'bo', reasons: [] },
  ])
  expect(calls).toHaveLength(1)
  await wrapper.get('.held').trigger('mouseleave')
  await vi.advanceTimersByTimeAsync(50)
  await flushPromises()
  expect([calls.length, wrapper.findAll(`${rows()} > li`).length]).toEqual([2, 1])
  vi.useRealTimers()
})

test('the arrow keys lead from customer to customer', async () => {
  const { wrapper } = await page(accept(answer([caller('ada', 'failed'), caller('bo', 'ending')])))
  const [first, second] = wrapper.findAll<HTMLElement>(`${rows()} a`)
  first?.element.focus()
  await first?.trigger('keydown', { key: 'ArrowDown' })
  expect(document.activeElement).toBe(second?.element)
  await second?.trigger('keydown', { key: 'ArrowUp' })
  expect(document.activeElement).toBe(first?.element)
})

test('loads further pages, and no customer twice', async () => {
  const all = Array.from({ length: 60 }, (_, n) => caller(`c-${String(n)}`, 'ending'))
  const { wrapper, click } = await page((input) => {
    const { from } = input as { from: number }
    // A customer who came since moves the others on.
    return accept(answer(from === 0 ? all.slice(0, 50) : all.slice(49), { matching: 60 }))(null)
  })
  await click(text('today.more'))
  const names = wrapper.findAll(`${rows()} > li`).map((line) => read(line.get('a')))
  expect([names.length, new Set(names).size]).toEqual([60, 60])
})

test('a mail is not sent without a mail server, and what it would say is shown', async () => {
  const sent: unknown[] = []
  const { wrapper, ticks, click } = await page(accept(answer([caller('ada', 'ending')])), {
    'letters.preview': accept({
      to: 'ada@example.org',
      language: 'en',
      subject: 'It ends soon',
      text: 'Hello',
      end: 'Bye',
    }),
    'letters.approve': accept(null),
    'letters.send': (input) => (sent.push(input), accept(mailRow({ about: 'ending' }))(input)),
  })
  await click(text('today.mailTo', { name: 'ada@example.org' }))
  await vi.waitFor(() => expect(read(wrapper)).toContain('It ends soon'))
  await click(text('documents.mail.send'))
  await flushPromises()
  expect(sent).toEqual([])
  // Without settings nothing can be sent: the reason is shown.
  expect(read(wrapper)).toContain(text('documents.mail.notSetUp'))
  expect(ticks).toEqual([])
})

test('an error is shown, and asking again is offered', async () => {
  const { wrapper, calls, click } = await page(refuse('storage_unreadable'))
  expect(wrapper.find('[role=alert]').exists()).toBe(true)
  await click(text('common.tryAgain'))
  expect(calls).toHaveLength(2)
  expect(wrapper.find(rows()).exists()).toBe(false)
})
