/** Short confirmations, as they are read aloud. */
import { expect, test } from 'vitest'
import ToastHost from '../../../../renderer/components/common/ToastHost.vue'
import { useToast } from '../../../../renderer/composables/useToast.ts'
import { mounted, read } from '../support/mounted.ts'

/** The library of the messages loads with the first of them. */
const patience = { timeout: 15_000 }

test('what is confirmed appears in a live region that was there before, the first time and the next', async () => {
  const wrapper = mounted(ToastHost, {})
  const region = wrapper.get('[aria-live=polite]')
  expect(read(region)).toBe('')
  useToast().show('ICCID copied')
  useToast().show('IMSI copied')
  await expect.poll(() => read(region), patience).toContain('IMSI copied')
  expect(read(region)).toContain('ICCID copied')
  useToast().show('E-mail copied')
  await expect.poll(() => read(region), patience).toContain('E-mail copied')
})
