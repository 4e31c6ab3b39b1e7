/** The decimal sign of an exported table. Where it is a comma, semicolons separate the cells. */
import * as z from 'zod'
import type { DeskLanguage } from '../language.ts'

export const DecimalSign = z.enum(['point', 'comma'])
export type DecimalSign = z.infer<typeof DecimalSign>

/** The sign that spreadsheets in this language expect. */
export const decimalSignOf = (language: DeskLanguage): DecimalSign =>
  new Intl.NumberFormat(language).format(0.5).includes(',') ? 'comma' : 'point'
