/** What the reseller puts on its documents, and how the desk hands them out. */
import * as z from 'zod'
import { SheetLanguage } from '../sheet/language.ts'

/** A picture inside the data: PNG or JPEG only, so that nothing in it can be a program or an address. */
export const LogoData = z
  .string()
  .max(140_000)
  .regex(/^data:image\/(?:png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/)[A-Za-z0-9+/]*={0,2}$/)

export const Brand = z.strictObject({
  /** Empty: the sheet carries no name. */
  name: z.string().trim().max(80),
  logo: LogoData.nullable(),
  colour: z.string().regex(/^#[0-9a-f]{6}$/),
  /** Where a customer finds help: a line or a few. */
  contact: z.string().trim().max(300),
})
export type Brand = z.infer<typeof Brand>

export const PageSize = z.enum(['A4', 'Letter'])
export type PageSize = z.infer<typeof PageSize>

export const DocumentSettings = z.strictObject({
  brand: Brand,
  pageSize: PageSize,
  /** Where the customer's own isn't known. */
  language: SheetLanguage,
})
export type DocumentSettings = z.infer<typeof DocumentSettings>

export const defaultDocuments: DocumentSettings = {
  brand: { name: '', logo: null, colour: '#3d48cc', contact: '' },
  pageSize: 'A4',
  language: 'en',
}
