/**
 * The path of each kind of money request (interface 4.9 to 4.13). Only a refund may have two, because the interface
 * leaves its path open.
 */
import { inOrder, type DialectMemory } from '../features/dialect.ts'
import type { MoneyKind, ServiceClient } from '../types.ts'

export function createMoneyRoutes(
  segment: string,
  dialect: DialectMemory,
): Pick<ServiceClient, 'moneyRoutes' | 'rememberMoneyRoute'> {
  const refundPlaces = (): readonly ['bare' | 'segment', 'bare' | 'segment'] =>
    inOrder(['bare', 'segment'], dialect.get().refund)
  return {
    moneyRoutes(kind: MoneyKind) {
      if (kind !== 'activate' && kind !== 'refund') return [`${segment}/activations/${kind}`]
      const path = `/activations/activated-items/{uid}/${kind}`
      return kind === 'activate'
        ? [segment + path]
        : refundPlaces().map((place) => (place === 'bare' ? path : segment + path))
    },
    rememberMoneyRoute(kind, route) {
      const place = refundPlaces()[route]
      if (kind === 'refund' && place !== undefined) dialect.learn({ refund: place })
    },
  }
}
