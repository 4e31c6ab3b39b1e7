/** The folded panel of the sandbox, as an action of the page, and where its focus is after an action. */
import { flushPromises } from '@vue/test-utils'
import { expect, onTestFinished, test } from 'vitest'
import SimulatorApp from '../../../../../renderer/features/simulator/SimulatorApp.vue'
import SimulatorBody from '../../../../../renderer/features/simulator/SimulatorBody.vue'
import SimulatorPanel from '../../../../../renderer/features/simulator/SimulatorPanel.vue'
import { simulatorOpen } from '../../../../../renderer/features/simulator/simulatorOpen.ts'
import { usePageActionList } from '../../../../../renderer/lib/pageActions.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customerUid, now, syncStatus } from '../../support/samples.ts'

test('the palette unfolds the panel and moves the focus to it', async () => {
  installBridge({})
  onTestFinished(() => void (simulatorOpen.value = false))
  const wrapper = mounted(SimulatorPanel, { uid: customerUid })
  await flushPromises()
  expect(wrapper.get('details').attributes('open')).toBeUndefined()
  usePageActionList()
    .actions.find(({ label }) => label === text('simulator.title'))
    ?.run()
  await flushPromises()
  expect(wrapper.get('details').attributes('open')).toBeDefined()
  expect(document.activeElement).toBe(wrapper.get('summary').element)
})

/** The opened panel, with a function that presses a button and gives its action time to end. */
async function openedPanel() {
  const fault = { place: 'refund', fault: 'answerLost', left: 1 }
  const state = (faults: readonly unknown[]): Record<string, unknown> => ({
    now,
    credits: { amount: '5000.00', currency: 'USD' },
    executed: 0,
    faults,
    receivers: [],
    deliveries: [],
    mails: [],
    nextMail: 'kept',
    troubles: { delayMs: 0, dropped: 0, duplicated: 0, reordered: 0 },
    customer: { uid: customerUid, country: null, items: 0, esims: [] },
  })
  /** What the agent does during the action. */
  const during = { act: (): void => undefined }
  const syncs: string[] = []
  installBridge({
    'sandbox.state': accept(state([])),
    'sandbox.act': (input) => {
      // A browser takes the focus from a control that is disabled.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      during.act()
      return accept(state((input as { act: string }).act === 'fault' ? [fault] : []))(input)
    },
    'inventory.countries': accept({ countries: [], fetchedAt: now }),
    'customers.cancelSync': (input) => {
      syncs.push('cancel')
      return accept(syncStatus())(input)
    },
    'customers.sync': (input) => {
      syncs.push('start')
      return accept(syncStatus({ state: 'syncing' }))(input)
    },
  })
  const wrapper = mounted(SimulatorBody, { uid: customerUid })
  await flushPromises()
  const button = (name: string): HTMLButtonElement => {
    const found = wrapper.findAll('button').find((each) => read(each) === name)?.element
    if (!(found instanceof HTMLButtonElement)) throw new Error(`There is no button ${name}`)
    return found
  }
  const press = async (name: string): Promise<void> => {
    button(name).focus()
    button(name).click()
    await flushPromises()
  }
  return { wrapper, button, press, during, syncs }
}

test('after an action the focus is on its control, or on another one of its group if that is gone', async () => {
  const { wrapper, button, press } = await openedPanel()
  await press(text('simulator.faults.set'))
  expect(document.activeElement).toBe(button(text('simulator.faults.set')))
  await press(text('simulator.faults.clear'))
  const group = wrapper.get(`section[aria-label="${text('simulator.faults.title')}"]`).element
  expect(document.activeElement).toBe(group.querySelector('select'))
})

test('a click on an empty place during an action leaves the focus there, and a double click is none', async () => {
  const { button, press, during } = await openedPanel()
  const pressOn = (element: Element) => () =>
    void element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  during.act = pressOn(document.body)
  await press(text('simulator.faults.set'))
  expect(document.activeElement).toBe(document.body)
  during.act = pressOn(button(text('simulator.faults.set')))
  await press(text('simulator.faults.set'))
  expect(document.activeElement).toBe(button(text('simulator.faults.set')))
})

test('after a change of the time, and of nothing else, the list of customers is copied from its beginning', async () => {
  const { press, syncs } = await openedPanel()
  await press(text('simulator.faults.set'))
  expect(syncs).toEqual([])
  await press(text('simulator.time.days', { count: 7 }))
  // A running copy would be joined, which has customers of the time before.
  expect(syncs).toEqual(['cancel', 'start'])
})

test('a button that can’t be pressed is described by the reason, which is shown', async () => {
  const { wrapper, button } = await openedPanel()
  const reasonOf = (name: string): string => {
    const element = button(name)
    expect(element.disabled).toBe(true)
    return read(wrapper.get(`#${element.getAttribute('aria-describedby') ?? ''}`))
  }
  expect(reasonOf(text('simulator.network.enter'))).toContain(text('simulator.network.noCountry'))
  expect(reasonOf(text('simulator.app.install'))).toBe(text('simulator.app.noPackage'))
  expect(reasonOf(text('simulator.deliveries.forge'))).toBe(text('simulator.deliveries.noReceiver'))
  await wrapper.get(`section[aria-label="${text('simulator.network.title')}"] input[inputmode]`).setValue('')
  expect(reasonOf(text('simulator.network.use'))).toContain(text('simulator.network.noAmount'))
})

test('a new user of the app installs, approved or refused by its server', async () => {
  const installed: boolean[] = []
  const wrapper = mounted(SimulatorApp, {
    items: 1,
    busy: false,
    onInstall: (approves: boolean) => installed.push(approves),
  })
  await wrapper.get('form').trigger('submit')
  await wrapper.get('select').setValue('refuses')
  await wrapper.get('form').trigger('submit')
  expect(installed).toEqual([true, false])
})
