/** Identifiers of the service as branded strings, so that the uid of an item can't be used as that of a customer. */
import * as z from 'zod'

/**
 * Whether the text can be a segment of a path: `.` and `..` would name another location, and an unpaired surrogate has
 * no encoding.
 */
export const fitsPath = (text: string): boolean => text !== '.' && text !== '..' && text.isWellFormed()
const uid = z.string().min(1).max(200).refine(fitsPath)

export const CustomerUid = uid.brand<'CustomerUid'>()
export type CustomerUid = z.infer<typeof CustomerUid>

export const ItemUid = uid.brand<'ItemUid'>()
export type ItemUid = z.infer<typeof ItemUid>

export const EsimUid = uid.brand<'EsimUid'>()
export type EsimUid = z.infer<typeof EsimUid>

export const InventoryItemId = uid.brand<'InventoryItemId'>()
export type InventoryItemId = z.infer<typeof InventoryItemId>

/** Integrated circuit card identifier: 18 to 22 digits in practice, stored as it came. */
export const Iccid = z.string().min(1).max(40).brand<'Iccid'>()
export type Iccid = z.infer<typeof Iccid>

/** Empty where the service sent none, or none that can be read: the profile has its uid. */
export const EsimIccid = z.string().max(40).brand<'Iccid'>()

export const Imsi = z.string().max(40).brand<'Imsi'>()

/** `WWW` for worldwide, an ISO2 code for one country, otherwise the identifier of a regional set (interface 2.2). */
export const CountrySetId = z.string().min(1).max(100).refine(fitsPath).brand<'CountrySetId'>()
export type CountrySetId = z.infer<typeof CountrySetId>
