/** The names of keys as they are written on the keyboards of the window's language. */
import { useI18n } from 'vue-i18n'
import { keysOf, type KeyNames } from './chord.ts'

/** Returns what gives the keys of a chord, each on its own. */
export function useKeyNames(): (chord: string) => readonly string[] {
  const { t } = useI18n()
  const names = (): KeyNames => ({
    Mod: t('common.keys.control'),
    Alt: 'Alt',
    Shift: t('common.keys.shift'),
    Space: t('common.keys.space'),
  })
  return (chord) => keysOf(chord, names())
}
