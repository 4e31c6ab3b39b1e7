/**
 * Keys that are pressed together, as text such as `Mod+Shift+Tab`: modifiers first, then the key as the browser names
 * it. `Mod` is Ctrl or Cmd. A chord without Mod and Alt is a character, which depends on the layout of the keyboard and
 * not on Shift.
 */

/** Submits an open dialog. Enter alone belongs to the focused control. */
export const submitChord = 'Mod+Enter'

const modifiers = ['Mod', 'Alt', 'Shift'] as const
type Modifier = (typeof modifiers)[number]

interface ParsedChord {
  readonly held: ReadonlySet<string>
  readonly key: string
}

function parse(chord: string): ParsedChord {
  const parts = chord === '+' ? ['+'] : chord.split('+')
  return { held: new Set(parts.slice(0, -1)), key: parts.at(-1) ?? '' }
}

/** Whether the chord works while the user types, because it isn't a character. */
export function isWithModifier(chord: string): boolean {
  const { held } = parse(chord)
  return held.has('Mod') || held.has('Alt')
}

/** Letters are compared by their place too, because Alt turns them into other characters on a Mac. */
function isKey(event: KeyboardEvent, key: string): boolean {
  if (event.key.toLowerCase() === key.toLowerCase()) return true
  return event.altKey && /^[A-Z]$/.test(key) && event.code === `Key${key}`
}

export function matchesChord(event: KeyboardEvent, chord: string): boolean {
  const { held, key } = parse(chord)
  if (!isKey(event, key) || event.altKey !== held.has('Alt')) return false
  if ((event.ctrlKey || event.metaKey) !== held.has('Mod')) return false
  return event.shiftKey === held.has('Shift') || (!isWithModifier(chord) && event.shiftKey)
}

/**
 * Returns a listener for a form outside a dialog that `submitChord` submits: once, however long it is held down, and
 * not while text is being composed.
 */
export const onSubmitChord =
  (submit: () => void) =>
  (event: KeyboardEvent): void => {
    if (!matchesChord(event, submitChord) || event.isComposing) return
    event.preventDefault()
    if (!event.repeat) submit()
  }

const names: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }
/** The names of keys that the language of the keyboard decides. */
export type KeyNames = Readonly<Record<Modifier | 'Space', string>>
const macNames: Readonly<Record<Modifier, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧' }
export const isMac = /mac/i.test(navigator.userAgent)

/** The keys of a chord as they are shown, each on its own. A Mac has signs for its modifiers in every language. */
export function keysOf(chord: string, given: KeyNames, onMac = isMac): readonly string[] {
  const { held, key } = parse(chord)
  const shown = modifiers.filter((modifier) => held.has(modifier))
  return [
    ...shown.map((modifier) => (onMac ? macNames : given)[modifier]),
    key === 'Space' ? given.Space : (names[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
  ]
}

/** The chord for the attribute `aria-keyshortcuts`. */
export const ariaKeys = (chord: string): string => chord.replace('Mod', 'Control')
