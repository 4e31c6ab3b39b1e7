/** The folded panel of the sandbox, as an action of the page. */
import { flushPromises } from '@vue/test-utils'
import { expect, onTestFinished, test } from 'vitest'
import SimulatorPanel from '../../../../../renderer/features/simulator/SimulatorPanel.vue'
import { simulatorOpen } from '../../../../../renderer/features/simulator/simulatorOpen.ts'
import { usePageActionList } from '../../../../../renderer/lib/pageActions.ts'
import { installBridge } from '../../support/bridge.ts'
import { mounted } from '../../support/mounted.ts'
import { customerUid } from '../../support/samples.ts'

test('the palette unfolds the panel and moves the focus to it', async () => {
  installBridge({})
  onTestFinished(() => void (simulatorOpen.value = false))
  const wrapper = mounted(SimulatorPanel, { uid: customerUid })
  await flushPromises()
  expect(wrapper.get('details').attributes('open')).toBeUndefined()
  usePageActionList()
    .actions.find(({ label }) => label === 'Simulate')
    ?.run()
  await flushPromises()
  expect(wrapper.get('details').attributes('open')).toBeDefined()
  expect(document.activeElement).toBe(wrapper.get('summary').element)
})
