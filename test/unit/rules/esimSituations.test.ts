/** Situations of the eSIM in a support call: which cause comes first, on what it rests, what its button does. */
import { describe, expect, test } from 'vitest'
import { esimCause } from '../../../renderer/rules/esimCause.ts'
import { verdictOf } from '../../../renderer/rules/verdict.ts'
import { Iccid } from '#shared/wire/ids.ts'
import { at, item, now, waiting } from '../shared/model/things.ts'
import { connected, factsOf, gigabytes, idsOf, main, released, seen, used } from './cases.ts'

describe('the eSIM', () => {
  test('was never installed: the QR code is sent', () => {
    const facts = factsOf([item()], [released()])
    expect(main(facts)).toMatchObject({
      id: 'notInstalled',
      severity: 'danger',
      section: '3.1',
      action: { kind: 'sendQr', esimUid: facts.view.esims[0]?.uid },
      evidence: [
        { field: 'esimState', value: { text: 'RELEASED' } },
        { field: 'lastSeen', value: null },
      ],
    })
  })

  test('was sold just now: that it is not installed is only a note for an hour, and not longer', () => {
    const sold = (hours: number) => item({ salesDate: at(-hours / 24) })
    const fresh = factsOf([sold(0.02)], [released()])
    expect(main(fresh)).toMatchObject({
      id: 'soldJustNow',
      severity: 'info',
      answer: 'notInstalled',
      action: { kind: 'sendQr', esimUid: fresh.view.esims[0]?.uid },
    })
    expect(main(fresh).evidence.map(({ field }) => field)).toEqual(['esimState', 'lastSeen', 'sold'])
    expect(idsOf(fresh)).not.toContain('notInstalled')
    expect(main(factsOf([sold(0.9)], [released()])).id).toBe('soldJustNow')
    expect(main(factsOf([sold(1.1)], [released()])).id).toBe('notInstalled')
    // A customer who had a package before had the time to install the eSIM.
    expect(main(factsOf([sold(0.02), sold(48)], [released()])).id).toBe('notInstalled')
    expect(main(factsOf([sold(0.02), { ...sold(48), status: 'Refunded' }], [released()])).id).toBe('soldJustNow')
    expect(main(factsOf([item({ salesDate: null })], [released()])).id).toBe('notInstalled')
    // A profile that was installed and removed is no new one, and another one that can't be read is a doubt.
    expect(main(factsOf([sold(0.02)], [released({ lastSeen: at(-0.01) })])).id).toBe('removed')
    const unsure = factsOf([sold(0.02)], [released(), released({ iccid: '8948010000000000033', state: 'ASLEEP' })])
    expect(main(unsure)).toMatchObject({ id: 'soldJustNow', severity: 'warn', doubts: ['otherEsimUnknown'] })
  })

  test('is not new to a customer of whom nothing, or not everything, is known to be sold just now', () => {
    const fresh = item({ salesDate: at(-0.001) })
    const id = (...facts: Parameters<typeof factsOf>) =>
      idsOf(factsOf(...facts)).find((each) => each === 'notInstalled' || each === 'soldJustNow')
    expect(id([fresh], [released()])).toBe('soldJustNow')
    expect(id([], [released()])).toBe('notInstalled')
    expect(id([fresh, { uid: 'item-9', balance: 'none' }], [released()])).toBe('notInstalled')
    expect(id([fresh], [released()], { entry: { omittedItems: 3 } })).toBe('notInstalled')
    // Clocks differ, so a sale may be a little later than now.
    expect(id([item({ salesDate: at(0.001) })], [released()])).toBe('soldJustNow')
    expect(id([item({ salesDate: new Date(now - 60 * 60 * 1000).toISOString() })], [released()])).toBe('notInstalled')
  })

  test('was removed from the device: the limit of installations is named', () => {
    expect(main(factsOf([used], [released({ lastSeen: at(-6) })]))).toMatchObject({
      id: 'removed',
      values: { max: { count: 5 } },
      action: { kind: 'sendQr' },
    })
  })

  test('was probably replaced if another profile is inactive, or data was used that this one did not use', () => {
    const cause = (...given: Parameters<typeof factsOf>) => main(factsOf(...given))
    const old = seen(6, { uid: 'esim-2', active: false })
    const replaced = { id: 'notInstalled', headline: 'replaced', answer: 'replaced', severity: 'danger' }
    expect(cause([item()], [released(), old])).toMatchObject({
      ...replaced,
      evidence: expect.arrayContaining([{ field: 'esimActive', value: { type: 'count', count: 1 }, at: null }]),
    })
    expect(cause([used], [released()])).toMatchObject(replaced)
    expect(cause([item()], [released()])).toMatchObject({ headline: 'notInstalled', answer: 'notInstalled' })
    // What was on a network itself may have used it, and so may an eSIM that is not listed.
    expect(cause([used], [released({ lastSeen: at(-6) })])).toMatchObject({ headline: 'removed' })
    expect(cause([used], [released()], { entry: { omittedEsims: 1 } })).toMatchObject({ headline: 'notInstalled' })
    const rounded = { size: { sizeValue: 3072, sizeUnit: 'MB' }, availableBalance: gigabytes(3) }
    expect(cause([item({ balance: rounded })], [released()]).headline).toBe('notInstalled')
    const mails = [{ iccid: '8948010000000000025', at: at(-0.1) }]
    expect(cause([used], [released()], { mails })).toMatchObject({
      headline: 'replaced',
      answer: 'notInstalledMailed',
    })
  })

  test('was never on a network', () => {
    expect(main(factsOf([item()], [seen(0, { lastSeen: null })]))).toMatchObject({ id: 'neverSeen', severity: 'warn' })
  })

  test.each([
    ['data was used', factsOf([used], [seen(0, { lastSeen: null })])],
    [
      'an event named a country',
      factsOf([item()], [seen(0, { lastSeen: null })], {
        visits: [{ iccid: '8948010000000000017', country: 'FR', at: at(-1) }],
      }),
    ],
  ])('is not reported as never on a network if %s', (_why, facts) => {
    expect(idsOf(facts)).toEqual(['unclear'])
  })

  test.each([
    ['it is on a network', { connected: true, lastSeen: null }, 'fine'],
    ['it was on a network lately', { connected: false, lastSeen: at(-1) }, 'fine'],
    ['it was on a network', { connected: false, lastSeen: at(-9) }, 'notSeenLately'],
    ['it may be on a network still', { connected: null, lastSeen: at(-9) }, 'notSeenLately'],
    ['it is on no network', { connected: false, lastSeen: null }, 'neverSeen'],
    ['nothing', { connected: null, lastSeen: null }, 'neverSeen'],
  ])('was on a network, or never, as the service says of its connection: %s', (_what, reported, id) => {
    const connectivity = [connected({ country: 'FR', ...reported })]
    // Of a package of which data was used, an eSIM must have been on a network.
    const sold = id === 'neverSeen' ? item() : used
    expect(idsOf(factsOf([sold], [seen(0, { lastSeen: null })], { connectivity }))).toEqual([id])
  })

  test('is fine on a network of the moment, although the customer names no time', () => {
    const connectivity = [connected({ country: 'FR', lastSeen: null })]
    expect(main(factsOf([used], [seen(0, { lastSeen: null })], { connectivity }))).toMatchObject({
      id: 'fine',
      severity: 'ok',
      headline: 'fineProbably',
      evidence: expect.arrayContaining([
        { field: 'lastSeen', value: { type: 'day', at: at(0) }, at: null },
        { field: 'connectivity', value: { type: 'country', code: 'FR' }, at: at(0) },
      ]),
    })
    // A report about another eSIM, or about one that is not installed, says nothing about this one.
    const other = connected({ country: 'FR', iccid: Iccid.parse('8948010000000000033') })
    expect(idsOf(factsOf([used], [seen(0, { lastSeen: null })], { connectivity: [other] }))).toEqual(['unclear'])
    expect(main(factsOf([used], [seen(0, { state: 'DISABLED' })], { connectivity })).id).toBe('disabled')
  })

  test('was on a network since the sale if its connection says so', () => {
    const facts = factsOf([waiting('FIRST_USE')], [seen(0, { lastSeen: null })], {
      connectivity: [connected({ country: 'JP', lastSeen: null })],
    })
    expect(idsOf(facts)).toContain('waitingUseSeen')
    expect(idsOf(facts)).not.toContain('waitingUseUnseen')
  })

  test('failed to install: a new one is needed', () => {
    expect(main(factsOf([used], [seen(0, { state: 'ERROR', lastSeen: null })]))).toMatchObject({
      id: 'esimError',
      severity: 'danger',
      action: { kind: 'ticket', question: 'replaceEsim' },
    })
  })

  test('is switched off in the device', () => {
    expect(main(factsOf([used], [seen(1, { state: 'DISABLED' })]))).toMatchObject({ id: 'disabled', action: null })
  })

  test('has a state that the desk does not know, or none', () => {
    expect(main(factsOf([item()], [seen(0, { state: 'HIBERNATING' })]))).toMatchObject({
      id: 'esimUnknown',
      severity: 'warn',
      values: { state: { text: 'HIBERNATING' } },
    })
    for (const state of [null, '', '  '])
      expect(main(factsOf([item()], [seen(0, { state })])).id).toBe('esimStateMissing')
  })

  test('is missing, or every profile was replaced', () => {
    expect(main(factsOf([item()], []))).toMatchObject({ id: 'noEsim', action: { question: 'missingEsim' } })
    expect(main(factsOf([item()], [seen(0, { active: false })]))).toMatchObject({ id: 'esimsReplaced' })
  })
})

test.each([
  ['is wrong', 'installed', null, 'neverSeen'],
  ['is known to be wrong', 'installed', at(-1), null],
  ['is wrong', 'released', null, 'notInstalled'],
  ['is wrong', 'released', at(-1), 'removed'],
] as const)('something %s with an eSIM that is %s and was seen at %s', (_what, state, lastSeen, cause) => {
  expect(esimCause({ state, raw: state, lastSeen })).toBe(cause)
})

test('nobody is asked to install an eSIM for packages that were all refunded', () => {
  const refunded = item({ status: 'Refunded' })
  const installing = (ids: readonly string[]): readonly string[] =>
    ids.filter((id) => /otInstalled|soldJustNow/.test(id))
  const justNow = item({ status: 'Refunded', salesDate: at(-0.01) })
  for (const items of [[refunded], [justNow], [refunded, { ...refunded, uid: 'second' }]]) {
    expect(idsOf(factsOf(items, [released()]))).toEqual(['refunded'])
    expect(installing(idsOf(factsOf(items, [seen(0), released()])))).toEqual([])
  }
  // One that is left, or may be, is a reason.
  expect(installing(idsOf(factsOf([refunded, item({ uid: 'left' })], [released()])))).toEqual(['notInstalled'])
  expect(installing(idsOf(factsOf([refunded], [released()], { entry: { omittedItems: 1 } })))).toEqual(['notInstalled'])
  expect(installing(idsOf(factsOf([], [released()])))).toEqual(['notInstalled'])
})

test.each([
  ['that is not installed', [released()], 'topUpNotInstalled', 'topUp'],
  ['that was removed', [released({ lastSeen: at(-3) })], 'topUpRemoved', 'topUp'],
  ['that is switched off', [seen(1, { state: 'DISABLED' })], 'topUpNotOn', 'topUp'],
  ['that failed', [seen(1, { state: 'ERROR' })], 'topUpNewEsim', 'topUp'],
  ['that was replaced', [seen(1, { active: false })], 'topUpNewEsim', 'topUp'],
  ['that does not exist', [], 'topUpNewEsim', 'topUp'],
  ['whose state is unknown', [seen(1, { state: 'HIBERNATING' })], 'topUpNotOn', 'topUp'],
  ['that was never seen', [seen(0, { lastSeen: null })], 'refunded', 'topUp'],
] as const)(
  'of an eSIM %s nothing is asked if everything was refunded, but before a sale',
  (_what, esims, next, action) => {
    const refunded = [item({ status: 'Refunded' })]
    expect(idsOf(factsOf(refunded, esims))).toEqual(['refunded'])
    const cause = main(factsOf(refunded, esims))
    expect(cause).toMatchObject({ next, answer: 'refunded', action: { kind: action } })
    expect(cause.values['max']).toEqual(next === 'topUpRemoved' ? { type: 'count', count: 5 } : undefined)
  },
)

describe('an eSIM that is not installed, and whose QR code was e-mailed lately', () => {
  const mail = (iccid = '') => ({ iccid, at: at(-0.1) })
  const own = mail(released().iccid)

  test.each([
    ['notInstalled', item()],
    ['soldJustNow', item({ salesDate: at(-0.01) })],
  ])('%s: that mail is looked for before another one is sent', (id, sold) => {
    const cause = main(factsOf([sold], [released()], { mails: [own] }))
    expect(cause).toMatchObject({
      id,
      next: 'notInstalledMailed',
      answer: 'notInstalledMailed',
      action: { kind: 'sendQr', esimUid: released().uid, again: true },
    })
    expect(cause.evidence).toContainEqual({ field: 'mailed', value: { type: 'day', at: own.at }, at: null })
  })

  test('another eSIM than the one that works: that mail is looked for, too', () => {
    const other = released({ uid: 'other', iccid: '8948010000000000033' })
    const mails = [mail(other.iccid)]
    const cause = verdictOf(factsOf([item()], [seen(0), other], { mails })).find(
      ({ id }) => id === 'otherEsimNotInstalled',
    )
    expect(cause).toMatchObject({ next: 'notInstalledMailed', answer: 'notInstalledMailed', action: { again: true } })
  })

  test('a mail for another eSIM, or one that was removed from the phone, changes nothing', () => {
    const other = main(factsOf([item()], [released()], { mails: [mail('8948010000000000017')] }))
    expect(other).toMatchObject({ next: 'notInstalled', answer: 'notInstalled' })
    expect(other.action).not.toHaveProperty('again')
    const removed = main(factsOf([used], [released({ lastSeen: at(-6) })], { mails: [own] }))
    expect(removed).toMatchObject({ id: 'removed', next: 'removed' })
  })
})
