/** Operations that haven't ended: who has to do what about them. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { effectScope } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import NeedsPerson from '../../../../renderer/components/operations/NeedsPerson.vue'
import UnderWay from '../../../../renderer/components/operations/UnderWay.vue'
import { useOpenOperations } from '../../../../renderer/composables/operations/useOpenOperations.ts'
import { questions, settle } from '../support/deferred.ts'
import { fakeEvents } from '../support/events.ts'
import { accept, installBridge } from '../support/bridge.ts'
import { mounted, read } from '../support/mounted.ts'
import { operation } from '../support/samples.ts'

describe('which they are', () => {
  function unended() {
    const events = fakeEvents()
    const list = questions<Exclude<InputOf<'operations', 'list'>, null | undefined>, OutputOf<'operations', 'list'>>()
    const scope = effectScope()
    onTestFinished(() => scope.stop())
    const made = scope.run(() => useOpenOperations({ list: (input) => list.ask(input ?? {}), on: events.on }))
    if (made === undefined) throw new Error('The scope is over')
    const answer = async (rows: Readonly<Record<string, readonly ReturnType<typeof operation>[]>>) => {
      for (const { input, answer: give } of list.asked) give({ rows: [...(rows[input.state ?? ''] ?? [])], total: 0 })
      await settle()
    }
    return { made, events, list, answer, ids: () => [made.needsPerson.value.map(({ id }) => id), made.underWay.value.map(({ id }) => id)] }
  }

  test('what needs a person longest comes first, what was sent last comes first', async () => {
    const { answer, ids } = unended()
    await answer({ NEEDS_HUMAN: [operation({ id: '05', state: 'NEEDS_HUMAN' }), operation({ id: '02', state: 'NEEDS_HUMAN' })], UNKNOWN: [operation({ id: '07', state: 'UNKNOWN' })], SENDING: [operation({ id: '08', state: 'SENDING' })] })
    expect(ids()).toEqual([['02', '05'], ['08', '07']])
  })

  test('they move as they are pushed, and leave when they end', async () => {
    const { answer, events, ids } = unended()
    await answer({ UNKNOWN: [operation({ id: '07', state: 'UNKNOWN' })] })
    events.push('operation.changed', operation({ id: '09', state: 'SENDING' }))
    events.push('operation.changed', operation({ id: '07', state: 'NEEDS_HUMAN', updatedAt: '2027-01-01T00:00:00Z' }))
    expect(ids()).toEqual([['07'], ['09']])
    events.push('operation.changed', operation({ id: '07', state: 'CONFIRMED', updatedAt: '2027-01-02T00:00:00Z' }))
    events.push('operation.changed', operation({ id: '09', state: 'CONFIRMED', updatedAt: '2027-01-02T00:00:00Z' }))
    expect(ids()).toEqual([[], []])
  })

  test('one that ends while they are read does not come back', async () => {
    const { answer, events, ids } = unended()
    events.push('operation.changed', operation({ id: '07', state: 'CONFIRMED', updatedAt: '2027-01-01T00:00:00Z' }))
    await answer({ UNKNOWN: [operation({ id: '07', state: 'UNKNOWN' })] })
    expect(ids()).toEqual([[], []])
  })

  test('a failure is said', async () => {
    const { made, list } = unended()
    list.asked[0]?.fail(new DeskError('storage_unreadable', 'no'))
    await settle()
    expect(made.error.value?.code).toBe('storage_unreadable')
    expect(made.asked.value).toBe(true)
  })
})

describe('what to do', () => {
  test('what needs a person says what to ask, and by which identifiers', () => {
    const region = mounted(NeedsPerson, { operations: [operation({ kind: 'register', state: 'NEEDS_HUMAN', customerUid: null, customerEmail: null, itemUid: null })] })
    expect(region.attributes('aria-label')).toBe('Needs a person')
    expect(read(region)).toContain('Ask the operator by these identifiers, then record the outcome.')
    expect(read(region)).toContain("Is there a sale whose reference holds this operation's identifier?")
    expect(read(region)).toContain('01JD000000000000000000000A')
    expect(read(region)).toContain('A new customer, not known yet')
    expect(region.findAll('button').map(read)).toEqual(expect.arrayContaining(['Copy for a ticket', 'Record the outcome']))
  })

  test('a customer whose e-mail this desk no longer has is named by its uid', () => {
    expect(read(mounted(NeedsPerson, { operations: [operation({ state: 'NEEDS_HUMAN', customerEmail: null })] }).get('.what'))).toContain('c-1')
  })

  test('more than a few are shown when they are asked for', async () => {
    const many = ['01', '02', '03', '04'].map((id) => operation({ id, state: 'NEEDS_HUMAN' }))
    const region = mounted(NeedsPerson, { operations: many })
    expect(region.findAll('li')).toHaveLength(2)
    await region.findAll('button').find((button) => read(button) === 'Show 2 more')?.trigger('click')
    expect(region.findAll('li')).toHaveLength(4)
  })

  test('what is being asked about can be asked now, and waits while it is', async () => {
    const asked: unknown[] = []
    installBridge({ 'operations.check': (input) => (asked.push(input), accept(operation({ state: 'CONFIRMED' }))(input)) })
    const region = mounted(UnderWay, { operations: [operation({ state: 'UNKNOWN', looks: 2, nextLook: new Date(Date.now() + 60_000).toISOString() })] })
    await region.get('button').trigger('click')
    expect(asked).toEqual([{ id: operation().id }])
    expect(mounted(UnderWay, { operations: [operation({ state: 'UNKNOWN', looking: true })] }).get('button').attributes('disabled')).toBeDefined()
  })

  test('one of another connection says which has to be opened, and has no press', () => {
    const region = mounted(UnderWay, { operations: [operation({ state: 'UNKNOWN', current: false, connectionName: 'Shop' })] })
    expect(read(region)).toContain('it belongs to the connection “Shop”')
    expect(region.find('button').exists()).toBe(false)
  })

  test('one that is being sent says so', () => {
    expect(read(mounted(UnderWay, { operations: [operation({ state: 'SENDING' })] }))).toContain('Being sent now.')
  })
})
