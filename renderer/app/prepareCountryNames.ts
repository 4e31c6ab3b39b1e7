/** Reads the names of countries in other languages before a typed text needs them, each part in a moment of its own. */
import { afterPaint } from '../lib/afterPaint.ts'

export async function prepareCountryNames(): Promise<void> {
  const { preparations } = await import('../lib/otherCountryNames.ts')
  for (const prepare of preparations) {
    await afterPaint()
    prepare()
  }
}
