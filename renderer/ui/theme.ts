/**
 * The theme of Naive UI. Its components take the window's tokens (theme/tokens.css) by reference, so that one set of
 * overrides serves both themes and only the style sheet changes them. Naive UI computes with the colours under
 * `common`: those can't be references, so only values of components are overridden.
 */
import type { GlobalThemeOverrides } from 'naive-ui'

const line = (colour: string): string => `1px solid var(--${colour})`
const ring = (colour: string): string => `0 0 0 3px color-mix(in srgb, var(--${colour}) 24%, transparent)`

type ButtonOverrides = NonNullable<GlobalThemeOverrides['Button']>

/** A filled button. Its border has no colour of its own. */
const filled = (name: 'Primary' | 'Error', fill: string, hover: string, text: string) =>
  Object.fromEntries(
    ['', 'Hover', 'Pressed', 'Focus', 'Disabled'].flatMap((state) => [
      [`color${state}${name}`, `var(--${state === 'Hover' || state === 'Pressed' ? hover : fill})`],
      [`textColor${state}${name}`, `var(--${text})`],
      [`border${state}${name}`, '1px solid transparent'],
    ]),
  ) satisfies ButtonOverrides

const button: ButtonOverrides = {
  heightSmall: '28px',
  heightMedium: 'var(--control)',
  heightLarge: 'var(--control-large)',
  paddingSmall: '0 11px',
  paddingMedium: '0 13px',
  paddingLarge: '0 21px',
  fontSizeSmall: 'var(--text-s)',
  fontSizeMedium: 'var(--text-m)',
  fontSizeLarge: 'var(--text-m)',
  iconSizeSmall: '15px',
  iconSizeMedium: '15px',
  iconSizeLarge: '15px',
  fontWeight: 'var(--weight-medium)',
  opacityDisabled: '0.5',
  waveOpacity: '0',
  color: 'var(--surface-1)',
  colorHover: 'var(--surface-2)',
  colorPressed: 'var(--surface-2)',
  colorFocus: 'var(--surface-1)',
  colorDisabled: 'var(--surface-1)',
  colorQuaternary: 'transparent',
  colorQuaternaryHover: 'var(--surface-2)',
  colorQuaternaryPressed: 'var(--surface-2)',
  textColor: 'var(--text)',
  textColorHover: 'var(--text)',
  textColorPressed: 'var(--text)',
  textColorFocus: 'var(--text)',
  textColorDisabled: 'var(--text)',
  border: line('line-strong'),
  borderHover: line('line-strong'),
  borderPressed: line('line-strong'),
  borderFocus: line('line-strong'),
  borderDisabled: line('line-strong'),
  ...filled('Primary', 'accent', 'accent-hover', 'on-accent'),
  ...filled('Error', 'danger-fill', 'danger-fill-hover', 'on-danger'),
}

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
  Button: button,
  Checkbox: {
    labelPadding: '0 0 0 var(--space-2)',
    color: 'var(--surface-1)',
    colorChecked: 'var(--accent)',
    checkMarkColor: 'var(--on-accent)',
    border: line('line-strong'),
    borderChecked: line('accent'),
    // The outline around the box and its label shows the focus.
    borderFocus: line('line-strong'),
    boxShadowFocus: 'none',
    colorDisabled: 'var(--surface-2)',
    colorDisabledChecked: 'var(--surface-2)',
    borderDisabled: line('line-strong'),
    borderDisabledChecked: line('line-strong'),
    checkMarkColorDisabled: 'var(--text-muted)',
    checkMarkColorDisabledChecked: 'var(--text-muted)',
    textColor: 'var(--text)',
    textColorDisabled: 'var(--text-muted)',
    fontSizeMedium: 'var(--text-m)',
  },
  Empty: {
    iconSizeMedium: '44px',
    fontSizeMedium: 'var(--text-m)',
    iconColor: 'var(--text-muted)',
    textColor: 'var(--text-muted)',
    extraTextColor: 'var(--text)',
  },
  Progress: { railColor: 'var(--surface-3)' },
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
