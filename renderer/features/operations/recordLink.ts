/** The link to the details of an operation whose form for the outcome has the focus. */
import type { RouteLocationRaw } from 'vue-router'

/** The frame leaves the focus alone on a page with a hash. */
export const recordHash = '#record'

export const toRecord = (id: string): RouteLocationRaw => ({ name: 'operation', params: { id }, hash: recordHash })
