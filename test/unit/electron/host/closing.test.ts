import { expect, test } from 'vitest'
import { answerToSecondStart, createCloseGuard, hideAtEnd } from '../../../../electron/host/electron/closing.ts'

function scene() {
  let settled: PromiseWithResolvers<void> | null = null
  const questions: { readonly signal: AbortSignal; readonly answer: (closes: boolean) => void }[] = []
  const guard = createCloseGuard({
    moneyInFlight: () => settled?.promise ?? null,
    ask: (signal) =>
      new Promise((resolve) => {
        questions.push({ signal, answer: resolve })
        // As Electron's box: the signal closes it with the answer of Escape.
        signal.addEventListener('abort', () => resolve(false))
      }),
  })
  return {
    guard,
    questions,
    send: () => void (settled = Promise.withResolvers()),
    arrive: () => {
      settled?.resolve()
      settled = null
    },
  }
}

test('without money in flight no question is asked', async () => {
  const { guard, questions } = scene()
  expect(guard.mayClose()).toBe(true)
  expect(await guard.confirm()).toBe(true)
  expect(questions).toEqual([])
})

test('with money in flight one question is asked, however often the window is closed meanwhile', async () => {
  const { guard, questions, send } = scene()
  send()
  expect(guard.mayClose()).toBe(false)
  const answers = [guard.confirm(), guard.confirm()]
  expect(questions).toHaveLength(1)
  questions[0]?.answer(true)
  expect(await Promise.all(answers)).toEqual([true, true])
})

test('the question closes when the answer of the service arrives, and the window stays', async () => {
  const { guard, questions, send, arrive } = scene()
  send()
  const closes = guard.confirm()
  arrive()
  expect(await closes).toBe(false)
  expect(questions[0]?.signal.aborted).toBe(true)
})

test('who chose to wait is asked again the next time', async () => {
  const { guard, questions, send } = scene()
  send()
  const first = guard.confirm()
  questions[0]?.answer(false)
  expect(await first).toBe(false)
  const second = guard.confirm()
  questions[1]?.answer(true)
  expect(await second).toBe(true)
})

test('a second start shows the window, shows what a program without a window waits for, and claims nothing else', () => {
  const running = { hasWindow: true, isEnding: false, moneyInFlight: true }
  expect(answerToSecondStart(running)).toBe('window')
  expect(answerToSecondStart({ ...running, isEnding: true })).toBe('notice')
  expect(answerToSecondStart({ ...running, hasWindow: false })).toBe('notice')
  // It opens its window still, or closes its files.
  expect(answerToSecondStart({ hasWindow: false, isEnding: false, moneyInFlight: false })).toBe('nothing')
  expect(answerToSecondStart({ hasWindow: true, isEnding: true, moneyInFlight: false })).toBe('nothing')
})

test.each([
  ['darwin', true, ['leaves full screen', 'hides']],
  ['darwin', false, ['hides']],
  ['win32', true, ['hides']],
  ['linux', true, ['hides']],
] as const)('at the end on %s a window whose full screen is %s %j', (platform, isFullScreen, steps) => {
  const did: string[] = []
  let left = (): void => undefined
  hideAtEnd(
    {
      isFullScreen: () => isFullScreen,
      setFullScreen: () => did.push('leaves full screen'),
      hide: () => did.push('hides'),
      once: (_event, listener) => (left = listener),
    },
    platform,
  )
  left()
  expect(did).toEqual(steps)
})
