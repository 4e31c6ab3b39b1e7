/** What was typed for an e-mail that was not sent yet, for each eSIM, until the window is closed. */
import { defineStore } from 'pinia'
import type { EsimUid } from '#shared/wire/ids.ts'
import { useConnectionMap } from '../../lib/useConnectionMap.ts'

export interface MailDraft {
  readonly to: string
  readonly note: string
  readonly copy: boolean
}

export const useMailDrafts = defineStore('mailDrafts', () => useConnectionMap<EsimUid, MailDraft>())
