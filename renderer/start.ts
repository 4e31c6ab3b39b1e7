/** Builds the window's app once, by hand: state, strings, pages; then mounts it with what the main process knows already. */
import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { prepareFormats } from './composables/format.ts'
import { firstCalls } from './firstCalls.ts'
import { i18n } from './locales/index.ts'
import { createDeskRouter, laterPages } from './router.ts'
import { useConnection } from './stores/connection.ts'
import { useJournalState } from './stores/journalState.ts'
import { useNotices } from './stores/notices.ts'
import { useSearch } from './stores/search.ts'
import { useSettings } from './stores/settings.ts'
import { useUpdates } from './stores/updates.ts'
import './theme/index.css'

const app = createApp(App)
app.use(createPinia())
app.use(PiniaColada, {})
app.use(i18n)
app.use(createDeskRouter())

useNotices()
useJournalState()
const connection = useConnection()
// The first paint has the right theme, and the first rows are on their way. A main process that says nothing of a
// connection leaves the first run to be shown.
connection
  .load(firstCalls.connection)
  .then(() => (connection.current === null ? undefined : useSearch().beginList()))
  .catch(() => undefined)
  .finally(() => (connection.ready = true))
await useSettings()
  .load(firstCalls.settings)
  .catch(() => undefined)
app.mount('#app')

// What an agent opens next is fetched, and what it writes dates with is made, one after another, while nothing else is going on and not while the first rows come.
const next = [
  () =>
    useJournalState()
      .load()
      .catch(() => undefined),
  laterPages.customer,
  () => Promise.resolve(prepareFormats(i18n.global.locale.value)),
  laterPages.operations,
  laterPages.inventory,
  () =>
    useUpdates()
      .load()
      .catch(() => undefined),
]
function fetchNext(): void {
  const fetch = next.shift()
  if (fetch !== undefined) requestIdleCallback(() => void fetch().then(fetchNext))
}
setTimeout(fetchNext, 1000)
