import { mount } from '@vue/test-utils'
import { nextTick } from 'vue'
import { expect, test, vi } from 'vitest'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { installBridge } from '../../support/bridge.ts'
import { text } from '../../support/mounted.ts'

test('while the desk waits for the keychain, the first page says what the system asks and what to do', async () => {
  vi.resetModules()
  const bridge = installBridge({})
  const { default: OpeningSplash } = await import('../../../../../renderer/app/frame/OpeningSplash.vue')
  const splash = mount(OpeningSplash, { global: { plugins: [createDeskI18n()] } })
  const status = (): string => splash.get('[role=status]').text()
  expect(status()).toBe(text('frame.opening'))
  bridge.push('keychain.waiting', { asks: true })
  await nextTick()
  expect(status()).toBe(`${text('frame.keychainWaiting.what')}${text('frame.keychainWaiting.asks')}`)
  bridge.push('keychain.waiting', { asks: false })
  await nextTick()
  expect(status()).toBe(`${text('frame.keychainWaiting.what')}${text('frame.keychainWaiting.locked')}`)
  splash.unmount()
})
