/**
 * The fonts for scripts that the window's own font does not cover. They are bundled and loaded with the first sheet
 * that needs them.
 */

const loaders: Readonly<Partial<Record<string, () => Promise<readonly FontFace[]>>>> = {
  ar: async () => (await import('../../fonts/arabic.ts')).faces,
  ja: async () => (await import('../../fonts/japanese.ts')).faces,
}
const loaded = new Map<string, Promise<void>>()

export const sheetFont = (locale = 'en'): string => `'Inter Variable', 'Sheet ${locale.slice(0, 2)}', sans-serif`

/** Loads the fonts under the name `Sheet xx`. The browser fetches only the parts of them that are drawn. */
export function loadSheetFont(locale: string): Promise<void> {
  const language = locale.slice(0, 2)
  const known = loaded.get(language) ?? add(loaders[language])
  loaded.set(language, known)
  return known.catch((thrown: unknown) => {
    loaded.delete(language)
    throw thrown
  })
}

async function add(load: (typeof loaders)[string]): Promise<void> {
  for (const face of (await load?.()) ?? []) document.fonts.add(face)
}
