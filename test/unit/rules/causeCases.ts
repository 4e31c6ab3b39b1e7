/** A customer for each cause, who has it. */
import type { CauseId } from '../../../renderer/rules/cause.ts'
import type { VerdictFacts } from '../../../renderer/rules/facts.ts'
import { at, item, packageOf, waiting } from '../shared/model/things.ts'
import { ended, endsIn, factsOf, gigabytes, operation, released, seen, used, usedUp } from './cases.ts'

const strange = item({ uid: 'item-strange', balance: { activatedAt: 'yesterday' } })
const throttledEvery = (interval: string): Parameters<typeof factsOf>[2] => ({
  context: {
    inventory: [
      packageOf({
        extendedDataPolicy: {
          type: 'standard',
          resetType: 'timeInterval',
          interval,
          fixedTime: '00:00',
          throttleSpeed: '512 KB/s',
          totalHighSpeedVolume: gigabytes(1),
        },
      }),
    ],
  },
})

export const causeCases: Readonly<Record<CauseId, VerdictFacts>> = {
  unconfirmed: factsOf([item()], [seen(0)], { operations: [operation()] }),
  noEsim: factsOf([item()], []),
  esimsReplaced: factsOf([item()], [seen(0, { active: false })]),
  esimError: factsOf([item()], [seen(0, { state: 'ERROR' })]),
  wrongCountry: factsOf([item({ balance: { name: 'Portugal 3 GB' } })], [seen(0)], { country: 'JP' }),
  packageUnknown: factsOf([strange], [seen(0)]),
  nothingSold: factsOf([], [seen(0)]),
  refunded: factsOf([item({ status: 'Refunded' })], [seen(0)]),
  usedUp: factsOf([usedUp], [seen(0)]),
  expired: factsOf([item({ balance: { expiresAt: at(-10), availableBalance: gigabytes(0) } })], [seen(9)]),
  expiredWithData: factsOf([ended], [seen(9)]),
  disabled: factsOf([used], [seen(1, { state: 'DISABLED' })]),
  deviceNotListed: factsOf([item()], [released()], { device: { name: 'Fairphone 9', listed: false } }),
  removed: factsOf([item()], [released({ lastSeen: at(-3) })]),
  notInstalled: factsOf([item()], [released()]),
  soldJustNow: factsOf([item({ salesDate: at(-0.02) })], [released()]),
  esimUnknown: factsOf([item()], [seen(0, { state: 'HIBERNATING' })]),
  esimStateMissing: factsOf([item()], [seen(0, { state: null })]),
  waitingActivation: factsOf([waiting('ON_DEMAND')], [seen(0)]),
  waitingUseSeen: factsOf([waiting('FIRST_USE')], [seen(1)]),
  neverSeen: factsOf([item()], [seen(0, { lastSeen: null })]),
  waitingUseUnseen: factsOf([waiting('FIRST_USE')], [seen(3)]),
  waitingUse: factsOf([waiting('FIRST_USE')], [seen(0, { lastSeen: null })], {
    visits: [{ iccid: null, country: 'DE', at: at(-5) }],
  }),
  coverageUnknown: factsOf([item({ balance: { name: null, availableBalance: gigabytes(1) } })], [seen(0)], {
    country: 'FR',
  }),
  lowData: factsOf([item({ balance: { availableBalance: { sizeValue: 85, sizeUnit: 'MB' } } })], [seen(0)]),
  throttledDaily: factsOf([used], [seen(0)], throttledEvery('24h')),
  throttled: factsOf([used], [seen(0)], throttledEvery('72h')),
  notSeenLately: factsOf([used], [seen(4)]),
  noDataUsed: factsOf([item()], [seen(0)]),
  fine: factsOf([used], [seen(0)]),
  unclear: factsOf([used], [seen(0, { lastSeen: null })]),
  endsSoon: factsOf([endsIn(5 / 24)], [seen(0)]),
  otherEsimError: factsOf([used], [seen(0), released({ state: 'ERROR' })]),
  otherEsimNotInstalled: factsOf([used], [seen(0), released()]),
  otherPackageUnknown: factsOf([used, strange], [seen(0)]),
  otherWaitingActivation: factsOf([used, waiting('ON_DEMAND', { uid: 'item-2' })], [seen(0)]),
}
