/**
 * How Naive UI looks here: its components take our tokens (theme/tokens.css) by reference, so that one set of overrides serves
 * both themes and a change of theme is the style sheet's alone. Only values of components: what stands under `common` is
 * computed with, and may not be a reference to a colour.
 */
import type { GlobalThemeOverrides } from 'naive-ui'

const line = (colour: string): string => `1px solid var(--${colour})`
const ring = (colour: string): string => `0 0 0 3px color-mix(in srgb, var(--${colour}) 24%, transparent)`
const inner = (colour: string): string => `inset 0 0 0 1px var(--${colour})`

export const naiveTheme: GlobalThemeOverrides = {
  common: {
    fontFamily: 'inherit',
    borderRadius: 'var(--radius-m)',
    fontSizeMedium: 'var(--text-m)',
    heightMedium: '32px',
  },
  Input: {
    paddingMedium: '0 11px',
    color: 'var(--surface-1)',
    colorHover: 'var(--surface-1)',
    colorFocus: 'var(--surface-1)',
    colorFocusError: 'var(--surface-1)',
    colorDisabled: 'var(--surface-2)',
    textColor: 'var(--text)',
    textColorDisabled: 'var(--text-muted)',
    placeholderColor: 'var(--text-faint)',
    placeholderColorDisabled: 'var(--text-faint)',
    suffixTextColor: 'var(--text-muted)',
    caretColor: 'var(--text)',
    caretColorError: 'var(--text)',
    border: line('line-strong'),
    borderHover: line('line-strong'),
    borderDisabled: line('line'),
    borderFocus: line('focus'),
    borderError: line('danger'),
    borderHoverError: line('danger'),
    borderFocusError: line('danger'),
    boxShadowFocus: ring('focus'),
    boxShadowFocusError: ring('danger'),
  },
  Radio: {
    color: 'var(--surface-1)',
    colorActive: 'var(--surface-1)',
    textColor: 'var(--text)',
    dotColorActive: 'var(--accent)',
    boxShadow: inner('line-strong'),
    boxShadowHover: inner('accent'),
    boxShadowActive: inner('accent'),
    boxShadowFocus: `${inner('accent')}, ${ring('focus')}`,
  },
  Message: {
    padding: 'var(--space-2) var(--space-4)',
    margin: '0 0 var(--space-2) 0',
    color: 'var(--text)',
    textColor: 'var(--surface-1)',
    boxShadow: 'var(--shadow-2)',
    fontSize: 'var(--text-m)',
    lineHeight: '20px',
  },
}
