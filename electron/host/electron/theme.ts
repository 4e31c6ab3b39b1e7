/** The theme of what Electron shows around the page: menus, dialogs, and the window until its page is drawn. */
import { nativeTheme } from 'electron'
import type { Theme } from '#shared/model/settings.ts'

/** The page's own colours: the build reads them from renderer/theme/tokens.css (build/pageColours.ts). */
declare const __PAGE_COLOURS__: { readonly light: string; readonly dark: string }

/** Once `app` is ready: the native theme needs the system's toolkit. */
export function setTheme(theme: Theme): void {
  nativeTheme.themeSource = theme
}

/** The colour that the page has in the theme that is shown now. */
export const pageColour = (): string => __PAGE_COLOURS__[nativeTheme.shouldUseDarkColors ? 'dark' : 'light']

/** The system's theme or the chosen one has changed. Returns a function that ends the subscription. */
export function onThemeChange(listener: () => void): () => void {
  nativeTheme.on('updated', listener)
  return () => void nativeTheme.off('updated', listener)
}
