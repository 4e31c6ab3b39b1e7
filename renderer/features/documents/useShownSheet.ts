/** The sheet that the dialog shows, with the language and the paper size that are chosen in it. */
import { onScopeDispose, ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { PageSize } from '#shared/model/documents.ts'
import type { InstallationSheet } from '#shared/model/esim/installation.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'
import type { SheetMessages } from '#shared/sheet/messages.ts'

/** What has to be known of an eSIM with a usable code before it is handed over. A sheet has all of it. */
export type KnownEsim = Pick<
  InstallationSheet,
  'customerUid' | 'esimUid' | 'iccid' | 'customerEmail' | 'language' | 'state' | 'active' | 'nothingToUse'
>

interface SheetOptions {
  readonly language: SheetLanguage
  readonly pageSize: PageSize
}

export interface ShownSheet {
  readonly shown: ShallowRef<InstallationSheet | null>
  readonly messages: ShallowRef<SheetMessages | null>
  readonly language: Ref<SheetLanguage>
  readonly pageSize: Ref<PageSize>
  readonly isDisposed: () => boolean
  readonly open: (sheet: InstallationSheet) => Promise<void>
  readonly setLanguage: (language: SheetLanguage) => Promise<void>
  /** What is chosen in the dialog, or the defaults of the sheet while the dialog is closed. */
  readonly optionsOf: (esim: KnownEsim) => SheetOptions
}

export function useShownSheet(defaults: () => { readonly pageSize: PageSize }): ShownSheet {
  const shown = shallowRef<InstallationSheet | null>(null)
  const messages = shallowRef<SheetMessages | null>(null)
  const language = ref<SheetLanguage>('en')
  const pageSize = ref<PageSize>(defaults().pageSize)
  let disposed = false
  onScopeDispose(() => {
    disposed = true
    shown.value = null
  })
  return {
    shown,
    messages,
    language,
    pageSize,
    isDisposed: () => disposed,
    async open(sheet) {
      language.value = sheet.language
      pageSize.value = defaults().pageSize
      messages.value = await sheetMessages(sheet.language)
      if (!disposed) shown.value = sheet
    },
    async setLanguage(next) {
      language.value = next
      const spoken = await sheetMessages(next)
      if (language.value === next) messages.value = spoken
    },
    optionsOf: (sheet) =>
      shown.value === null
        ? { language: sheet.language, pageSize: defaults().pageSize }
        : { language: language.value, pageSize: pageSize.value },
  }
}
