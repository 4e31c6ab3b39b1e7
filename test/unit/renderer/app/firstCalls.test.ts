import { createPinia, setActivePinia } from 'pinia'
import { expect, it, vi } from 'vitest'
import { useConnection } from '../../../../renderer/lib/connection.store.ts'
import { useSettings } from '../../../../renderer/lib/settings.store.ts'
import { accept, installBridge, refuse } from '../support/bridge.ts'

it('requests the connection and the settings when it is loaded, and the stores use those answers', async () => {
  vi.resetModules()
  setActivePinia(createPinia())
  const current = vi.fn(accept(null))
  const get = vi.fn(refuse('unexpected'))
  installBridge({ 'connections.current': current, 'settings.get': get })
  const { firstCalls } = await import('../../../../renderer/app/firstCalls.ts')
  expect([current.mock.calls.length, get.mock.calls.length]).toEqual([1, 1])

  const connection = useConnection()
  await connection.load(firstCalls.connection)
  expect(connection.ready).toBe(true)
  await expect(useSettings().load(firstCalls.settings)).rejects.toThrow()
  expect([current.mock.calls.length, get.mock.calls.length]).toEqual([1, 1])
})
