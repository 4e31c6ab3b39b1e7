/** The names of the modifiers as they are written on the keyboards of the window's language. */
import { useI18n } from 'vue-i18n'
import { keysOf, type ModifierNames } from './chord.ts'

/** Returns what gives the keys of a chord, each on its own. */
export function useKeyNames(): (chord: string) => readonly string[] {
  const { t } = useI18n()
  const names = (): ModifierNames => ({ Mod: t('common.keys.control'), Alt: 'Alt', Shift: t('common.keys.shift') })
  return (chord) => keysOf(chord, names())
}
