/**
 * Buying rules that were typed and not saved, for each connection. They outlive the settings page but not the window.
 */
import { defineStore } from 'pinia'
import type { BuyingForm } from './buyingForm.ts'

export const useBuyingDrafts = defineStore('buying drafts', () => {
  const drafts = new Map<string, BuyingForm>()
  return {
    of: (connection: string): BuyingForm | null => drafts.get(connection) ?? null,
    keep: (connection: string, form: BuyingForm | null): void =>
      void (form === null ? drafts.delete(connection) : drafts.set(connection, form)),
  }
})
