/**
 * The theme of everything that Electron shows around the page: menus, dialogs, and the window until its page is drawn.
 */
import { nativeTheme } from 'electron'
import type { Theme } from '#shared/model/settings.ts'

/** The background colours of the page, which the build reads from renderer/theme/tokens.css (build/pageColours.ts). */
declare const __PAGE_COLOURS__: { readonly light: string; readonly dark: string }

/** Call this once `app` is ready, because the native theme needs the system's toolkit. */
export function setTheme(theme: Theme): void {
  nativeTheme.themeSource = theme
}

/** Returns the page's background colour in the current theme. */
export const pageColour = (): string => __PAGE_COLOURS__[nativeTheme.shouldUseDarkColors ? 'dark' : 'light']

/** Subscribes to changes of the theme. Returns the function that unsubscribes. */
export function onThemeChange(listener: () => void): () => void {
  nativeTheme.on('updated', listener)
  return () => void nativeTheme.off('updated', listener)
}
