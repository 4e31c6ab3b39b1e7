/** Updates with a source that the test controls: what is offered, refused, and delayed by money operations. */
import { beforeEach, describe, expect, it } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { UpdateState } from '#shared/model/updates.ts'
import { type OfferedRelease, UpdateFailure, type UpdateSource } from '../../../../electron/host/index.ts'
import { createUpdates, type Updates } from '../../../../electron/updates/index.ts'
import { call } from '../../../faults/desk.ts'

let offered: () => Promise<OfferedRelease | null>
let fetching: PromiseWithResolvers<void>
let progress: (percent: number) => void
let prepare: () => Promise<void>
let happened: string[]
let unresolved: number
let states: UpdateState[]
let due: { milliseconds: number; act: () => void }[]
let source: UpdateSource | null
let updates: Updates

const newer: OfferedRelease = { version: '1.1.0', notes: 'Better', releasedAt: null }
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
const state = (): Promise<UpdateState> => updates.handlers.state(undefined, call)
const check = (): Promise<UpdateState> => updates.handlers.check(undefined, call)
const install = (when: 'now' | 'onClose'): Promise<UpdateState> => updates.handlers.install({ when }, call)
const unused = (): Promise<never> => Promise.reject(new DeskError('not_found', 'This one is not asked'))
/** How an operation that is run now ends; `not_found` is the answer of the operations themselves. */
const run = async (): Promise<unknown> => {
  const operations = {
    preview: unused,
    run: unused,
    list: unused,
    get: unused,
    check: unused,
    resolve: unused,
    totals: unused,
    exportCsv: unused,
    rules: unused,
    setRules: unused,
    journal: unused,
    acknowledge: unused,
  }
  return await updates
    .guard(operations)
    .run({ previewId: 'p' }, call)
    .catch((thrown: unknown) => (thrown instanceof DeskError ? thrown.code : thrown))
}

async function download(): Promise<void> {
  await updates.handlers.download(undefined, call)
  fetching.resolve()
  await turn()
}
async function makeReady(): Promise<void> {
  await check()
  await download()
}

beforeEach(() => {
  offered = () => Promise.resolve(newer)
  fetching = Promise.withResolvers()
  prepare = () => Promise.resolve()
  happened = []
  unresolved = 0
  states = []
  due = []
  source = {
    check: () => offered(),
    download: (onProgress) => {
      progress = onProgress
      fetching = Promise.withResolvers()
      return fetching.promise
    },
    cancelDownload: () => {
      happened.push('cancelled')
      fetching.reject(new UpdateFailure('interrupted'))
    },
    prepareInstall: async ({ restart }) => {
      happened.push(restart ? 'prepared' : 'prepared without a restart')
      await prepare()
    },
    restart: () => void happened.push('restarted'),
  }
  updates = createUpdates({
    open: () => Promise.resolve(source),
    version: '1.0.0',
    unresolvedOperations: () => unresolved,
    emit: (event, payload) => {
      if (event === 'updates.changed') states.push(UpdateState.parse(payload))
    },
    log: { info: () => undefined, warn: () => undefined },
    clock: { now: () => 0 },
    timer: (milliseconds, act) => {
      const entry = { milliseconds, act }
      due.push(entry)
      return () => void (due = due.filter((other) => other !== entry))
    },
    random: () => 0,
  })
})

describe('a program without an address of updates', () => {
  it('is off: it checks for no update and emits nothing', async () => {
    source = null
    updates.start()
    for (const { act } of due) act()
    await turn()
    expect([await check(), await install('now'), await state(), states, happened]).toEqual([
      { phase: 'off' },
      { phase: 'off' },
      { phase: 'off' },
      [],
      [],
    ])
  })
  it('is also off if its configuration cannot be read', async () => {
    updates = createUpdates({
      open: () => Promise.reject(new TypeError('no')),
      version: '1.0.0',
      unresolvedOperations: () => 0,
      emit: () => undefined,
      log: { info: () => undefined, warn: (what) => void happened.push(what) },
      clock: { now: () => 0 },
    })
    expect([await state(), happened]).toEqual([{ phase: 'off' }, ['Updates cannot be used']])
  })
})

describe('a check', () => {
  it('is checked for some time after the start; nothing is downloaded without a request', async () => {
    updates.start()
    expect(due.map(({ milliseconds }) => milliseconds)).toEqual([60_000])
    await check()
    await turn()
    expect(states.map(({ phase }) => phase)).toEqual(['checking', 'available'])
    expect(await state()).toEqual({
      phase: 'available',
      release: { version: '1.1.0', notes: 'Better', releasedAt: null },
      postponed: false,
    })
  })
  it.each(['1.0.0', '0.9.0', '1.0.0-beta'])(
    'offers no version that is not greater, whatever the server offers: %s',
    async (version) => {
      offered = () => Promise.resolve({ ...newer, version })
      expect(await check()).toEqual({ phase: 'idle', checkedAt: '1970-01-01T00:00:00.000Z' })
      await updates.handlers.download(undefined, call)
      expect(await install('now')).toMatchObject({ phase: 'idle' })
      expect(happened).toEqual([])
    },
  )
  it('that fails is followed by another one, and the next may find something', async () => {
    offered = () => Promise.reject(new UpdateFailure('unreachable'))
    expect(await check()).toMatchObject({ phase: 'failed', step: 'check', problem: 'unreachable' })
    expect(due).toHaveLength(1)
    offered = () => Promise.resolve(newer)
    expect(await check()).toMatchObject({ phase: 'available' })
  })
  it('of a source that fails for an unknown reason is reported as unexpected', async () => {
    offered = () => Promise.reject(new TypeError('what?'))
    expect(await check()).toMatchObject({ phase: 'failed', problem: 'unexpected' })
  })
  it('happens once though two ask together', async () => {
    let asked = 0
    offered = () => {
      asked += 1
      return Promise.resolve(null)
    }
    await Promise.all([check(), check()])
    expect(asked).toBe(1)
  })
})

describe('a download', () => {
  it('emits its progress', async () => {
    await check()
    expect(await updates.handlers.download(undefined, call)).toMatchObject({ phase: 'downloading', percent: null })
    progress(40)
    expect(await state()).toMatchObject({ phase: 'downloading', percent: 40 })
    fetching.resolve()
    await turn()
    expect(await state()).toMatchObject({ phase: 'ready', unresolvedOperations: 0 })
  })
  it('that fails reports why, and can be tried again', async () => {
    await check()
    await updates.handlers.download(undefined, call)
    fetching.reject(new UpdateFailure('corrupt'))
    await turn()
    expect(await state()).toMatchObject({
      phase: 'failed',
      step: 'download',
      problem: 'corrupt',
      release: { version: '1.1.0' },
    })
    await download()
    expect(await state()).toMatchObject({ phase: 'ready' })
  })
  it('that is cancelled is no failure, and says nothing into the next one', async () => {
    await check()
    await updates.handlers.download(undefined, call)
    const late = progress
    expect(await updates.handlers.postpone(undefined, call)).toMatchObject({ phase: 'available', postponed: true })
    await updates.handlers.download(undefined, call)
    await turn()
    late(99)
    expect(await state()).toMatchObject({ phase: 'downloading', percent: null })
  })
})

describe('an installation', () => {
  it('prepares and answers, then asks the program to end', async () => {
    await makeReady()
    expect(await install('now')).toMatchObject({ phase: 'installing' })
    expect(happened).toEqual(['prepared'])
    due.at(-2)?.act()
    expect(happened).toEqual(['prepared', 'restarted'])
  })
  it('does not begin while an operation is in flight or its outcome is unknown, and reports how many there are', async () => {
    await makeReady()
    unresolved = 2
    expect(await install('now')).toMatchObject({ phase: 'ready', unresolvedOperations: 2 })
    expect(happened).toEqual([])
    unresolved = 0
    expect(await install('now')).toMatchObject({ phase: 'installing' })
  })
  it('lets no operation begin while it goes on', async () => {
    await makeReady()
    expect(await run()).toBe('not_found')
    const preparing = Promise.withResolvers<void>()
    prepare = () => preparing.promise
    const installing = install('now')
    await turn()
    expect(await run()).toBe('update_in_progress')
    preparing.reject(new UpdateFailure('not_writable'))
    expect(await installing).toMatchObject({ phase: 'failed', step: 'install', problem: 'not_writable' })
    expect(await run()).toBe('not_found')
    expect(happened).toEqual(['prepared'])
  })
  it('that does not end the program lets it go on', async () => {
    await makeReady()
    await install('now')
    const [restart] = due.slice(-1)
    restart?.act()
    expect(await state()).toMatchObject({ phase: 'failed', step: 'install', problem: 'not_restarted' })
    expect(await run()).toBe('not_found')
  })
})

describe('on close', () => {
  it('nothing is installed without a request', async () => {
    await makeReady()
    await updates.close({ mayInstall: true })
    expect(happened).toEqual([])
  })
  it('nothing is installed that was postponed', async () => {
    await makeReady()
    await install('onClose')
    await updates.handlers.postpone(undefined, call)
    await updates.close({ mayInstall: true })
    expect(happened).toEqual([])
  })
  it('nothing is installed while an operation is not known', async () => {
    await makeReady()
    await install('onClose')
    unresolved = 1
    await updates.close({ mayInstall: true })
    expect(happened).toEqual([])
  })
  it('what the person chose is installed, without a restart', async () => {
    await makeReady()
    expect(await install('onClose')).toMatchObject({ phase: 'ready', installOnClose: true })
    await updates.close({ mayInstall: true })
    expect(happened).toEqual(['prepared without a restart'])
  })
  it('an update is not installed if the system ends the program', async () => {
    await makeReady()
    await install('onClose')
    await updates.close({ mayInstall: false })
    expect(happened).toEqual([])
  })
  it('a failure does not keep the desk from closing', async () => {
    await makeReady()
    await install('onClose')
    prepare = () => Promise.reject(new UpdateFailure('disk_full'))
    await expect(updates.close({ mayInstall: true })).resolves.toBeUndefined()
  })
  it('a download is cancelled, and no later check is scheduled', async () => {
    await check()
    await updates.handlers.download(undefined, call)
    await updates.close({ mayInstall: true })
    updates.start()
    expect([happened, due]).toEqual([['cancelled'], []])
  })
})
