/** Short confirmations and their announcement. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { nextTick, ref, shallowRef } from 'vue'
import UiModal from '../../../../renderer/ui/UiModal.vue'
import UiToasts from '../../../../renderer/ui/UiToasts.vue'
import { afterFrame } from '../../../../renderer/ui/afterFrame.ts'
import { topDialog } from '../../../../renderer/ui/openDialogs.ts'
import { useToast, type ToastDetail } from '../../../../renderer/ui/useToast.ts'
import { mounted, read, text } from '../support/mounted.ts'

test('a toast appears in a live region that existed before, the first time and later', async () => {
  const wrapper = mounted(UiToasts, {})
  const region = wrapper.get('[aria-live=polite]')
  expect(read(region)).toBe('')
  useToast().show('ICCID copied')
  useToast().show('IMSI copied')
  await expect.poll(() => read(region)).toMatch(/ICCID copied.*IMSI copied/)
  useToast().show('E-mail copied')
  await expect.poll(() => read(region)).toContain('E-mail copied')
})

test('a brief toast disappears, and a lasting one stays for at least eight seconds or until it is dismissed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const region = mounted(UiToasts, {}).get('[aria-live=polite]')
  useToast().show('ICCID copied')
  useToast().show('Saved: /home/a/eSIM.pdf', { lasting: true })
  useToast().show('Saved: /home/a/other.pdf', { lasting: true })
  await expect.poll(() => read(region)).toContain('other.pdf')
  await region.get(`button[aria-label="${text('common.dismiss')}"]`).trigger('click')
  await expect.poll(() => read(region)).not.toContain('eSIM.pdf')
  await vi.advanceTimersByTimeAsync(8000)
  expect(read(region)).not.toContain('ICCID copied')
  expect(read(region)).toContain('Saved: /home/a/other.pdf')
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.poll(() => read(region)).not.toContain('other.pdf')
})

test('a toast can have a button, which acts and takes the toast away', async () => {
  const region = mounted(UiToasts, {}).get('[aria-live=polite]')
  const act = vi.fn()
  useToast().show('Closed: ada@example.org', { action: { label: 'Open again', run: act } })
  await expect.poll(() => read(region)).toContain('Closed: ada@example.org')
  const button = region.findAll('button').find((each) => read(each) === 'Open again')
  await button?.trigger('click')
  expect(act).toHaveBeenCalledOnce()
  await expect.poll(() => read(region)).not.toContain('Closed')
})

test('a toast can say what it is about, with a link there that takes the toast away', async () => {
  const region = mounted(UiToasts, {}).get('[aria-live=polite]')
  useToast().show('An installation failed.', { detail: { text: 'Customer ada@example.org', to: '/customers/c-1' } })
  await expect.poll(() => read(region)).toBe('An installation failed. Customer ada@example.org')
  // All of it is read aloud as one.
  expect(region.find('[aria-live]').exists()).toBe(false)
  const link = region.get('a')
  expect([link.attributes('href'), link.attributes('title')]).toEqual(['/customers/c-1', 'Customer ada@example.org'])
  await link.trigger('click')
  await expect.poll(() => read(region)).not.toContain('failed')
})

test('what a toast is about can be completed, which is not read aloud and shows no other toast', async () => {
  const region = mounted(UiToasts, {}).get('[aria-live=polite]')
  const detail = shallowRef<ToastDetail>({ text: 'No customer known' })
  useToast().show('An installation failed.', { detail })
  await expect.poll(() => read(region)).toBe('An installation failed. No customer known')
  const [toast, line] = [region.get('.n-message').element, region.get('.detail').element]
  // A screen reader asks the nearest element that says so.
  expect(line.getAttribute('aria-live')).toBe('off')
  detail.value = { text: 'Customer ada@example.org', to: '/customers/c-1' }
  await expect.poll(() => read(region)).toBe('An installation failed. Customer ada@example.org')
  expect(region.findAll('.n-message').map(({ element }) => element)).toEqual([toast])
  expect(region.get('.detail').element).toBe(line)
  expect(region.get('a').element.closest('[aria-live]')).toBe(line)
})

test('with an open dialog it appears inside it, away from its buttons, and in the page again when that is closed', async () => {
  const region = mounted(UiToasts, {}).get('[aria-live=polite]').element
  await nextTick()
  const behind = region.parentElement
  const dialog = mounted(UiModal, { title: 'A question' })
  useToast().show('Link copied')
  await expect.poll(() => region.textContent).toContain('Link copied')
  expect(dialog.element.contains(region)).toBe(true)
  expect(region.querySelector('.n-message-container--top')).not.toBeNull()
  dialog.unmount()
  await expect.poll(() => region.parentElement).toBe(behind)
  expect(topDialog.value).toBeNull()
  expect(region.querySelector('.n-message-container--bottom')).not.toBeNull()
})

test('a lasting toast leaves a dialog that is closed, and others appear beside it', async () => {
  const region = mounted(UiToasts, {}).get('[aria-live=polite]')
  await nextTick()
  const dialog = mounted(UiModal, { title: 'A question' })
  useToast().show('Saved: /home/a/eSIM.pdf', { lasting: true })
  await expect.poll(() => read(region)).toContain('eSIM.pdf')
  dialog.unmount()
  await expect.poll(() => topDialog.value).toBeNull()
  useToast().show('Link copied')
  await expect.poll(() => read(region)).toContain('Link copied')
  expect(read(region)).toContain('eSIM.pdf')
})

test('a short message goes with the dialog that it was about, and not one that appeared as it closed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const region = mounted(UiToasts, {}).get('[aria-live=polite]')
  await nextTick()
  const copying = mounted(UiModal, { title: 'A question' })
  useToast().show('Link copied')
  await expect.poll(() => read(region)).toContain('Link copied')
  vi.advanceTimersByTime(1000)
  copying.unmount()
  await expect.poll(() => read(region)).not.toContain('Link copied')
  const saving = mounted(UiModal, { title: 'A note' })
  useToast().show('Note saved')
  await expect.poll(() => read(region)).toContain('Note saved')
  saving.unmount()
  await expect.poll(() => topDialog.value).toBeNull()
  await new Promise((resolve) => afterFrame(() => resolve(undefined)))
  expect(read(region)).toContain('Note saved')
})

test('a dialog of a page that is alive but not shown hides no toast', async () => {
  const shown = ref(true)
  const page = { components: { UiModal }, template: '<div><UiModal title="A question" /></div>' }
  mounted({
    components: { page },
    setup: () => ({ shown }),
    template: '<div><KeepAlive><page v-if="shown" /></KeepAlive></div>',
  })
  const dialog = topDialog.value
  expect(dialog).not.toBeNull()
  shown.value = false
  await nextTick()
  expect([topDialog.value, dialog?.isConnected]).toEqual([null, false])
  shown.value = true
  await nextTick()
  expect(topDialog.value).toBe(dialog)
})
