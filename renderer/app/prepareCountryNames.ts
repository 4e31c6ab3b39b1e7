/** Reads the names of countries in other languages before a typed text needs them, each part in a moment of its own. */
import { afterPaint } from '../lib/afterPaint.ts'

export async function prepareCountryNames(): Promise<void> {
  const { prepareSome } = await import('../lib/otherCountryNames.ts')
  do await afterPaint()
  while (prepareSome())
}
