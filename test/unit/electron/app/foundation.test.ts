/** What the window gets from a keychain that did not return the key of what agents enter. */
import { expect, it } from 'vitest'
import { reportWorkInMemory } from '../../../../electron/app/foundation.ts'
import type { ChangeListener } from '../../../../electron/connections/index.ts'
import type { Storage } from '../../../../electron/storage/index.ts'
import { openOf, offlineClient } from '../operations/reads.ts'

async function noticesOf(
  storage: Pick<Storage, 'keychainProblem' | 'workLocation'>,
  state: 'stored' | 'session',
): Promise<readonly unknown[]> {
  const listeners: ChangeListener[] = []
  const notices: unknown[] = []
  reportWorkInMemory({
    connections: { onChange: (listener) => (listeners.push(listener), () => undefined) },
    storage,
    keychain: { state: () => Promise.resolve(state) },
    emit: (_event, payload) => void notices.push(payload),
  })
  const open = openOf(offlineClient({}))
  for (const listener of listeners) await listener(open)
  return notices
}

it.each([
  ['a damaged entry, with what to do', 'keychain_damaged', 'memory', 'stored', ['keychain_damaged']],
  ['a keychain that answers again', 'keychain_unavailable', 'memory', 'stored', ['work_in_memory']],
  ['no keychain, of which the window knows', null, 'memory', 'session', []],
  ['a keychain that gave the key', null, 'disk', 'stored', []],
] as const)('%s', async (_name, keychainProblem, workLocation, state, codes) => {
  expect(await noticesOf({ keychainProblem, workLocation }, state)).toMatchObject(codes.map((code) => ({ code })))
})
