/**
 * Moves the focus between the search field in the header and what is listed below it. Each side registers how it takes
 * the focus. Registering returns a function that undoes it.
 */
import { defineStore } from 'pinia'

export const useSearchFocus = defineStore('searchFocus', () => {
  let field: (() => void) | null = null
  let results: (() => boolean) | null = null

  return {
    setField(focus: () => void): () => void {
      field = focus
      return () => void (field === focus && (field = null))
    },
    /** `enter` moves the focus to the next row, or to what is offered where nobody is found, if there is any. */
    setResults(enter: () => boolean): () => void {
      results = enter
      return () => void (results === enter && (results = null))
    },
    toField: (): void => field?.(),
    /** Returns whether the focus was moved. */
    toResults: (): boolean => results?.() ?? false,
  }
})
