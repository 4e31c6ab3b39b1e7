/** Calls of the keychain after this process has lost its connection to it. */
import { expect, it } from 'vitest'
import type { KeychainProcess } from '../../../../electron/keychain/index.ts'
import type { KeytarLike } from '../../../../electron/keychain/keytar.ts'
import { renewing } from '../../../../electron/keychain/renewed.ts'

const lost = (): Promise<never> => Promise.reject(new Error('The name :1.0 was not provided by any .service files'))
const lostKeytar: KeytarLike = { getPassword: lost, setPassword: lost, deletePassword: lost }

interface Child {
  readonly process: KeychainProcess
  /** The requests of the desk in order. */
  readonly requests: { readonly id: number; readonly call: string }[]
  readonly answer: (message: unknown) => void
  readonly exit: () => void
  readonly killed: () => boolean
}

function fakeChild(): Child {
  const requests: Child['requests'] = []
  let [exit, killed] = [(): void => undefined, false]
  let answer: Child['answer'] = () => undefined
  return {
    requests,
    answer: (message) => answer(message),
    exit: () => exit(),
    killed: () => killed,
    process: {
      onMessage: (listener) => (answer = listener),
      onExit: (listener) => (exit = listener),
      send: (message) => void requests.push(message as Child['requests'][number]), // What is sent to it.
      kill: () => void (killed = true),
    },
  }
}

function start(keytar: KeytarLike) {
  const children: Child[] = []
  const fork = (): KeychainProcess => {
    const child = fakeChild()
    children.push(child)
    return child.process
  }
  return { children, keychain: renewing(keytar, fork, 's') }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('starts no process for what a locked keychain refuses', async () => {
  const refuses = (): Promise<never> => Promise.reject(new Error('Cannot create an item in a locked collection'))
  const { children, keychain } = start({
    ...lostKeytar,
    getPassword: () => Promise.resolve(null),
    setPassword: refuses,
  })
  await expect(keychain.setPassword('s', 'a', 'x')).rejects.toThrow('locked')
  expect(children).toEqual([])
})

it('starts one process for calls at the same time, and gives each its own answer', async () => {
  const { children, keychain } = start(lostKeytar)
  const calls = [keychain.getPassword('s', 'a'), keychain.setPassword('s', 'b', 'x'), keychain.deletePassword('s', 'c')]
  await turn()
  expect(children).toHaveLength(1)
  const [child] = children
  for (const { id, call } of child?.requests.toReversed() ?? [])
    child?.answer({ id, value: { getPassword: 'kept', setPassword: undefined, deletePassword: true }[call] })
  expect(await Promise.all(calls)).toEqual(['kept', undefined, true])
})

it('starts another process after that one has lost its connection or has ended, and ends the one before', async () => {
  const { children, keychain } = start(lostKeytar)
  const first = keychain.getPassword('s', 'a')
  await turn()
  children[0]?.answer({ id: 1, value: 'kept' })
  expect(await first).toBe('kept')

  const second = keychain.getPassword('s', 'a')
  children[0]?.answer({ id: 2, error: 'lost' })
  await turn()
  children[0]?.answer({ id: 3, error: 'lost' })
  await turn()
  expect([children.length, children[0]?.killed()]).toEqual([2, true])
  children[1]?.exit()
  await expect(second).rejects.toThrow('ended')

  const third = keychain.getPassword('s', 'a')
  await turn()
  expect(children).toHaveLength(3)
  children[2]?.answer({ id: 1, value: 'kept' })
  expect(await third).toBe('kept')
})
