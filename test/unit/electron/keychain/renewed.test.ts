/** Calls of the keychain after this process has lost its connection to it. */
import { expect, it } from 'vitest'
import { createKeychain, type KeytarLike } from '../../../../electron/keychain/index.ts'
import { renewing, type KeychainProcess } from '../../../../electron/keychain/renewed.ts'
import { eventually } from '../../../support/eventually.ts'

const lost = (): Promise<never> => Promise.reject(new Error('The name :1.0 was not provided by any .service files'))
const lostKeytar: KeytarLike = { getPassword: lost, setPassword: lost, deletePassword: lost }

/** `answer`: what each process says to a request; `null` if it ends instead, and `undefined` if it says nothing. */
function processesThat(answer: (call: keyof KeytarLike) => unknown) {
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
        else if (answered !== undefined) onMessage(answered)
      },
      kill: () => void (processes.running -= 1),
    }
  }
  return { processes, fork }
}

function start(keytar: KeytarLike, answer: (call: keyof KeytarLike) => unknown) {
  const { processes, fork } = processesThat(answer)
  return { processes, keychain: renewing(keytar, fork, 's', (work) => work) }
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

it.each([
  ['its time is over', 'keychain_unavailable'],
  ['the desk closes', 'aborted'],
])('ends a process that says nothing when %s, and does not wait for it', async (_when, code) => {
  const { processes, fork } = processesThat(() => undefined)
  let probe = ''
  let isLost = false
  const keytar = {
    getPassword: () => (isLost ? lost() : Promise.resolve(probe)),
    setPassword: (_service: string, _account: string, password: string) => Promise.resolve(void (probe = password)),
    deletePassword: () => Promise.resolve(true),
  }
  const closing = new AbortController()
  const keychain = createKeychain({
    folderId: 'f',
    asks: false,
    load: () => Promise.resolve(keytar),
    fork,
    timeoutMs: code === 'aborted' ? 60_000 : 50,
    closing: closing.signal,
  })
  expect(await keychain.state()).toBe('stored')
  isLost = true
  const refused = expect(keychain.get('a')).rejects.toMatchObject({ code })
  await eventually(() => expect(processes.started).toBe(1))
  if (code === 'aborted') closing.abort()
  await refused
  await eventually(() => expect([processes.running, keychain.isPending()]).toEqual([0, false]))
  expect(processes.started).toBe(1)
})
