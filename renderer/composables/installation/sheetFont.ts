/** Letters that the window's own face hasn't got: bundled, and loaded with the first sheet that needs them. */

const loaders: Readonly<Partial<Record<string, () => Promise<readonly FontFace[]>>>> = {
  ar: async () => (await import('../../fonts/arabic.ts')).faces,
  ja: async () => (await import('../../fonts/japanese.ts')).faces,
}
const loaded = new Set<string>()

/** The faces are there under the name `Sheet xx` afterwards; the browser fetches the parts of them that are drawn. */
export async function loadSheetFont(locale: string): Promise<void> {
  const language = locale.slice(0, 2)
  const load = loaders[language]
  if (load === undefined || loaded.has(language)) return
  for (const face of await load()) document.fonts.add(face)
  loaded.add(language)
}
