/** Short confirmations, as they are read aloud. */
import { expect, test } from 'vitest'
import { nextTick, ref } from 'vue'
import DeskDialog from '../../../../renderer/components/common/DeskDialog.vue'
import ToastHost from '../../../../renderer/components/common/ToastHost.vue'
import { topDialog } from '../../../../renderer/composables/openDialogs.ts'
import { useToast } from '../../../../renderer/composables/useToast.ts'
import { mounted, read } from '../support/mounted.ts'

test('what is confirmed appears in a live region that was there before, the first time and the next', async () => {
  const wrapper = mounted(ToastHost, {})
  const region = wrapper.get('[aria-live=polite]')
  expect(read(region)).toBe('')
  useToast().show('ICCID copied')
  useToast().show('IMSI copied')
  await expect.poll(() => read(region)).toContain('IMSI copied')
  expect(read(region)).toContain('ICCID copied')
  useToast().show('E-mail copied')
  await expect.poll(() => read(region)).toContain('E-mail copied')
})

test('over a dialog it appears inside it, away from the presses at its bottom, and behind it again when that is gone', async () => {
  const region = mounted(ToastHost, {}).get('[aria-live=polite]').element
  await nextTick()
  const behind = region.parentElement
  const dialog = mounted(DeskDialog, { title: 'A question' })
  useToast().show('Link copied')
  await expect.poll(() => region.textContent).toContain('Link copied')
  expect(dialog.element.contains(region)).toBe(true)
  expect(region.querySelector('.n-message-container--top')).not.toBeNull()
  dialog.unmount()
  await expect.poll(() => region.parentElement).toBe(behind)
  expect(topDialog.value).toBeNull()
  expect(region.querySelector('.n-message-container--bottom')).not.toBeNull()
})

test('a dialog of a page that is kept and not shown takes nothing with it', async () => {
  const shown = ref(true)
  const kept = { components: { DeskDialog }, template: '<div><DeskDialog title="A question" /></div>' }
  mounted({ components: { kept }, setup: () => ({ shown }), template: '<div><KeepAlive><kept v-if="shown" /></KeepAlive></div>' })
  const dialog = topDialog.value
  expect(dialog).not.toBeNull()
  shown.value = false
  await nextTick()
  expect([topDialog.value, dialog?.isConnected]).toEqual([null, false])
  shown.value = true
  await nextTick()
  expect(topDialog.value).toBe(dialog)
})
