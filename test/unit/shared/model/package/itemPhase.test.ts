import { describe, expect, it } from 'vitest'
import {
  automaticActivation,
  endOfItem,
  isActivated,
  itemPhase,
} from '../../../../../shared/model/package/itemPhase.ts'
import { at, day, item, now, waiting } from '../things.ts'

const nothing = { sizeValue: 0, sizeUnit: 'GB' }

describe('the phase of an activated item (interface 3.2)', () => {
  it.each([
    ['active with data and time left', item(), 'active'],
    ['active without an end', item({ balance: { expiresAt: null } }), 'active'],
    ['active since a moment ago by a clock that is ahead', item({ balance: { activatedAt: at(0.001) } }), 'active'],
    ['its end is now', item({ balance: { expiresAt: at(0) } }), 'expired'],
    ['used up', item({ balance: { availableBalance: nothing } }), 'empty'],
    ['used up and over', item({ balance: { availableBalance: nothing, expiresAt: at(-1) } }), 'expired'],
    ['FIRST_USE before its first use', waiting('FIRST_USE'), 'waiting_use'],
    ['ON_DEMAND before it is started', waiting('ON_DEMAND'), 'waiting_activation'],
    ['a mode in other letters', waiting('first_use'), 'waiting_use'],
    [
      'inactive with an empty text for a date',
      waiting('ON_DEMAND', { balance: { activatedAt: '' } }),
      'waiting_activation',
    ],
    ['inactive, its data taken out again', waiting('ON_DEMAND', { balance: { availableBalance: nothing } }), 'empty'],
    ['inactive though NOW', waiting('NOW'), 'unknown'],
    ['inactive in a mode to come', waiting('ON_MONDAY'), 'unknown'],
    ['activated at a date that cannot be read', item({ balance: { activatedAt: 'yesterday' } }), 'unknown'],
    ['ending at a date that cannot be read', item({ balance: { expiresAt: 'tomorrow' } }), 'unknown'],
    ['refunded, whatever its other fields are', item({ status: 'Refunded' }), 'refunded'],
    ['refunded with blanks around it', item({ status: ' REFUNDED ' }), 'refunded'],
    ['in another state than refunded', item({ status: 'SOLD' }), 'active'],
    ['in no state', item({ status: null }), 'active'],
    ['a mode with blanks around it', waiting(' ON_DEMAND '), 'waiting_activation'],
    ['inactive with blanks for a date', waiting('ON_DEMAND', { balance: { activatedAt: '  ' } }), 'waiting_activation'],
    ['without an end, marked by blanks', item({ balance: { expiresAt: '  ' } }), 'active'],
    ['inactive without a mode', waiting('', { balance: { activationMode: null } }), 'unknown'],
  ])('%s', (_what, one, phase) => {
    expect(itemPhase(one, now)).toBe(phase)
  })

  it('never reads the automatic activation of an inactive item as an expiry', () => {
    const late = waiting('FIRST_USE', { balance: { expiresAt: at(-3) } })
    expect(itemPhase(late, now)).toBe('waiting_use')
    expect(endOfItem(late)).toBeNull()
    expect(automaticActivation(late)).toBe(now - 3 * day)
    expect(isActivated(late)).toBe(false)
  })

  it('never reads the end of an active item as an automatic activation', () => {
    expect(automaticActivation(item())).toBeNull()
    expect(endOfItem(item())).toBe(now + 29 * day)
  })
})
