/**
 * The reseller's contact for customers, as it is typed where the settings have none. It is stored before the next mail
 * or its preview. A mail is sent also where it can't be stored, and what was typed stays.
 */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { useSettings } from './settings.store.ts'

export const useContact = defineStore('contact', () => {
  const settings = useSettings()
  const typed = ref('')
  const error = shallowRef<unknown>(null)
  const isMissing = computed(() => settings.settings?.documents.brand.contact === '')

  async function store(): Promise<void> {
    const documents = settings.settings?.documents
    const contact = typed.value.trim()
    if (documents === undefined || !isMissing.value || contact === '') return
    error.value = null
    try {
      await settings.change({ documents: { ...documents, brand: { ...documents.brand, contact } } })
      typed.value = ''
    } catch (thrown) {
      error.value = thrown
    }
  }

  return { typed, error, isMissing, store }
})
