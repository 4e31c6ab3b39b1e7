/** What was found in a pasted chat, as text. An activation code is never shown. */
import { useI18n } from 'vue-i18n'
import { shownOf, type ChatIdentifier } from '../rules/chat/identifiers.ts'
import type { ChatPlace } from './chat/chatPlaces.ts'
import { useCountryNames } from './useCountryNames.ts'

export function useChatText() {
  const { t } = useI18n()
  const names = useCountryNames()
  return {
    identifier: (one: ChatIdentifier): string =>
      one.kind === 'activationCode' ? t('customers.match.activationCode') : shownOf(one),
    place: ({ code, city }: ChatPlace): string =>
      city === null ? names.country(code) : t('customers.chat.place', { country: names.country(code), city }),
  }
}
