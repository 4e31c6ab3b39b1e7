import { describe, expect, it } from 'vitest'
import { itemView } from '../../../../electron/views/itemView.ts'
import { ItemView } from '../../../../shared/model/customer/views.ts'
import { at, item, now, packageOf, waiting } from '../../shared/model/things.ts'

const context = { now, order: 1, inventory: [packageOf()], own: null, operationOpen: false }

describe('an item as the window shows it', () => {
  it('contains what the service sent, with money as a decimal string and the coverage as inferred', () => {
    const view = itemView(item(), context)
    expect(view).toMatchObject({
      phase: 'active',
      useOrder: 1,
      remainingShare: 1,
      purchasePrice: { amount: '4.50', currency: 'USD' },
      retailPrice: null,
      expiresAt: at(29),
      activatesBy: null,
      coverage: { certainty: 'probably', countrySet: 'EUROPE' },
    })
    expect(ItemView.parse(view)).toEqual(view)
  })

  it('shows the date of an inactive item as automatic activation and not as expiry', () => {
    expect(itemView(waiting('ON_DEMAND'), context)).toMatchObject({
      expiresAt: null,
      activatesBy: at(88),
      activatedAt: null,
      phase: 'waiting_activation',
    })
  })

  it('shows what is missing or empty as null', () => {
    const bare = item({
      metatag: '',
      salesChannel: null,
      purchasePrice: null,
      salesDate: null,
      balance: { name: '', activationMode: '' },
    })
    expect(itemView(bare, context)).toMatchObject({
      metatag: null,
      salesChannel: null,
      purchasePrice: null,
      salesDate: null,
      name: null,
      mode: null,
    })
  })

  it('shows present values unchanged, and only the typed part of a reference', () => {
    expect(
      itemView(
        item({ metatag: '01ARZ3NDEKTSV4RRFFQ69G5FAV order 7', retailPrice: { priceValue: 6, currencyCode: 'EUR' } }),
        context,
      ),
    ).toMatchObject({
      metatag: 'order 7',
      salesChannel: 'Reseller API',
      name: 'Europe 3 GB',
      mode: 'NOW',
      salesDate: at(-2),
      retailPrice: { amount: '6.00', currency: 'EUR' },
      activatedAt: at(-1),
    })
    expect(itemView(item({ metatag: null }), context).metatag).toBeNull()
  })

  it('forbids both actions while an operation is open', () => {
    const view = itemView(waiting('ON_DEMAND'), { ...context, own: null, operationOpen: true })
    expect([view.activate.possible, view.refund.possible]).toEqual([false, false])
  })
})
