/** Calls of the keychain after this process has lost its connection to it. */
import { expect, it } from 'vitest'
import type { KeytarLike } from '../../../../electron/keychain/index.ts'
import { renewing, type KeychainProcess } from '../../../../electron/keychain/renewed.ts'

const lost = (): Promise<never> => Promise.reject(new Error('The name :1.0 was not provided by any .service files'))
const lostKeytar: KeytarLike = { getPassword: lost, setPassword: lost, deletePassword: lost }

/** `answer`: what each process says to a request; `null` if it ends instead. */
function start(keytar: KeytarLike, answer: (call: keyof KeytarLike) => unknown) {
  const processes = { started: 0, running: 0 }
  const fork = (): KeychainProcess => {
    processes.started += 1
    processes.running += 1
    let onMessage: (message: unknown) => void = () => undefined
    let onExit = (): void => undefined
    return {
      onMessage: (listener) => void (onMessage = listener),
      onExit: (listener) => void (onExit = listener),
      send(message) {
        const answered = answer((message as { call: keyof KeytarLike }).call) // What is sent to a process.
        if (answered === null) onExit()
        else onMessage(answered)
      },
      kill: () => void (processes.running -= 1),
    }
  }
  return { processes, keychain: renewing(keytar, fork, 's') }
}

it('starts no process for what a locked keychain refuses', async () => {
  const refuses = (): Promise<never> => Promise.reject(new Error('Cannot create an item in a locked collection'))
  const locked = { ...lostKeytar, getPassword: () => Promise.resolve(null), setPassword: refuses }
  const { processes, keychain } = start(locked, () => null)
  await expect(keychain.setPassword('s', 'a', 'x')).rejects.toThrow('locked')
  expect(processes.started).toBe(0)
})

it('makes each call in a process that it ends', async () => {
  const values = { getPassword: 'kept', setPassword: undefined, deletePassword: true }
  const { processes, keychain } = start(lostKeytar, (call) => ({ value: values[call] }))
  const calls = [keychain.getPassword('s', 'a'), keychain.setPassword('s', 'b', 'x'), keychain.deletePassword('s', 'c')]
  expect(await Promise.all(calls)).toEqual(['kept', undefined, true])
  expect(processes).toEqual({ started: 3, running: 0 })
})

it('fails with a process that fails, answers wrongly or ends, and goes on with the next one', async () => {
  const answers = [{ error: 'locked' }, { value: 5 }, null, { value: 'kept' }]
  const { processes, keychain } = start(lostKeytar, () => answers[processes.started - 1])
  await expect(keychain.getPassword('s', 'a')).rejects.toThrow('locked')
  await expect(keychain.getPassword('s', 'a')).rejects.toThrow('expected string')
  await expect(keychain.getPassword('s', 'a')).rejects.toThrow('ended')
  expect(await keychain.getPassword('s', 'a')).toBe('kept')
  expect(processes).toEqual({ started: 4, running: 0 })
})
