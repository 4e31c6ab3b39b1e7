/**
 * Subjects of every kind that nothing has touched: what they need is bought for them first, beside the desk, as the
 * reseller's web shop would. Their packages, sets, modes and e-mails change from one to the next.
 */
import type { OperationKind } from '#shared/model/operation.ts'
import { isPurchaseKind } from '#shared/model/purchase.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { ActivationMode } from '#shared/wire/activation.ts'
import type { SandboxInfo } from '../../electron/sandbox/index.ts'
import { control, type LedgerRow } from '../support/control.ts'
import { portal } from '../support/portal.ts'
import type { Wanted } from './desk.ts'

export const kinds = [
  'register',
  'top-up',
  'top-up-with-profile',
  'activate',
  'refund',
] as const satisfies readonly OperationKind[]

/** The same in the words of the sandbox. */
export const endpoints = {
  register: 'register',
  'top-up': 'topUp',
  'top-up-with-profile': 'topUpWithProfile',
  activate: 'activate',
  refund: 'refund',
} as const satisfies Record<OperationKind, LedgerRow['kind']>

/** Where a fault meets it alone: the call that moves its money. */
export const whereOf = (target: Wanted): { readonly where?: string } =>
  'itemUid' in target ? { where: target.itemUid } : {}

export interface Subjects {
  readonly next: (kind: OperationKind) => Promise<Wanted>
}

const plenty = 900_000
const isWide = ({ countrySet }: WireInventoryItem): boolean => !/^[A-Z]{2}$/.test(countrySet)
const costsCredits = ({ active, amount, prices }: WireInventoryItem): boolean =>
  active !== false &&
  !amount &&
  (prices ?? []).some(({ priceValue, currencyCode }) => currencyCode === 'USD' && priceValue > 0)

/** The account of this sandbox gets credits for whatever is bought. */
export async function createSubjects(info: SandboxInfo): Promise<Subjects> {
  await control(info).setCredits({ amount: plenty })
  let shop = await portal(info)
  const packs = (await shop.inventory()).filter(costsCredits)
  const wide = packs.filter(isWide)
  let made = 0

  const nth = (from: readonly WireInventoryItem[]): WireInventoryItem => {
    const pack = from[(made * 7) % from.length]
    if (pack === undefined) throw new Error('The sandbox sells nothing for credits')
    return pack
  }
  const bought = async (pack: WireInventoryItem, mode: ActivationMode) => {
    const order = { email: `buyer-${String(made)}@example.org`, inventoryItemId: pack.id, mode }
    return shop.register(order).catch(async () => {
      shop = await portal(info) // its token was revoked by a fault
      return shop.register(order)
    })
  }

  return {
    next: async (kind) => {
      made += 1
      const odd = made % 2 === 1
      if (!isPurchaseKind(kind)) {
        const { uid, itemUid } =
          kind === 'activate'
            ? await bought(nth(wide), odd ? 'ON_DEMAND' : 'FIRST_USE')
            : await bought(nth(packs), 'NOW')
        return { kind, customerUid: uid, itemUid }
      }
      const pack = nth(packs)
      const chosen = {
        inventoryItemId: pack.id,
        mode: odd ? ('NOW' as const) : ('FIRST_USE' as const),
        reference: `order ${String(made)}`,
      }
      if (kind === 'register')
        return {
          kind,
          ...chosen,
          userCountry: 'DE',
          userIp: '192.0.2.7',
          ...(odd ? { customerEmail: `new-${String(made)}@example.org` } : {}),
        }
      return { kind, ...chosen, customerUid: (await bought(pack, 'NOW')).uid }
    },
  }
}
