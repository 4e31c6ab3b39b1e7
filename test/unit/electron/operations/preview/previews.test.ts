import { beforeEach, describe, expect, it } from 'vitest'
import {
  createPreviews,
  previewLifetime,
  type BoundPreview,
  type Previews,
} from '../../../../../electron/operations/preview/previews.ts'
import { ItemUid } from '#shared/wire/ids.ts'
import { OperationPreview } from '#shared/model/operation/operation.ts'
import { movableClock, type MovableClock } from '../../../../faults/desk.ts'

let clock: MovableClock
let previews: Previews

const size = { value: 3, unit: 'GB' }
function bound(previewId: string): BoundPreview {
  const view = OperationPreview.parse({
    previewId,
    kind: 'refund',
    validUntil: '',
    possible: true,
    reasons: [],
    notes: [],
    customerUid: 'u',
    customerEmail: null,
    itemUid: 'i',
    item: null,
    lastRefusal: null,
    packageName: null,
    metatag: null,
    size,
    available: size,
    validity: { value: null, unit: null, unlimited: true },
    coverage: { certainty: 'unknown', countrySet: null, countries: [] },
    amount: null,
    endsAt: null,
    activatesBy: null,
    refundsThisMonth: 0,
    purchase: null,
    asOf: '',
  })
  return {
    view,
    connection: 'c1',
    lockKey: 'item:i',
    journalAt: 0,
    requestOf: () => ({ kind: 'refund', itemUid: ItemUid.parse('i') }),
    purchase: null,
    sold: null,
    readBy: null,
    iccids: [],
  }
}
const code = (act: () => unknown): unknown => {
  try {
    act()
    return 'taken'
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
}

beforeEach(() => {
  clock = movableClock()
  previews = createPreviews(clock)
  previews.add(bound('p1'))
})

describe('a preview', () => {
  it('is taken once, and a second submission is refused as operation_in_progress', () => {
    expect(code(() => previews.take('p1', 'c1'))).toBe('taken')
    expect(code(() => previews.take('p1', 'c1'))).toBe('operation_in_progress')
  })

  it.each([
    ['never made', 'p2', 'c1'],
    ['made on another connection', 'p1', 'c2'],
    ['named like a property of every object', '__proto__', 'c1'],
  ])('is refused if it was %s', (_what, id, connection) => {
    expect(code(() => previews.take(id, connection))).toBe('preview_gone')
  })

  it('expires after a minute', () => {
    clock.pass(previewLifetime)
    expect(code(() => previews.take('p1', 'c1'))).toBe('preview_gone')
  })

  it('is valid until the minute ends by both clocks', () => {
    let time = 0
    const still = createPreviews({ now: () => time, monotonic: () => time })
    still.add(bound('p1'))
    still.add(bound('p2'))
    time = previewLifetime - 1
    expect(code(() => still.take('p1', 'c1'))).toBe('taken')
    time = previewLifetime
    expect(code(() => still.take('p2', 'c1'))).toBe('preview_gone')
  })

  it('expires by the monotonic clock', () => {
    let monotonic = 0
    const still = createPreviews({ now: () => 0, monotonic: () => monotonic })
    still.add(bound('p1'))
    monotonic = previewLifetime
    expect(code(() => still.take('p1', 'c1'))).toBe('preview_gone')
  })

  it('expires by the wall clock after the machine slept', () => {
    clock.jump(previewLifetime)
    expect(code(() => previews.take('p1', 'c1'))).toBe('preview_gone')
  })

  it('does not live longer if the wall clock is set back', () => {
    clock.jump(-3_600_000)
    clock.pass(previewLifetime)
    expect(code(() => previews.take('p1', 'c1'))).toBe('preview_gone')
  })

  it('is removed as the oldest one if there are too many', () => {
    for (let n = 0; n < 600; n += 1) previews.add(bound(`q${String(n)}`))
    expect(code(() => previews.take('p1', 'c1'))).toBe('preview_gone')
    expect(code(() => previews.take('q599', 'c1'))).toBe('taken')
    expect(code(() => previews.take('q100', 'c1'))).toBe('taken')
    expect(code(() => previews.take('q99', 'c1'))).toBe('preview_gone')
  })
})
