/** The window does not close while a money operation is in flight. */
import { expect, test } from 'vitest'
import UiModal from '../../../../../renderer/ui/UiModal.vue'
import SendingBar from '../../../../../renderer/app/frame/SendingBar.vue'
import { installBridge } from '../../support/bridge.ts'
import { flush } from '../../support/deferred.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { operation } from '../../support/samples.ts'

const closing = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('it asks before closing while something is being sent, says what it waits for, and closes once that has ended', async () => {
  const { push } = installBridge({})
  const bar = mounted(SendingBar)
  expect(closing()).toBe(false)
  push('operation.changed', operation({ state: 'SENDING' }))
  await flush()
  expect(bar.find('.bar').exists()).toBe(false)
  expect(closing()).toBe(true)
  await flush()
  expect(read(bar)).toContain(text('frame.sending.what', { names: 'Europe 3 GB' }))
  push('operation.changed', operation({ state: 'UNKNOWN' }))
  await flush()
  expect(bar.find('.bar').exists()).toBe(false)
  expect(closing()).toBe(false)
})

test('the explanation is inside the open dialog, and on the page once that is closed', async () => {
  const { push } = installBridge({})
  const bar = mounted({ components: { SendingBar }, template: '<section><SendingBar /></section>' })
  const dialog = mounted(UiModal, { title: 'Refund this package?' })
  push('operation.changed', operation({ state: 'SENDING' }))
  await flush()
  expect(closing()).toBe(true)
  await flush()
  expect(dialog.element.textContent).toContain(text('frame.sending.what', { names: 'Europe 3 GB' }))
  expect(read(bar)).toBe('')
  dialog.unmount()
  await flush()
  expect(read(bar)).toContain(text('frame.sending.what', { names: 'Europe 3 GB' }))
})
