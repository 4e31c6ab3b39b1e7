import { expect, it, vi } from 'vitest'
import { type HomePage, keepHome } from '../../../../electron/host/chromium/keepHome.ts'
import { origin } from '../../../../electron/host/chromium/launch.ts'

/** A page whose events a test makes; it answers with what the test says, or never. */
function scriptedPage(answers: readonly ('yes' | 'never')[]) {
  const left = [...answers]
  let navigated: (address: string) => void = () => undefined
  let crashed: () => void = () => undefined
  const goHome = vi.fn()
  const page: HomePage = {
    onNavigated: (listener) => {
      navigated = listener
    },
    onCrashed: (listener) => {
      crashed = listener
    },
    goHome,
    isHome: () => (left.shift() === 'yes' ? Promise.resolve(true) : new Promise(() => undefined)),
  }
  return { page, goHome, navigate: (address: string) => navigated(address), crash: () => crashed() }
}

function keep(page: HomePage) {
  const onTrouble = vi.fn()
  const giveUp = vi.fn()
  keepHome(page, { onTrouble, giveUp, reloadTimeoutMs: 50 })
  return { onTrouble, giveUp }
}

it("loads the desk's page again after a navigation away, and ignores the page before the first load", () => {
  const { page, goHome, navigate } = scriptedPage([])
  keep(page)
  navigate('data:text/html,<title>eSIM Desk</title>')
  navigate(`${origin}/`)
  expect(goHome).not.toHaveBeenCalled()
  navigate('https://example.com/')
  expect(goHome).toHaveBeenCalledOnce()
})

it('reloads a page whose process crashed, and again if nothing answers after that', async () => {
  const { page, goHome, crash } = scriptedPage(['never', 'yes'])
  const { onTrouble, giveUp } = keep(page)
  crash()
  expect(goHome).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(goHome).toHaveBeenCalledTimes(2))
  await new Promise(setImmediate)
  expect(onTrouble).toHaveBeenCalledTimes(2)
  expect(giveUp).not.toHaveBeenCalled()
})

it('does not wait for an answer if the next crash is reported', async () => {
  const { page, goHome, crash } = scriptedPage(['never', 'yes'])
  keepHome(page, { onTrouble: () => undefined, giveUp: () => undefined, reloadTimeoutMs: 600_000 })
  crash()
  crash()
  await vi.waitFor(() => expect(goHome).toHaveBeenCalledTimes(2))
})

it('closes a window that is not back after three attempts in a minute', async () => {
  const { page, goHome, crash } = scriptedPage([])
  const { giveUp } = keep(page)
  crash()
  await vi.waitFor(() => expect(giveUp).toHaveBeenCalledOnce())
  expect(goHome).toHaveBeenCalledTimes(3)
})
