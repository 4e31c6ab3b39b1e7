/** What was typed for an e-mail that was not sent yet, for each eSIM, until the window is closed. */
import { defineStore } from 'pinia'
import type { EsimUid } from '#shared/wire/ids.ts'
import { useConnectionMap } from '../../lib/useConnectionMap.ts'

interface MailDraft {
  /** `null` as long as it is the customer's address, which may be corrected before the mail is sent. */
  readonly to: string | null
  readonly note: string
  readonly copy: boolean
}

export const useMailDrafts = defineStore('mailDrafts', () => useConnectionMap<EsimUid, MailDraft>())
