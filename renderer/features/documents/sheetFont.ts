/**
 * The fonts for scripts that the window's own font does not cover. They are bundled, and loaded with the first sheet
 * that has their letters in its sentences, in the name of a package, or of the reseller.
 */
interface ScriptFont {
  readonly letters: RegExp
  readonly load: () => Promise<{ readonly faces: readonly FontFace[] }>
}

const fonts: readonly ScriptFont[] = [
  { letters: /\p{Script=Arabic}/u, load: () => import('../../fonts/arabic.ts') },
  { letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, load: () => import('../../fonts/japanese.ts') },
]
const loaded = new Map<ScriptFont, Promise<void>>()

export const sheetFont = "'Inter Variable', 'Sheet ar', 'Sheet ja', sans-serif"

async function add({ load }: ScriptFont): Promise<void> {
  for (const face of (await load()).faces) document.fonts.add(face)
}

/** Loads the fonts that this text needs. The browser fetches only the parts of them that are drawn. */
export async function loadSheetFonts(text: string): Promise<void> {
  const needed = fonts.filter(({ letters }) => letters.test(text))
  await Promise.all(
    needed.map((font) => {
      const loading = loaded.get(font) ?? add(font)
      loaded.set(font, loading)
      return loading.catch((thrown: unknown) => {
        loaded.delete(font)
        throw thrown
      })
    }),
  )
}
