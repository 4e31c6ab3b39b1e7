/**
 * The sentence for the customer in the wanted language. English is there from the start, so that the sentence appears
 * with the page; other languages are loaded.
 */
import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { CustomerAnswer } from '../../rules/cause.ts'
import type { AnswerMessages } from '../../rules/answerMessages.ts'
import { answerMessages, answerText } from '../../rules/answers.ts'
import { en } from '../../rules/answers/en.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { loadSheetFonts } from '../documents/sheetFont.ts'

interface Answer {
  readonly text: ComputedRef<string>
  readonly language: ComputedRef<SheetLanguage>
  readonly direction: ComputedRef<'ltr' | 'rtl'>
}

export function useAnswer(answer: () => CustomerAnswer, wanted: () => SheetLanguage): Answer {
  const loaded = shallowRef<{ readonly language: SheetLanguage; readonly messages: AnswerMessages }>({
    language: 'en',
    messages: en,
  })

  watch(
    wanted,
    async (language) => {
      const messages = await answerMessages(language)
      await loadSheetFonts(answerText(answer(), messages)).catch(() => undefined)
      if (language === wanted()) loaded.value = { language, messages }
    },
    { immediate: true },
  )

  return {
    text: computed(() => answerText(answer(), loaded.value.messages)),
    language: computed(() => loaded.value.language),
    direction: computed(() => loaded.value.messages.direction),
  }
}
