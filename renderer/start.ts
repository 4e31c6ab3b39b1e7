/** Builds the window's app once, by hand: state, strings, pages; then mounts it with what the main process knows already. */
import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { firstCalls } from './firstCalls.ts'
import { i18n } from './locales/index.ts'
import { createDeskRouter } from './router.ts'
import { useConnection } from './stores/connection.ts'
import { useNotices } from './stores/notices.ts'
import { useSearch } from './stores/search.ts'
import { useSettings } from './stores/settings.ts'
import './theme/index.css'

const app = createApp(App)
app.use(createPinia())
app.use(PiniaColada, {})
app.use(i18n)
app.use(createDeskRouter())

useNotices()
const connection = useConnection()
// The first paint has the right theme, and the first rows are on their way. A main process that says nothing of a
// connection leaves the first run to be shown.
connection
  .load(firstCalls.connection)
  .then(() => (connection.current === null ? undefined : useSearch().beginList()))
  .catch(() => undefined)
  .finally(() => (connection.ready = true))
await useSettings().load(firstCalls.settings).catch(() => undefined)
app.mount('#app')

// A customer is what an agent opens next: its page is fetched while nothing else is going on, and not while the first rows come.
setTimeout(() => requestIdleCallback(() => void import('./pages/CustomerPage.vue')), 1000)
