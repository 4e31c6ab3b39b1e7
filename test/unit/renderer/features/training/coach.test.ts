/** The tour and the training as the window shows them, with a fake of the bridge. */
import { flushPromises } from '@vue/test-utils'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { CurrentConnection } from '#shared/model/connection.ts'
import type { PreparedScene } from '#shared/model/training.ts'
import { Iccid } from '#shared/wire/ids.ts'
import SandboxBar from '../../../../../renderer/app/frame/SandboxBar.vue'
import CoachDock from '../../../../../renderer/features/training/CoachDock.vue'
import TrainingDialog from '../../../../../renderer/features/training/TrainingDialog.vue'
import { useCoach } from '../../../../../renderer/features/training/coach.store.ts'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customer, customerUid, esim, itemUid, now, operation, settings } from '../../support/samples.ts'
import { limits } from '../../../../limits.ts'

const prepared: PreparedScene = {
  scene: 'tour',
  customerUid,
  email: 'hannah.weber.31@example.org',
  itemUid,
  iccid: Iccid.parse('8948010000012345678'),
  country: null,
}

const connected = (kind: 'sandbox' | 'service'): CurrentConnection => ({
  profile: {
    id: 'p',
    name: 'Acme',
    kind,
    address: 'https://example.org',
    segment: 'acme',
    caFile: null,
    proxy: null,
    linkHost: null,
    secret: 'stored',
    createdAt: now,
    lastOpenedAt: now,
  },
  health: 'online',
  problem: null,
  directoryStorage: 'memory',
  openedAt: now,
})

interface Setup {
  readonly tour?: 'new' | 'offered' | 'left' | 'done'
  readonly kind?: 'sandbox' | 'service'
  readonly answers?: Readonly<Record<string, (input: unknown) => Promise<unknown>>>
}

async function openWindow({ tour = 'new', kind = 'sandbox', answers = {} }: Setup = {}) {
  let painted = false
  // The frame of the test is painted at once.
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => paint())
  vi.stubGlobal('requestIdleCallback', (idle: () => void) => {
    idle()
    painted = true
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const stored: unknown[] = []
  let current = settings({ tour })
  const bridge = installBridge({
    'settings.set': (change) => {
      stored.push(change)
      current = { ...current, ...(change as object) }
      return Promise.resolve({ ok: true, value: current })
    },
    'sandbox.prepare': accept(prepared),
    'customers.get': accept(customer({ esims: [esim({ state: 'released' })] })),
    'operations.list': accept({ rows: [], total: 0 }),
    'inventory.list': accept({ rows: [], unreadable: [], fetchedAt: now }),
    ...answers,
  })
  const frame = defineComponent({
    setup() {
      const coach = useCoach()
      useConnection().take(connected(kind))
      useSettings().settings = current
      return () => [
        h(SandboxBar),
        h('main', { tabindex: -1 }, coach.isListOpen ? h(TrainingDialog) : undefined),
        coach.running === null ? undefined : h(CoachDock),
      ]
    },
  })
  const wrapper = mounted(frame)
  const coach = useCoach()
  await vi.waitFor(() => expect(painted).toBe(true), limits.state)
  await flushPromises()
  const press = async (name: string): Promise<void> => {
    const button = wrapper
      .findAll('button')
      .find((each) => read(each) === name || each.attributes('aria-label') === name)
    if (button === undefined) throw new Error(`There is no button "${name}"`)
    await button.trigger('click')
    await flushPromises()
  }
  return { ...bridge, wrapper, coach, stored, press }
}

describe('the tour', () => {
  test('is offered once on the sandbox, and that is remembered', async () => {
    const { wrapper, coach, stored, press } = await openWindow()
    expect(read(wrapper)).toContain(text('training.offer.text'))
    expect(stored).toEqual([{ tour: 'offered' }])
    await press(text('training.offer.decline'))
    expect(read(wrapper)).not.toContain(text('training.offer.text'))
    coach.offerOnce()
    await flushPromises()
    expect(read(wrapper)).not.toContain(text('training.offer.text'))
  })

  test.each([
    ['after it was left', { tour: 'left' }],
    ['on a live connection', { kind: 'service' }],
  ] as const)('is not offered %s', async (_when, setup) => {
    const { wrapper, stored } = await openWindow(setup)
    expect(read(wrapper)).not.toContain(text('training.offer.text'))
    expect(stored).toEqual([])
  })

  test('does not start on a live connection', async () => {
    const { coach } = await openWindow({ kind: 'service' })
    await coach.startTour()
    await coach.startScene('noData')
    expect(coach.running).toBeNull()
  })

  test('goes through six steps and remembers that it was done', async () => {
    const { wrapper, stored, press } = await openWindow()
    await press(text('training.tour.start'))
    const titles: string[] = []
    for (let step = 1; step <= 6; step++) {
      titles.push(read(wrapper.get('.dock h2')))
      expect(titles.at(-1)?.startsWith(text('training.tour.step', { number: step, count: 6, title: '' }))).toBe(true)
      await press(step < 6 ? text('training.tour.next') : text('training.tour.finish'))
    }
    expect(new Set(titles).size).toBe(6)
    expect(stored.at(-1)).toEqual({ tour: 'done' })
    expect(wrapper.find('.dock').exists()).toBe(false)
  })

  test('is a region with a name whose text is read aloud, and which Escape leaves', async () => {
    const { wrapper, stored, press } = await openWindow()
    await press(text('training.tour.start'))
    const dock = wrapper.get('.dock')
    expect(dock.element.tagName).toBe('SECTION')
    expect(dock.attributes('aria-label')).toBe(text('training.tour.title'))
    expect(document.activeElement).toBe(dock.element)
    expect(read(dock.get('[aria-live="polite"]'))).toContain('hannah.weber.31@example.org')
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await flushPromises()
    expect(wrapper.find('.dock').exists()).toBe(false)
    expect(document.activeElement?.tagName).toBe('MAIN')
    expect(stored.at(-1)).toEqual({ tour: 'left' })
  })

  test('leaves the focus on the page if it was lost before', async () => {
    const { wrapper, press } = await openWindow()
    await press(text('training.tour.start'))
    wrapper.get<HTMLElement>('.dock').element.blur()
    expect(document.activeElement).toBe(document.body)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await flushPromises()
    expect(document.activeElement?.tagName).toBe('MAIN')
  })

  test('stays open when Escape clears a field', async () => {
    const { wrapper, press } = await openWindow()
    await press(text('training.tour.start'))
    const field = document.body.appendChild(document.createElement('input'))
    field.value = 'text'
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await flushPromises()
    field.remove()
    expect(wrapper.find('.dock').exists()).toBe(true)
  })

  test('that was done once stays done when it is left the next time', async () => {
    const { stored, press } = await openWindow({ tour: 'done' })
    await press(text('training.tour.start'))
    await press(text('training.tour.leave'))
    expect(stored).toEqual([])
  })

  test('that cannot be prepared does not start', async () => {
    const { coach, press } = await openWindow({ answers: { 'sandbox.prepare': refuse('sandbox_unavailable') } })
    await press(text('training.tour.start'))
    expect(coach.running).toBeNull()
    expect(coach.error).toMatchObject({ code: 'sandbox_unavailable' })
  })
})

describe('a scene of the training', () => {
  test('says the words of the caller, then what good looks like and what of it was done', async () => {
    let rows: unknown[] = []
    const { wrapper, coach, press, push } = await openWindow({
      answers: { 'operations.list': () => Promise.resolve({ ok: true, value: { rows, total: rows.length } }) },
    })
    coach.isListOpen = true
    await flushPromises()
    await press(text('training.startScene', { title: text('training.scenes.refundRefused.title') }))
    const dock = wrapper.get('.dock')
    expect(dock.attributes('aria-label')).toBe(text('training.title'))
    expect(read(dock)).toContain(text('training.scenes.refundRefused.caller'))
    expect(dock.findAll('li')).toHaveLength(0)
    await press(text('training.check'))
    expect(dock.findAll('li').map(read)).toEqual([
      `${text('training.goal.refundTried')}: ${text('training.notReached')}`,
      `${text('training.goal.triedOnce')}: ${text('training.notReached')}`,
    ])
    rows = [operation({ kind: 'refund', state: 'REJECTED' })]
    push('operation.changed', rows[0])
    await flushPromises()
    expect(dock.findAll('li').map(read)).toEqual([
      `${text('training.goal.refundTried')}: ${text('training.reached')}`,
      `${text('training.goal.triedOnce')}: ${text('training.reached')}`,
    ])
    expect(read(dock)).toContain(text('training.allDone'))
    expect(coach.reached.has('refundRefused')).toBe(true)
  })

  test('with something still to be done, Escape closes what is open and then asks before it ends', async () => {
    const { wrapper, coach, press } = await openWindow()
    coach.isListOpen = true
    await flushPromises()
    await press(text('training.startScene', { title: text('training.scenes.refundRefused.title') }))
    await press(text('training.check'))
    const escape = async (): Promise<void> => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      await flushPromises()
    }
    const dock = wrapper.get('.dock')
    await escape()
    expect(dock.findAll('li')).toHaveLength(0)
    const before = document.activeElement
    await escape()
    expect(read(dock.get('[role=alert]'))).toBe(text('training.endQuestion'))
    expect(document.activeElement?.textContent).toContain(text('training.goOn'))
    await escape()
    expect([dock.find('[role=alert]').exists(), document.activeElement === before]).toEqual([false, true])
    expect(wrapper.find('.dock').exists()).toBe(true)
    await escape()
    await press(text('training.end'))
    expect([wrapper.find('.dock').exists(), coach.running]).toEqual([false, null])
  })

  test('that is handled is left by Escape at once', async () => {
    const rows = [operation({ kind: 'refund', state: 'REJECTED' })]
    const { wrapper, coach, press } = await openWindow({ answers: { 'operations.list': accept({ rows, total: 1 }) } })
    coach.isListOpen = true
    await flushPromises()
    await press(text('training.startScene', { title: text('training.scenes.refundRefused.title') }))
    await expect.poll(() => read(wrapper.get('.dock'))).toContain(text('training.allDone'))
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await flushPromises()
    expect(wrapper.find('.dock').exists()).toBe(false)
  })
})
