/** Updates in the window: hidden if there are none, each state as text, and each decision as the call that it makes. */
import { flushPromises } from '@vue/test-utils'
import { nextTick } from 'vue'
import { describe, expect, test } from 'vitest'
import { UpdateProblem, type UpdateRelease, type UpdateState } from '#shared/model/updates.ts'
import UpdateMark from '../../../../../renderer/features/updates/UpdateMark.vue'
import UpdatesSection from '../../../../../renderer/features/updates/UpdatesSection.vue'
import { useUpdates } from '../../../../../renderer/features/updates/updates.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { operation } from '../../support/samples.ts'

const release: UpdateRelease = {
  version: '1.1.0',
  notes: '<b onclick="x()">Bold</b>\n* second line',
  releasedAt: '2026-01-02T03:04:05.000Z',
}
const ready = { phase: 'ready', release, postponed: false, installOnClose: false, unresolvedOperations: 0 } as const

async function section(state: UpdateState, answers: Parameters<typeof installBridge>[0] = {}) {
  const calls: [name: string, input: unknown][] = []
  const recordCall = (name: string, next: UpdateState) => (input: unknown) => {
    calls.push([name, input ?? null])
    return accept(next)(input)
  }
  const bridge = installBridge({
    'updates.state': recordCall('state', state),
    'updates.check': recordCall('check', { phase: 'idle', checkedAt: '2026-01-02T03:04:05.000Z' }),
    'updates.download': recordCall('download', { phase: 'downloading', release, percent: null }),
    'updates.install': recordCall('install', { phase: 'installing', release }),
    'updates.postpone': recordCall('postpone', { phase: 'available', release, postponed: true }),
    ...answers,
  })
  const wrapper = mounted(UpdatesSection)
  await flushPromises()
  const press = async (name: string): Promise<void> => {
    const button = wrapper.findAll('button').find((found) => read(found) === name)
    if (button === undefined) throw new Error(`There is no button ${name}: ${read(wrapper)}`)
    await button.trigger('click')
    await flushPromises()
  }
  const push = async (next: UpdateState): Promise<void> => {
    bridge.push('updates.changed', next)
    await nextTick()
  }
  const made = (): readonly unknown[] => calls.filter(([name]) => name !== 'state')
  return { wrapper, press, push, made, calls, bridge }
}

describe('a program without updates', () => {
  test('does not mention them in its settings and in its frame', async () => {
    const { wrapper } = await section({ phase: 'off' })
    expect(wrapper.find('*').exists()).toBe(false)
    expect(mounted(UpdateMark).find('a').exists()).toBe(false)
  })
})

describe('in the settings', () => {
  test('a person may check for updates, and sees when that was done', async () => {
    const { wrapper, press, made } = await section({ phase: 'idle', checkedAt: null })
    expect(read(wrapper)).toContain(text('updates.notChecked'))
    await press(text('updates.check'))
    expect(made()).toEqual([['check', null]])
    expect(read(wrapper)).toContain(`${text('updates.newest')} ${text('updates.checked')}`)
  })

  test('an offer shows its version, its day and its notes as text', async () => {
    const { wrapper, press, made } = await section({ phase: 'available', release, postponed: false })
    expect(read(wrapper.get('h3'))).toBe(text('updates.available', { version: '1.1.0' }))
    expect(read(wrapper)).toContain(text('updates.released', { day: 'Jan 2, 2026' }))
    expect(wrapper.get(`[aria-label="${text('updates.notes')}"]`).element.textContent).toBe(release.notes)
    expect(wrapper.find('b').exists()).toBe(false)
    await press(text('updates.later'))
    await press(text('updates.download'))
    expect(made()).toEqual([
      ['postpone', null],
      ['download', null],
    ])
  })

  test('a download shows its progress and can be cancelled', async () => {
    const { wrapper, press, push, made } = await section({ phase: 'downloading', release, percent: null })
    expect(wrapper.get('[role=progressbar]').attributes('aria-valuenow')).toBeUndefined()
    await push({ phase: 'downloading', release, percent: 42 })
    expect(wrapper.get('[role=progressbar]').attributes('aria-valuenow')).toBe('42')
    expect(read(wrapper)).toContain(text('updates.progress', { percent: '42%' }))
    await press(text('updates.stop'))
    expect(made()).toEqual([['postpone', null]])
  })

  test('a downloaded update is installed now or on close, and only after a choice', async () => {
    const { wrapper, press, push, made } = await section(ready)
    expect(made()).toEqual([])
    await press(text('updates.installOnClose'))
    await push({ ...ready, installOnClose: true })
    expect(read(wrapper)).toContain(text('updates.onCloseChosen'))
    await press(text('updates.later'))
    await push(ready)
    await press(text('updates.installNow'))
    expect(made()).toEqual([
      ['install', { when: 'onClose' }],
      ['postpone', null],
      ['install', { when: 'now' }],
    ])
    expect(read(wrapper)).toContain(text('updates.installing', { version: '1.1.0' }))
  })

  test('while operations are unresolved it says why it waits, and reloads when one has ended', async () => {
    let unresolved = 2
    const { wrapper, bridge } = await section(ready, {
      'updates.state': () => accept({ ...ready, unresolvedOperations: unresolved })(null),
    })
    const install = wrapper.findAll('button').find((button) => read(button) === text('updates.installNow'))
    expect(read(wrapper)).toContain(text('updates.unresolved', { count: 2 }))
    expect(wrapper.get('a').attributes('href')).toBe('/operations')
    expect(install?.attributes('disabled')).toBeDefined()
    unresolved = 0
    bridge.push('operation.changed', operation({ state: 'CONFIRMED' }))
    await flushPromises()
    expect(read(wrapper)).not.toContain(text('updates.unresolved', { count: 2 }))
    expect(install?.attributes('disabled')).toBeUndefined()
  })

  test('a refusal of the main process changes nothing, and its reason is shown', async () => {
    const { wrapper, press } = await section(ready, {
      'updates.install': accept({ ...ready, unresolvedOperations: 1 }),
    })
    await press(text('updates.installNow'))
    expect(read(wrapper)).toContain(text('updates.unresolved', { count: 1 }))
  })

  test.each(UpdateProblem.options)('%s is explained in sentences, with what to do', async (problem) => {
    const { wrapper } = await section({ phase: 'failed', step: 'download', problem, release, postponed: false })
    expect(read(wrapper.get('[role=alert]'))).toMatch(/^[A-Z].+\. [A-Z].+\.$/)
    expect(read(wrapper)).not.toMatch(/updates\.|[{}]/)
  })

  test.each([
    ['check', 'unreachable', text('updates.check'), [['check', null]]],
    ['download', 'interrupted', text('updates.downloadAgain'), [['download', null]]],
    ['install', 'installer_failed', text('updates.tryAgain'), [['install', { when: 'now' }]]],
    ['install', 'corrupt', text('updates.downloadAgain'), [['download', null]]],
  ] as const)('after a failed %s (%s) one click tries again: %s', async (step, problem, button, calls) => {
    const { press, made } = await section({ phase: 'failed', step, problem, release, postponed: false })
    await press(button)
    expect(made()).toEqual(calls)
  })

  test('an unanswered call is reported', async () => {
    const { wrapper, press } = await section(
      { phase: 'idle', checkedAt: null },
      { 'updates.check': refuse('unexpected') },
    )
    await press(text('updates.check'))
    expect(wrapper.get('[role=alert]').attributes('data-code')).toBe('unexpected')
  })

  test('a state that is pushed while a request is in flight is newer than its answer', async () => {
    const answer = Promise.withResolvers<unknown>()
    const { wrapper, press, push } = await section(
      { phase: 'available', release, postponed: false },
      { 'updates.download': () => answer.promise },
    )
    await press(text('updates.download'))
    await push({ phase: 'downloading', release, percent: 90 })
    answer.resolve({ ok: true, value: { phase: 'downloading', release, percent: 10 } })
    await flushPromises()
    expect(read(wrapper)).toContain(text('updates.progress', { percent: '90%' }))
  })
})

describe('the mark in the frame', () => {
  test.each<[UpdateState, string | null]>([
    [{ phase: 'idle', checkedAt: null }, null],
    [{ phase: 'checking' }, null],
    [{ phase: 'available', release, postponed: false }, text('updates.mark.available')],
    [{ phase: 'available', release, postponed: true }, null],
    [{ phase: 'downloading', release, percent: 7 }, text('updates.mark.downloadingPercent', { percent: '7%' })],
    [ready, text('updates.mark.ready')],
    [{ ...ready, postponed: true }, null],
    [{ phase: 'failed', step: 'check', problem: 'unreachable', release: null, postponed: false }, null],
    [{ phase: 'failed', step: 'download', problem: 'corrupt', release, postponed: false }, text('updates.mark.failed')],
  ])('%j: %s', async (state, text) => {
    installBridge({ 'updates.state': accept(state) })
    const wrapper = mounted(UpdateMark)
    await useUpdates().load()
    await nextTick()
    const link = wrapper.find('a')
    expect(link.exists() ? read(link) : null).toBe(text)
    if (text !== null) expect(link.attributes('href')).toBe('/settings#updates')
  })
})
