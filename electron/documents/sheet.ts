/** Builds the data of an eSIM's sheet from the service's answer. It is pure. */
import { handableLink, parseActivationCode, universalLink, defaultLinkHost } from '#shared/model/esim/activationCode.ts'
import { customerLanguage } from '../views/customerLanguage.ts'
import type { DocumentSettings } from '#shared/model/documents.ts'
import { esimState } from '#shared/model/esim/esimState.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { InstallationSheet, PackageStart, SheetPackage } from '#shared/model/esim/installation.ts'
import { automaticActivation, endOfItem, hasNothingToUse, itemPhase } from '#shared/model/package/itemPhase.ts'
import { coverageOfItems } from '#shared/model/package/coverage.ts'
import { toPackageSize } from '#shared/model/package/size.ts'
import { useOrder } from '../views/useOrder.ts'
import type { ItemPhase } from '#shared/model/customer/views.ts'
import { toValidity } from '#shared/model/package/validity.ts'
import type { WireActivatedItem, WireCustomerEntry, WireEsimProfile } from '#shared/wire/customer.ts'
import type { CountrySetId, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { qrPicture } from './qr.ts'

export interface SheetContext {
  /** Epoch milliseconds by the service's clock. */
  readonly now: number
  readonly documents: DocumentSettings
  /** The link host of the connection; null means the default one. */
  readonly linkHost: string | null
  /** Empty if it could not be read. */
  readonly inventory: readonly WireInventoryItem[]
  /** The country set for which this desk bought an item. */
  readonly countrySetOf: (itemUid: ItemUid) => CountrySetId | null
}

export function installationSheet(
  entry: WireCustomerEntry,
  esim: WireEsimProfile,
  { now, documents, linkHost, inventory, countrySetOf }: SheetContext,
): InstallationSheet {
  const parsed = parseActivationCode(esim.activationCode)
  const code = parsed.ok ? parsed.code : null
  const usable = usableItems(entry.activatedItems, now)
  return {
    customerUid: entry.customer.uid,
    customerEmail: entry.customer.email ?? null,
    esimUid: esim.uid,
    iccid: esim.iccid,
    state: esimState(esim.state),
    active: esim.active ?? null,
    code,
    problem: parsed.ok ? null : parsed.problem,
    qr: code === null ? null : qrPicture(code.text),
    links: {
      // A link carries the same code, so without a code there is no link either.
      apple: code === null ? null : handableLink(esim.appleUniversalLink),
      android: code === null ? null : universalLink(linkHost ?? defaultLinkHost, code),
      page: handableLink(esim.installationUrl),
    },
    packages: usable.map((item, at) => packageOf(item, now, at === 0)),
    countries: coverageOfItems(usable, inventory, countrySetOf).countries,
    nothingToUse: hasNothingToUse({
      items: entry.activatedItems.map((item) => ({ phase: itemPhase(item, now) })),
      unreadable: entry.unreadableParts ?? [],
      omittedItems: entry.omittedItems ?? 0,
    }),
    brand: documents.brand,
    language: customerLanguage(entry.customer) ?? documents.language,
    asOf: toInstant(now) ?? '',
  }
}

/**
 * Returns the packages in the order of their use and those that wait for a request, without refunded, empty and expired
 * ones, which do not help the person who installs an eSIM.
 */
function usableItems(items: readonly WireActivatedItem[], now: number): WireActivatedItem[] {
  const byUid = new Map(items.map((item) => [item.uid, item]))
  const onRequest = items.filter((item) => itemPhase(item, now) === 'waiting_activation').map(({ uid }) => uid)
  return [...useOrder(items, now), ...onRequest].flatMap((uid) => byUid.get(uid) ?? [])
}

/** Before one that starts by itself there are only active ones and others that start by themselves. */
function starterOf(phase: ItemPhase, isFirst: boolean): PackageStart['by'] | null {
  if (phase === 'waiting_use') return isFirst ? 'use' : 'turn'
  return phase === 'waiting_activation' ? 'request' : null
}

function packageOf(item: WireActivatedItem, now: number, isFirst: boolean): SheetPackage {
  const { balance } = item
  const phase = itemPhase(item, now)
  const by = starterOf(phase, isFirst)
  return {
    name: balance.name === undefined || balance.name === '' ? null : balance.name,
    size: toPackageSize(balance.size),
    validity: toValidity(balance),
    expiresAt: phase === 'active' ? toInstant(endOfItem(item)) : null,
    start: by === null ? null : { by, latest: toInstant(automaticActivation(item)) },
  }
}
