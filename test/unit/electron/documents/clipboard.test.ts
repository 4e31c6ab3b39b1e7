/** How long a code stays on the clipboard, with a clipboard and a clock of the test. */
import { expect, test } from 'vitest'
import { createClipboard, clearAfterMs } from '../../../../electron/documents/clipboard.ts'

function scene() {
  const timers = new Set<{ readonly act: () => void; readonly at: number }>()
  const state = { content: null as string | null, now: 0, isReadable: true }
  const clipboard = createClipboard(
    {
      writeClipboard: ({ text }) => {
        state.content = text
        return Promise.resolve()
      },
      clearClipboard: (isOurs) => {
        if (!state.isReadable) return Promise.reject(new Error('The clipboard is locked'))
        if (isOurs(state.content ?? '')) state.content = null
        return Promise.resolve()
      },
    },
    (act, milliseconds) => {
      const timer = { act, at: state.now + milliseconds }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  )
  const pass = async (milliseconds: number): Promise<void> => {
    state.now += milliseconds
    for (const timer of timers) {
      if (timer.at > state.now) continue
      timers.delete(timer)
      timer.act()
    }
    await Promise.resolve()
  }
  return { clipboard, state, pass, waiting: () => timers.size }
}

const code = 'LPA:1$smdp.example.com$ABCDE-12345'

test('it is cleared after a minute, and not before', async () => {
  const { clipboard, state, pass } = scene()
  await clipboard.write({ text: code })
  await pass(clearAfterMs - 1)
  expect(state.content).toBe(code)
  await pass(1)
  expect(state.content).toBeNull()
})

test('what a person has copied since stays, after a minute and at the end', async () => {
  const { clipboard, state, pass } = scene()
  await clipboard.write({ text: code })
  state.content = 'a letter'
  await pass(clearAfterMs)
  expect(state.content).toBe('a letter')
  await clipboard.close()
  expect(state.content).toBe('a letter')
})

test('each code has its whole minute', async () => {
  const { clipboard, state, pass, waiting } = scene()
  await clipboard.write({ text: code })
  await pass(clearAfterMs - 1)
  await clipboard.write({ text: `${code}X` })
  expect(waiting()).toBe(1)
  await pass(clearAfterMs - 1)
  expect(state.content).toBe(`${code}X`)
  await pass(1)
  expect(state.content).toBeNull()
})

test('it is cleared when the desk ends, and no timer is left', async () => {
  const { clipboard, state, waiting } = scene()
  await clipboard.write({ text: code })
  await clipboard.close()
  expect([state.content, waiting()]).toEqual([null, 0])
})

test('lines that the system has ended in its own way are recognized', async () => {
  const { clipboard, state, pass } = scene()
  await clipboard.write({ text: `Your eSIM\n${code}` })
  state.content = `Your eSIM\r\n${code}`
  await pass(clearAfterMs)
  expect(state.content).toBeNull()
})

test('a clipboard that cannot be read is tried again when the desk ends', async () => {
  const { clipboard, state, pass } = scene()
  await clipboard.write({ text: code })
  state.isReadable = false
  await pass(clearAfterMs)
  expect(state.content).toBe(code)
  state.isReadable = true
  await clipboard.close()
  expect(state.content).toBeNull()
})
