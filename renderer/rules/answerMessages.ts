/** The messages of the answers to customers in one language. */
import type { AnswerId } from './cause.ts'

export interface AnswerMessages {
  /** BCP 47 locale for formats, as that of the sheet. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** Stands for what is left of a package without a volume. */
  readonly unlimitedData: string
  readonly unnamedPackage: string
  /** Stand for one without a name, and for more than are named, in a sentence of which they are the object. */
  readonly yourPackage: string
  readonly yourPackages: string
  /** Stands for `{package}` where the customer has several of that name. It fits as a subject and as an object. */
  readonly onePackage: string
  /** Each may contain names of values in braces, such as `{package}`. */
  readonly answers: Readonly<Record<AnswerId, string>>
}
