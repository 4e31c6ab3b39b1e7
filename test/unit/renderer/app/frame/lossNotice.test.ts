/** What a person reads when the journal or the file of notes is not the one that was written last. */
import { expect, test } from 'vitest'
import type { JournalState, LossKind, StorageLoss } from '#shared/model/operation/journalState.ts'
import LossNotice from '../../../../../renderer/app/frame/LossNotice.vue'
import { formatMoment } from '../../../../../renderer/lib/format.ts'
import { useJournalState } from '../../../../../renderer/app/journalState.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'

const id = 'ab'.repeat(16)
const loss = (change: Partial<StorageLoss> = {}): StorageLoss => ({
  file: 'journal',
  kind: 'missing',
  movedTo: null,
  knownUntil: '2026-11-20T10:00:00.000Z',
  missing: 7,
  connections: [
    { name: 'Acme', dailyLimit: '50', unresolved: 2 },
    { name: 'Other', dailyLimit: null, unresolved: 0 },
  ],
  ...change,
})
const state = (...losses: readonly StorageLoss[]): JournalState => ({ id, losses: [...losses], refusesMoney: true })
const none: JournalState = { id: null, losses: [], refusesMoney: false }

test('there is no notice while nothing is missing', () => {
  installBridge({})
  expect(mounted(LossNotice).find('[role=alert]').exists()).toBe(false)
})

test('the notice says what is missing, which connections are concerned and what to do', async () => {
  installBridge({ 'operations.journal': accept(state(loss())) })
  const notice = mounted(LossNotice)
  await useJournalState().load()
  const shown = read(notice.get('[role=alert]'))
  const when = formatMoment(loss().knownUntil ?? '', 'en')
  const missing = `${text('frame.loss.journal.missing')} ${text('frame.loss.journal.count', { count: 7, when })}`
  expect(shown.startsWith(missing)).toBe(true)
  for (const [name, count, limit] of [
    ['Acme', 2, text('frame.loss.limit', { limit: '$50.00' })],
    ['Other', 0, text('frame.loss.noLimit')],
  ] as const) {
    const unresolved = text('frame.loss.unresolved', { count })
    expect(shown).toContain(text('frame.loss.connection', { name, unresolved, limit }))
  }
  expect(shown).toContain(text('frame.loss.journal.means'))
  expect(shown).toContain(text('frame.loss.journal.todo'))
})

test.each<[StorageLoss['file'], LossKind]>([
  ['journal', 'missing'],
  ['journal', 'damaged'],
  ['journal', 'other'],
  ['journal', 'older'],
  ['work', 'missing'],
  ['work', 'damaged'],
  ['work', 'other'],
  ['work', 'older'],
])('a %s that is %s has whole sentences, even if nothing is known about it', async (file, kind) => {
  const bridge = installBridge({})
  const notice = mounted(LossNotice)
  useJournalState()
  for (const one of [
    loss({ file, kind, movedTo: 'x.db.unreadable-1' }),
    loss({ file, kind, missing: 0 }),
    loss({ file, kind, missing: null, knownUntil: null, connections: [] }),
  ]) {
    bridge.push('journal.changed', state(one))
    await notice.vm.$nextTick()
    const shown = read(notice.get('[role=alert]'))
    expect(shown.startsWith(text(`frame.loss.${file}.${kind}`, { movedTo: one.movedTo ?? '' }))).toBe(true)
    expect(shown).not.toMatch(/[{}|]|frame\.loss|\b0\b/)
  }
})

test('it stays until the shown state is acknowledged, and says why that failed', async () => {
  const acknowledged: unknown[] = []
  let answer = refuse('journal_unwritable')
  const bridge = installBridge({
    'operations.acknowledge': (input) => {
      acknowledged.push(input)
      return answer(input)
    },
  })
  const notice = mounted(LossNotice)
  bridge.push('journal.changed', state(loss()))
  await notice.vm.$nextTick()
  await notice.get('button').trigger('click')
  await expect.poll(() => read(notice)).toContain(text('errors.journal_unwritable.what'))
  answer = accept(none)
  await notice.get('button').trigger('click')
  await expect.poll(() => notice.find('[role=alert]').exists()).toBe(false)
  expect(acknowledged).toEqual([{ id }, { id }])
})
