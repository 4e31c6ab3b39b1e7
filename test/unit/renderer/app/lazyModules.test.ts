/** What a call probably opens next is fetched part by part, while the window is idle. */
import { expect, onTestFinished, test, vi } from 'vitest'
import type * as Parts from '../../../../renderer/app/lazyModules.ts'
import { accept, installBridge, refuse } from '../support/bridge.ts'
import { settings } from '../support/samples.ts'

/** What was fetched, in this order. */
const { fetched, later } = vi.hoisted(() => {
  const names: string[] = []
  return {
    fetched: names,
    later: (name: string) => () => {
      names.push(name)
      return Promise.resolve()
    },
  }
})

vi.mock('../../../../renderer/app/App.vue', () => ({ default: { render: () => null } }))
vi.mock('../../../../renderer/app/router.ts', () => ({
  createDeskRouter: () => ({ install: () => undefined }),
  lazyPages: { customer: later('customer'), operations: later('operations'), inventory: later('inventory') },
}))
vi.mock('../../../../renderer/app/lazyModules.ts', async (original) => ({
  lazyModules: (await original<typeof Parts>()).lazyModules.map((_part, index) => later(`part ${String(index)}`)),
}))

/** The parts of calls: dialogs, the lower half of a customer's page, messages, and the reader of pasted chats. */
const wanted = [
  'CommandPalette',
  'EmailDialog',
  'InstallationDialog',
  'MoneyDialog',
  'NewSale',
  'NoteDialog',
  'TimelineSection',
  'ToastMessages',
  'TopUpDialog',
  'chatFacts',
]

test('every part that a call opens is among them, and is there once it is fetched', async () => {
  const { lazyModules } = await vi.importActual<typeof Parts>('../../../../renderer/app/lazyModules.ts')
  const modules = await Promise.all(lazyModules.map((part) => part()))
  const names = modules.map((module) => {
    const component: unknown = Reflect.get(Object(module), 'default')
    return String(Reflect.get(Object(component), '__name') ?? Object.keys(Object(module))[0])
  })
  expect(names.toSorted()).toEqual(wanted)
})

test('no part is fetched before the window is idle, and each of them is then, one after another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  /** What waits for an idle window. */
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  onTestFinished(() => void vi.unstubAllGlobals())
  installBridge({
    'connections.current': accept(null),
    'settings.get': accept(settings()),
    'operations.journal': refuse('unexpected'),
    'updates.state': refuse('unexpected'),
  })
  document.body.innerHTML = '<div id="app"></div>'

  await import('../../../../renderer/app/start.ts')
  expect(fetched).toEqual([])
  // A window that is busy for a minute has asked for one idle moment and has fetched nothing.
  await vi.advanceTimersByTimeAsync(60_000)
  expect([fetched, idle.length]).toEqual([[], 1])

  for (let work = idle.shift(); work !== undefined; work = idle.shift()) {
    expect(idle).toEqual([])
    const before = fetched.length
    work()
    await vi.advanceTimersByTimeAsync(0)
    expect(fetched.length - before).toBeLessThanOrEqual(1)
  }
  const parts = wanted.map((_name, index) => `part ${String(index)}`)
  expect(fetched).toEqual(['customer', 'operations', 'inventory', ...parts])
})
