/** A language in work: what it lacks is shown in English, with a mark. */
import { expect, test } from 'vitest'
import { createDeskI18n } from '../../../../renderer/locales/index.ts'

function shownText(inWork: readonly 'fr'[], key: string): string {
  const { global } = createDeskI18n(inWork)
  global.setLocaleMessage('fr' as 'en', { common: { close: 'Fermer' } } as never)
  global.locale.value = 'fr' as 'en'
  return global.t(key)
}

test('a text that a language in work lacks is marked as English, and one that it has is not', () => {
  expect(shownText(['fr'], 'common.cancel')).toBe('[EN] Cancel')
  expect(shownText(['fr'], 'common.close')).toBe('Fermer')
})

test('nothing is marked in a finished language, and none in English', () => {
  expect(shownText([], 'common.cancel')).toBe('Cancel')
  expect(createDeskI18n(['fr']).global.t('common.cancel')).toBe('Cancel')
})
