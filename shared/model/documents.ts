/** What documents show of the reseller, and how the desk outputs them. */
import * as z from 'zod'
import { SheetLanguage } from '../sheet/language.ts'

/** A picture as a data URL. Only PNG and JPEG, so that it can contain neither a program nor an address. */
export const LogoData = z
  .string()
  .max(140_000)
  .regex(/^data:image\/(?:png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/)[A-Za-z0-9+/]*={0,2}$/)

export const Brand = z.strictObject({
  /** Empty if the sheet has no name. */
  name: z.string().trim().max(80),
  logo: LogoData.nullable(),
  colour: z.string().regex(/^#[0-9a-f]{6}$/),
  /** Where a customer finds help: one line or a few. */
  contact: z.string().trim().max(300),
})
export type Brand = z.infer<typeof Brand>

export const PageSize = z.enum(['A4', 'Letter'])
export type PageSize = z.infer<typeof PageSize>

export const DocumentSettings = z.strictObject({
  brand: Brand,
  pageSize: PageSize,
  /** Used if the customer's own language isn't known. */
  language: SheetLanguage,
})
export type DocumentSettings = z.infer<typeof DocumentSettings>

export const defaultDocuments: DocumentSettings = {
  brand: { name: '', logo: null, colour: '#3d48cc', contact: '' },
  pageSize: 'A4',
  language: 'en',
}
