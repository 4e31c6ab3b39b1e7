/**
 * Provides fresh targets for operations of every kind. What a target needs is bought first through the portal, not
 * through the desk. Packages, country sets, modes and e-mail addresses vary from one target to the next.
 */
import type { OperationKind } from '#shared/model/operation/operation.ts'
import { isPurchaseKind } from '#shared/model/operation/purchase.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { ActivationMode } from '#shared/wire/activationMode.ts'
import type { SandboxInfo } from '../../electron/sandbox/index.ts'
import { control, type LedgerRow } from '../support/control.ts'
import { portal } from '../support/portal.ts'
import type { TargetInput } from './desk.ts'

export const kinds = [
  'register',
  'top-up',
  'top-up-with-profile',
  'activate',
  'refund',
] as const satisfies readonly OperationKind[]

/** The sandbox's names of the same kinds. */
export const endpoints = {
  register: 'register',
  'top-up': 'topUp',
  'top-up-with-profile': 'topUpWithProfile',
  activate: 'activate',
  refund: 'refund',
} as const satisfies Record<OperationKind, LedgerRow['kind']>

/** Restricts a fault to the money request of this target, if it has an item. */
export const whereOf = (target: TargetInput): { readonly where?: string } =>
  'itemUid' in target ? { where: target.itemUid } : {}

export interface TargetSource {
  readonly next: (kind: OperationKind) => Promise<TargetInput>
}

const largeCredits = 900_000
const isWide = ({ countrySet }: WireInventoryItem): boolean => !/^[A-Z]{2}$/.test(countrySet ?? '')
const costsCredits = ({ active, amount, prices }: WireInventoryItem): boolean =>
  active !== false &&
  !amount &&
  (prices ?? []).some(({ priceValue, currencyCode }) => currencyCode === 'USD' && priceValue > 0)

/** Gives the account of the sandbox enough credits for every purchase. */
export async function createTargets(info: SandboxInfo): Promise<TargetSource> {
  await control(info).setCredits({ amount: largeCredits })
  let shop = await portal(info)
  const packages = (await shop.inventory()).filter(costsCredits)
  const wide = packages.filter(isWide)
  let count = 0

  const nth = (from: readonly WireInventoryItem[]): WireInventoryItem => {
    const pack = from[(count * 7) % from.length]
    if (pack === undefined) throw new Error('The sandbox sells nothing for credits')
    return pack
  }
  const buyInPortal = async (pack: WireInventoryItem, mode: ActivationMode) => {
    const order = { email: `buyer-${String(count)}@example.org`, inventoryItemId: pack.id, mode }
    return shop.register(order).catch(async () => {
      shop = await portal(info) // its token was revoked by a fault
      return shop.register(order)
    })
  }

  return {
    next: async (kind) => {
      count += 1
      const odd = count % 2 === 1
      if (!isPurchaseKind(kind)) {
        const { uid, itemUid } =
          kind === 'activate'
            ? await buyInPortal(nth(wide), odd ? 'ON_DEMAND' : 'FIRST_USE')
            : await buyInPortal(nth(packages), 'NOW')
        return { kind, customerUid: uid, itemUid }
      }
      const pack = nth(packages)
      const purchase = {
        inventoryItemId: pack.id,
        mode: odd ? ('NOW' as const) : ('FIRST_USE' as const),
        reference: `order ${String(count)}`,
      }
      if (kind === 'register')
        return {
          kind,
          ...purchase,
          userCountry: 'DE',
          userIp: '192.0.2.7',
          ...(odd ? { customerEmail: `new-${String(count)}@example.org` } : {}),
        }
      return { kind, ...purchase, customerUid: (await buyInPortal(pack, 'NOW')).uid }
    },
  }
}
