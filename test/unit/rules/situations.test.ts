/** Situations of a support call that are neither of the eSIM, of a package nor of the country alone. */
import { expect, test } from 'vitest'
import { holdingsOf } from '#shared/model/package/holdings.ts'
import { verdictOf } from '../../../renderer/rules/verdict.ts'
import { CountrySetId, Iccid } from '#shared/wire/ids.ts'
import { at, item, now, waiting } from '../shared/model/things.ts'
import { connected, factsOf, gigabytes, idsOf, main, operation, released, seen, used, usedUp } from './cases.ts'

test('an unconfirmed operation comes first and is checked', () => {
  const open = operation()
  expect(main(factsOf([used], [seen(0)], { operations: [open] }))).toMatchObject({
    id: 'unconfirmed',
    severity: 'warn',
    values: { operation: { type: 'operation', kind: 'refund' }, package: { name: 'Europe 3 GB' } },
    action: { kind: 'check', operationId: open.id },
  })
  for (const state of ['CONFIRMED', 'REJECTED', 'NOT_SENT', 'NOT_APPLIED', 'SENDING'] as const)
    expect(main(factsOf([used], [seen(0)], { operations: [operation({ state })] })).id).toBe('fine')
  expect(main(factsOf([used], [seen(0)], { operations: [operation({ current: false })] })).action).toBeNull()
})

test('a device that is not on the list matters until the eSIM is installed', () => {
  const device = { name: 'Nokia 3310', listed: false }
  expect(main(factsOf([item()], [released()], { device }))).toMatchObject({
    id: 'deviceNotListed',
    doubts: ['deviceListIncomplete'],
  })
  expect(main(factsOf([item()], [released()], { device: { ...device, listed: true } })).id).toBe('notInstalled')
  expect(main(factsOf([used], [seen(0)], { device })).id).toBe('fine')
})

test('an eSIM that was not on a network for days is named with the day', () => {
  expect(main(factsOf([used], [seen(4)]))).toMatchObject({ id: 'notSeenLately', values: { day: { at: at(-4) } } })
  expect(main(factsOf([used], [seen(2)])).id).toBe('fine')
})

test('three days are lately, and more are not', () => {
  expect(idsOf(factsOf([used], [seen(3)]))).toEqual(['fine'])
  expect(idsOf(factsOf([used], [seen(3.01)]))).toEqual(['notSeenLately'])
})

test('of several eSIMs the one that was seen last counts, whichever is listed first', () => {
  const facts = factsOf([used], [seen(6), released({ state: 'INSTALLED', lastSeen: at(-4) })])
  for (const esims of [facts.view.esims, facts.view.esims.toReversed()])
    expect(main({ ...facts, view: { ...facts.view, esims } })).toMatchObject({
      id: 'notSeenLately',
      values: { day: { type: 'day', at: at(-4) } },
    })
})

test('an eSIM need not be on a network while the customer has no data', () => {
  expect(idsOf(factsOf([usedUp], [seen(4)]))).toEqual(['usedUp'])
})

test.each([
  [-1, ['unclear']],
  [-3, ['unclear']],
  [-3.01, ['notSeenLately']],
  [-5, ['notSeenLately']],
])('an event (%d days) is newer than what the service says of the network, but not one of days ago', (days, ids) => {
  const visits = [{ iccid: null, country: 'FR', at: at(days) }]
  expect(idsOf(factsOf([used], [seen(6)], { visits }))).toEqual(ids)
})

test.each([
  ['it is on a network', { connected: true, lastSeen: null }, 'fine'],
  ['it was on one yesterday', { connected: false, lastSeen: at(-1) }, 'fine'],
  ['it was on one days ago', { connected: false, lastSeen: at(-5) }, 'notSeenLately'],
  ['nothing', { connected: null, lastSeen: null }, 'notSeenLately'],
])('of an eSIM that was seen six days ago the service says: %s', (_what, reported, id) => {
  const connectivity = [connected({ country: 'FR', ...reported })]
  expect(main(factsOf([used], [seen(6)], { connectivity })).id).toBe(id)
})

test('an eSIM is named with the later of the two times that the service says', () => {
  const connectivity = [connected({ country: 'FR', connected: false, lastSeen: at(-5) })]
  expect(main(factsOf([used], [seen(6)], { connectivity }))).toMatchObject({ values: { day: { at: at(-5) } } })
})

test.each([
  ['never', null],
  ['before the sale', at(-30)],
])(
  'a package that did not start rests on the later of the two times: the eSIM itself was seen %s',
  (_when, lastSeen) => {
    const connectivity = [connected({ country: 'FR' })]
    const cause = main(factsOf([waiting('FIRST_USE')], [seen(0, { lastSeen })], { connectivity }))
    expect(cause).toMatchObject({ id: 'waitingUseSeen' })
    expect(cause.evidence).toContainEqual({ field: 'lastSeen', value: { type: 'day', at: at(0) }, at: null })
  },
)

test('of several eSIMs, a package that did not start rests on the one that was seen last', () => {
  const esims = [seen(9), released({ state: 'INSTALLED', lastSeen: at(-1) })]
  const cause = main(factsOf([waiting('FIRST_USE')], esims))
  expect(cause).toMatchObject({ id: 'waitingUseSeen' })
  expect(cause.evidence).toContainEqual({ field: 'lastSeen', value: { type: 'day', at: at(-1) }, at: null })
})

test('what the service says of another eSIM changes nothing', () => {
  const connectivity = [connected({ country: 'FR', iccid: Iccid.parse('8948010000000000999') })]
  expect(main(factsOf([used], [seen(6)], { connectivity })).id).toBe('notSeenLately')
})

test('what is unclear rests on the first eSIM alone', () => {
  const esims = [seen(0, { lastSeen: null }), released({ state: 'INSTALLED' })]
  expect(main(factsOf([used], esims))).toMatchObject({
    id: 'unclear',
    evidence: [{ field: 'esimState' }, { field: 'lastSeen' }],
  })
})

test('a cause that there is once has its id as its key, and one of several eSIMs has that of the eSIM as well', () => {
  const causes = verdictOf(factsOf([used], [seen(0), released()]))
  expect(causes.map(({ key }) => key)).toEqual(['fine', 'otherEsimNotInstalled 8948010000000000025'])
})

test('green is only what the service says of the present: on a network now, in a country that a package covers', () => {
  const cause = (more: Parameters<typeof factsOf>[2] = {}, esims: readonly unknown[] = [seen(0.1)]) =>
    main(factsOf([used], esims, more))
  const inFrance = { connectivity: [connected({ country: 'FR' })] }
  const values = { left: { size: { value: 1.5, unit: 'GB' } } }
  expect(cause(inFrance)).toMatchObject({ id: 'fine', severity: 'ok', headline: 'fineProbably', values })
  const known = { context: { countrySetOf: () => CountrySetId.parse('FR') } }
  expect(cause({ ...inFrance, ...known })).toMatchObject({ severity: 'ok', headline: 'fine' })
  const neutral = { id: 'fine', severity: 'info' }
  expect(cause()).toMatchObject({ ...neutral, headline: 'noFault', values: { ...values, ago: { at: at(-0.1) } } })
  expect(cause({ ...inFrance, context: { source: 'directory' } })).toMatchObject({
    ...neutral,
    headline: 'noFaultSeen',
  })
  // What was so an hour ago, or is not reported, proves nothing.
  for (const reported of [{ connected: false }, { connected: null }, { asOf: at(-1 / 24) }])
    expect(cause({ connectivity: [connected({ country: 'FR', ...reported })] })).toMatchObject(neutral)
  expect(cause({ country: 'FR' })).toMatchObject({ ...neutral, headline: 'noFaultSeen' })
  expect(cause({ ...inFrance, country: 'PT' })).toMatchObject(neutral)
})

test('of two eSIMs in use, one that was never on a network is named, and nothing is green', () => {
  const never = seen(0, { uid: 'esim-2', iccid: '8948010000000000033', lastSeen: null })
  const more = { connectivity: [connected({ country: 'FR' })] }
  expect(main(factsOf([used], [seen(0.1), never], more))).toMatchObject({
    id: 'fine',
    severity: 'info',
    headline: 'noFaultWhichPhone',
    values: { iccid: { text: '8948010000000000033' } },
  })
  const seenToo = seen(1, { uid: 'esim-2', iccid: '8948010000000000033' })
  expect(main(factsOf([used], [seen(0.1), seenToo], more)).severity).toBe('ok')
})

test('that nothing was ever used is reported of an eSIM that was on a network a while after its package started', () => {
  const started = (days: number, parts: Parameters<typeof item>[0] = {}) =>
    item({ ...parts, balance: { activatedAt: at(days), ...parts.balance } })
  const found = (items: readonly unknown[], esims: readonly unknown[] = [seen(0)]) => idsOf(factsOf(items, esims))
  expect(found([started(-1)])).toEqual(['noDataUsed'])
  const there = { next: 'waitingUseThere', answer: 'noDataUsedThere', doubts: ['coverageFromName'] }
  expect(main(factsOf([started(-1)], [seen(0)], { country: 'FR' }))).toMatchObject(there)
  expect(found([started(-1)], [seen(2 + 20 / 24)])).toEqual(['fine'])
  expect(found([started(-4)], [seen(2 + 20 / 24)])).toEqual(['noDataUsed'])
  expect(found([started(-0.02)])).toEqual(['fine'])
  const rounded = { size: { sizeValue: 3072, sizeUnit: 'MB' }, availableBalance: gigabytes(3) }
  expect(found([started(-1, { balance: rounded })])).toEqual(['fine'])
  expect(found([started(-1), { ...usedUp, uid: 'item-2' }])).toEqual(['fine'])
  expect(idsOf(factsOf([started(-1)], [seen(0)], { context: { source: 'directory' } }))).toEqual(['fine'])
})

test('nothing is claimed about packages and profiles that could not be read at all', () => {
  const broken = { uid: 'item-9', balance: 'none' }
  expect(idsOf(factsOf([usedUp, broken], [seen(0)]))).toEqual(['packageUnknown'])
  expect(idsOf(factsOf([broken], [seen(0)]))).toEqual(['packageUnknown'])
  expect(main(factsOf([used, broken], [seen(0)]))).toMatchObject({ id: 'fine', severity: 'info' })
  expect(idsOf(factsOf([used], [{ uid: [7], iccid: [] }]))).toEqual(['unclear'])
})

test.each([
  ['an eSIM failed', factsOf([used], [seen(0.1), released({ state: 'ERROR' })]), 'otherEsimError'],
  [
    'a package cannot be read',
    factsOf([used, item({ uid: 'item-2', balance: { activationMode: 'LATER', activatedAt: null } })], [seen(0.1)]),
    'otherPackageUnknown',
  ],
])('it is not green while %s', (_what, facts, also) => {
  expect(idsOf(facts)).toEqual(['fine', also])
  expect(main(facts).severity).toBe('info')
})

test('no package is reported as missing while the inventory is', () => {
  const facts = factsOf([used], [seen(0)], { inventory: null, country: 'JP' })
  expect(main(facts)).toMatchObject({ id: 'wrongCountry', next: 'wrongCountryLook', action: null })
})

test.each([
  ['days ago', [at(-5)], [used]],
  [
    'before a package in use was started by its use',
    [at(-2)],
    [item({ balance: { activationMode: 'FIRST_USE', activatedAt: at(-1) } })],
  ],
] as const)('an event from %s says nothing about where the customer is', (_when, [time], items) => {
  const visits = [{ iccid: null, country: 'JP', at: time }]
  expect(idsOf(factsOf(items, [seen(0)], { visits }))).not.toContain('wrongCountry')
})

test.each(['NOW', 'ON_DEMAND'])('a package that was started by hand (%s) leaves where the customer is', (mode) => {
  const items = [item({ balance: { activationMode: mode, activatedAt: at(-0.01) } })]
  const visits = [{ iccid: null, country: 'JP', at: at(-0.1) }]
  expect(main(factsOf(items, [seen(0)], { visits })).id).toBe('wrongCountry')
})

test('an eSIM is not certainly missing on the device while another one is unknown', () => {
  const other = seen(1, { state: 'ASLEEP', iccid: '8948010000000000025' })
  expect(verdictOf(factsOf([item()], [released(), other])).find(({ id }) => id === 'notInstalled')).toMatchObject({
    severity: 'warn',
    doubts: ['otherEsimUnknown'],
  })
})

test('an eSIM whose data was used up was on a network', () => {
  expect(idsOf(factsOf([usedUp, waiting('FIRST_USE')], [seen(0, { lastSeen: null })]))).not.toContain('neverSeen')
})

test('an unconfirmed refund is not called an order', () => {
  const operations = [operation({ kind: 'refund', state: 'UNKNOWN' })]
  expect(main(factsOf([item()], [seen(0)], { operations }))).toMatchObject({ id: 'unconfirmed', answer: 'refundOpen' })
})

test('what can be used is the least that there is while a package can’t be read', () => {
  const { view } = factsOf([item()], [])
  expect(holdingsOf(view, now).unreadable).toBe(false)
  expect(holdingsOf({ ...view, omittedItems: 1 }, now).unreadable).toBe(true)
})
