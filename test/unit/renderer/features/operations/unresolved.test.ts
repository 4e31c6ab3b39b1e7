/** Operations that haven't ended: who has to do what about them. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { effectScope } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import NeedsPerson from '../../../../../renderer/features/operations/NeedsPerson.vue'
import UnderWay from '../../../../../renderer/features/operations/UnderWay.vue'
import { afterPaint } from '../../../../../renderer/lib/afterPaint.ts'
import { useOpenOperations, type Unresolved } from '../../../../../renderer/features/operations/useOpenOperations.ts'
import { at, recordRequests, flush } from '../../support/deferred.ts'
import { fakeEvents } from '../../support/events.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { operation } from '../../support/samples.ts'
import { eventually } from '../../../../support/eventually.ts'

describe('the lists', () => {
  function unresolved() {
    const events = fakeEvents()
    const list = recordRequests<
      Exclude<InputOf<'operations', 'list'>, null | undefined>,
      OutputOf<'operations', 'list'>
    >()
    const scope = effectScope()
    onTestFinished(() => scope.stop())
    const made = scope.run(() => useOpenOperations({ list: (input) => list.send(input ?? {}), on: events.on }))
    if (made === undefined) throw new Error('The scope is over')
    const answer = async (
      rows: Readonly<Record<string, readonly ReturnType<typeof operation>[]>>,
      totals: Readonly<Record<string, number>> = {},
    ) => {
      for (const {
        input: { state = '' },
        answer: give,
      } of list.requests)
        give({ rows: [...(rows[state] ?? [])], total: totals[state] ?? rows[state]?.length ?? 0 })
      await flush()
    }
    return {
      made,
      scope,
      events,
      list,
      answer,
      ids: () => [made.needsPerson.value.rows.map(({ id }) => id), made.underWay.value.rows.map(({ id }) => id)],
    }
  }

  test('the oldest that needs a person and the newest that was sent come first', async () => {
    const { answer, ids } = unresolved()
    await answer({
      NEEDS_HUMAN: [operation({ id: '05', state: 'NEEDS_HUMAN' }), operation({ id: '02', state: 'NEEDS_HUMAN' })],
      UNKNOWN: [operation({ id: '07', state: 'UNKNOWN' })],
      SENDING: [operation({ id: '08', state: 'SENDING' })],
    })
    expect(ids()).toEqual([
      ['02', '05'],
      ['08', '07'],
    ])
  })

  test('they move as they are pushed, and disappear when they end', async () => {
    const { answer, events, ids } = unresolved()
    await answer({ UNKNOWN: [operation({ id: '07', state: 'UNKNOWN' })] })
    events.push('operation.changed', operation({ id: '09', state: 'SENDING' }))
    events.push('operation.changed', operation({ id: '07', state: 'NEEDS_HUMAN', updatedAt: '2027-01-01T00:00:00Z' }))
    expect(ids()).toEqual([['07'], ['09']])
    events.push('operation.changed', operation({ id: '07', state: 'CONFIRMED', updatedAt: '2027-01-02T00:00:00Z' }))
    events.push('operation.changed', operation({ id: '09', state: 'CONFIRMED', updatedAt: '2027-01-02T00:00:00Z' }))
    expect(ids()).toEqual([[], []])
  })

  test('an operation that ends while they are loading does not come back', async () => {
    const { answer, events, ids } = unresolved()
    events.push('operation.changed', operation({ id: '07', state: 'CONFIRMED', updatedAt: '2027-01-01T00:00:00Z' }))
    await answer({ UNKNOWN: [operation({ id: '07', state: 'UNKNOWN' })] })
    expect(ids()).toEqual([[], []])
  })

  test('the few that are shown are loaded first, then all, and their number is known at once', async () => {
    const { made, list, answer, events, ids } = unresolved()
    const waiting = (...names: readonly string[]) => names.map((id) => operation({ id, state: 'NEEDS_HUMAN' }))
    expect(list.requests.map(({ input }) => input)).toEqual([
      { state: 'NEEDS_HUMAN', order: 'oldest', limit: 3 },
      { state: 'UNKNOWN', order: 'newest', limit: 3 },
      { state: 'SENDING', order: 'newest', limit: 3 },
    ])
    await answer(
      { NEEDS_HUMAN: waiting('01', '02', '03'), UNKNOWN: [operation({ id: '07', state: 'UNKNOWN' })] },
      { NEEDS_HUMAN: 5, UNKNOWN: 1 },
    )
    expect(ids()).toEqual([['01', '02', '03'], ['07']])
    expect([made.needsPerson.value.count, made.underWay.value.count]).toEqual([5, 1])
    await eventually(() => expect(list.requests).toHaveLength(4))
    expect(at(list.requests, 3).input).toEqual({ state: 'NEEDS_HUMAN', order: 'oldest', limit: 500 })
    events.push('operation.changed', operation({ id: '02', state: 'CONFIRMED', updatedAt: '2027-01-01T00:00:00Z' }))
    events.push('operation.changed', operation({ id: '08', state: 'SENDING' }))
    at(list.requests, 3).answer({ rows: waiting('01', '02', '03', '04', '05'), total: 5 })
    await flush()
    expect(ids()).toEqual([
      ['01', '03', '04', '05'],
      ['08', '07'],
    ])
    expect(made.needsPerson.value.count).toBe(4)
  })

  test('an operation that disappears is no longer counted, even if not all are loaded', async () => {
    const { made, answer, events, list } = unresolved()
    await answer({ NEEDS_HUMAN: [operation({ id: '01', state: 'NEEDS_HUMAN' })] }, { NEEDS_HUMAN: 9 })
    await eventually(() => expect(list.requests).toHaveLength(4))
    list.requests[3]?.fail(new DeskError('storage_unreadable', 'no'))
    await flush()
    events.push('operation.changed', operation({ id: '01', state: 'NEEDS_HUMAN', updatedAt: '2027-01-01T00:00:00Z' }))
    expect(made.needsPerson.value.count).toBe(9)
    events.push('operation.changed', operation({ id: '01', state: 'CONFIRMED', updatedAt: '2027-01-02T00:00:00Z' }))
    expect([made.needsPerson.value.count, made.needsPerson.value.rows]).toEqual([8, []])
  })

  test('nothing more is loaded for a page that is removed before it was painted', async () => {
    const { list, answer, scope } = unresolved()
    scope.stop()
    await answer({ NEEDS_HUMAN: [operation({ state: 'NEEDS_HUMAN' })] }, { NEEDS_HUMAN: 2 })
    await afterPaint()
    await flush()
    expect(list.requests).toHaveLength(3)
  })

  test('a failure is reported', async () => {
    const { made, list } = unresolved()
    list.requests[0]?.fail(new DeskError('storage_unreadable', 'no'))
    await flush()
    expect(made.error.value?.code).toBe('storage_unreadable')
    expect(made.loaded.value).toBe(true)
  })
})

describe('what to do', () => {
  const few = (rows: readonly OperationRow[]): Unresolved => ({ rows, count: rows.length })

  test('an operation that needs a person says what to ask and which identifiers to quote', () => {
    const region = mounted(NeedsPerson, {
      operations: few([
        operation({ kind: 'register', state: 'NEEDS_HUMAN', customerUid: null, customerEmail: null, itemUid: null }),
      ]),
    })
    expect(region.attributes('aria-label')).toBe(text('operations.needsPerson.title'))
    expect(read(region)).toContain(text('operations.needsPerson.lead'))
    expect(read(region)).toContain(text('operations.needsPerson.ask.register'))
    expect(read(region)).toContain('01JD000000000000000000000A')
    expect(read(region)).toContain(text('operations.newCustomer'))
    expect(region.findAll('button').map(read)).toEqual(
      expect.arrayContaining([text('operations.ticket.button'), text('operations.needsPerson.record')]),
    )
  })

  test('a customer whose e-mail is no longer stored is named by uid', () => {
    expect(
      read(
        mounted(NeedsPerson, { operations: few([operation({ state: 'NEEDS_HUMAN', customerEmail: null })]) }).get(
          '.what',
        ),
      ),
    ).toContain('c-1')
  })

  test('more than a few are shown on request', async () => {
    const many = ['01', '02', '03', '04'].map((id) => operation({ id, state: 'NEEDS_HUMAN' }))
    const region = mounted(NeedsPerson, { operations: { rows: many, count: 9 } })
    expect(region.findAll('li')).toHaveLength(2)
    const more = region
      .findAll('button')
      .find((button) => read(button) === text('operations.needsPerson.more', { count: 7 }))
    more?.element.focus()
    await more?.trigger('click')
    await flush()
    expect(region.findAll('li')).toHaveLength(4)
    // The button is gone.
    expect(document.activeElement).toBe(region.findAll('li')[2]?.element)
    expect(read(region)).toContain(text('operations.unendedRest', { count: 5 }))
  })

  test('an operation that is being checked can be checked now, and waits while a check runs', async () => {
    const inputs: unknown[] = []
    installBridge({
      'operations.check': (input) => (inputs.push(input), accept(operation({ state: 'CONFIRMED' }))(input)),
    })
    const region = mounted(UnderWay, {
      operations: few([
        operation({ state: 'UNKNOWN', checks: 2, nextCheck: new Date(Date.now() + 60_000).toISOString() }),
      ]),
    })
    await region.get('button').trigger('click')
    expect(inputs).toEqual([{ id: operation().id }])
    expect(
      mounted(UnderWay, { operations: few([operation({ state: 'UNKNOWN', checking: true })]) })
        .get('button')
        .attributes('disabled'),
    ).toBeDefined()
  })

  test("an operation of another connection names that connection and can't be checked", () => {
    const region = mounted(UnderWay, {
      operations: few([operation({ state: 'UNKNOWN', current: false, connectionName: 'Shop' })]),
    })
    expect(read(region)).toContain(text('operations.look.elsewhere', { name: 'Shop' }))
    expect(region.find('button').exists()).toBe(false)
  })

  test('an operation that is being sent says so', () => {
    expect(read(mounted(UnderWay, { operations: few([operation({ state: 'SENDING' })]) }))).toContain(
      text('operations.look.sending'),
    )
  })
})
