/** Creates the window's app by hand (state, texts, pages) and mounts it with the main process's first reports. */
import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { createApp, watch } from 'vue'
import { type DeskLanguage, preferredLanguage } from '#shared/language.ts'
import App from './App.vue'
import { formatPreparations } from '../lib/format.ts'
import { firstCalls } from './firstCalls.ts'
import { keychainWaiting, keychainWaits } from './keychainWaiting.ts'
import { i18n, showLanguage } from '../locales/index.ts'
import { lazyModules } from './lazyModules.ts'
import { createDeskRouter, lazyPages } from './router.ts'
import { useConnection } from '../lib/connection.store.ts'
import { useJournalState } from './journalState.store.ts'
import { useNotices } from './notices.store.ts'
import { useSearch } from '../features/customers/search.store.ts'
import { useCustomerList } from '../features/customers/customerList.store.ts'
import { useSettings } from '../lib/settings.store.ts'
import { useUpdates } from '../features/updates/updates.store.ts'
import '../theme/index.css'

const app = createApp(App)
app.use(createPinia())
// Nothing reads the result of a call after its component is gone, and its entry would keep the component in memory.
app.use(PiniaColada, { mutationOptions: { gcTime: 0 } })
app.use(i18n)
app.use(createDeskRouter())

useNotices()
useJournalState()
const connection = useConnection()
/** The connection whose first rows are being loaded. */
let listOf = ''
// The first paint has the right theme, and the first rows are being loaded. If the main process reports no connection,
// the first-run page is shown.
connection
  .load(firstCalls.connection)
  .then(() => {
    listOf = connection.key
    return connection.current === null ? undefined : useCustomerList().loadOnce()
  })
  .catch(() => undefined)
  .finally(() => (connection.ready = true))
const settings = useSettings()
const settingsLoaded = settings.load(firstCalls.settings).catch(() => undefined)
// While the main process waits for the keychain, the window shows that, in the language of the system.
await Promise.race([settingsLoaded, keychainWaits])
const language = (): DeskLanguage =>
  settings.settings === null && keychainWaiting.value !== null
    ? preferredLanguage(navigator.languages)
    : settings.language
// The language's strings are one more file, which English does not need.
await showLanguage(language()).catch(() => undefined)
watch(language, (shown) => void showLanguage(shown).catch(() => undefined))
// Another connection may have been opened meanwhile.
if (connection.key !== listOf) useSearch().reset()
app.mount('#app')

// The pages that an agent is likely to open next are fetched and the formatters of dates are created one after another,
// while nothing else is going on and not while the first rows are loading.
const next: (() => Promise<unknown>)[] = [
  () =>
    useJournalState()
      .load()
      .catch(() => undefined),
  lazyPages.customer,
  ...formatPreparations.map((prepare) => () => Promise.resolve(prepare(i18n.global.locale.value))),
  lazyPages.operations,
  lazyPages.inventory,
  () =>
    useUpdates()
      .load()
      .catch(() => undefined),
  ...lazyModules,
]
function fetchNext(): void {
  const fetch = next.shift()
  if (fetch !== undefined) requestIdleCallback(() => void fetch().then(fetchNext))
}
void settingsLoaded.then(() => setTimeout(fetchNext, 1000))
