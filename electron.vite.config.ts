/**
 * The build of the desk: the main process with its workers and the sandbox, the preload script as one file without
 * dependencies, and the window with a chunk for each page. Dependencies of the main process stay in node_modules.
 */
import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { inlineContractNames } from './build/contractNames.ts'
import { compiledMessages } from './build/messages.ts'
import { definePageColours } from './build/pageColours.ts'

const here = import.meta.dirname
const from = (path: string): string => resolve(here, path)

/** Adds a preload link for the font of the first screen, so that it is requested together with the script. */
function preloadFont(): Plugin {
  const latin = /inter-latin-wght-normal/
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((fileName) => latin.test(fileName))
          .map((fileName) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${fileName}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

/**
 * Everything that the first screen needs goes into one chunk: each file is a round trip, and modules of one chunk run
 * in the order of their imports.
 */
const libraries =
  /node_modules\/(@?vue(?!uc)|@pinia|pinia|@intlify|zod|@lucide\/vue|@vueuse|vue-router|vue-i18n)|vite\/preload-helper/
const ownShared = /\/shared\/(?!sheet\/(?!language\.ts))/
/** Widgets that the first screen does not show; their chunk includes what they need of Naive UI. */
const laterWidgets = 'UiInput|UiTextField|UiCheckbox|UiProgress|ToastMessages|LastingToast'
/** Parts of the window's common folders that the first screen does not show. */
const lazyModules =
  'FirstRunPage|CountryField|CoverageText|SettingsSection|isoCountries|matchCountries|inventoryFilter|sortByKey|useStock'
/** What the frame shows of features soon after its first paint: a few lines, which would be six files of their own. */
const inFrame =
  'operations/(?:NeedsYou|needsYou)|events/(?:EventsMark|events\\.store|useAlertToasts|useEventAlerts|useEventText)'
const ownFeatures = `features/(?:customers/|${inFrame})`
const ownWindow = new RegExp(
  `/renderer/(?:(?:app|common|lib)/(?!${lazyModules})|locales/(?:en/|\\w+\\.ts)|${ownFeatures}|ui/(?!${laterWidgets}))`,
)
const firstScreen = new RegExp([libraries, ownShared, ownWindow].map(({ source }) => source).join('|'))

/** The list of bundled packages with their licences, which the packages of the program include. */
const bundledLicenses = { fileName: 'licenses.json' }

export default defineConfig({
  main: {
    define: { __BUILT_AT__: JSON.stringify(new Date().toISOString()) },
    plugins: [
      inlineContractNames(from('shared/contract-names.ts')),
      definePageColours(from('renderer/theme/tokens.css')),
    ],
    build: {
      target: 'node24',
      sourcemap: false,
      minify: false,
      manifest: 'manifest.json',
      license: bundledLicenses,
      // Pure TypeScript libraries are devDependencies and are bundled: unused parts are removed, and fewer files are
      // opened.
      externalizeDeps: { include: ['playwright-core'] },
      rollupOptions: {
        input: {
          main: from('electron/main.ts'),
          chromium: from('electron/chromium.ts'),
          directory: from('electron/customers/worker.ts'),
          parser: from('electron/app/parserWorker.ts'),
          sandbox: from('electron/sandbox/main.ts'),
          keychain: from('electron/keychain/process.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/shared-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [inlineContractNames(from('shared/contract-names.ts'))],
    build: {
      target: 'node24',
      minify: false,
      license: bundledLicenses,
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: from('electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: from('renderer'),
    // Addresses are relative, because the origin differs between the two hosts.
    base: './',
    plugins: [vue(), preloadFont(), compiledMessages(from('renderer/locales'))],
    // The strings become text that `JSON.parse` reads, which is faster than the same data as code.
    json: { stringify: true, namedExports: false },
    // These flags remove unused parts of the libraries.
    define: {
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_I18N_FULL_INSTALL__: 'false',
      __VUE_I18N_LEGACY_API__: 'false',
      __INTLIFY_PROD_DEVTOOLS__: 'false',
    },
    build: {
      emptyOutDir: true,
      minify: true,
      target: 'chrome140',
      sourcemap: false,
      license: bundledLicenses,
      // The polyfill's inline style and script would need a weaker policy, and Chromium does not need it.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: true,
      // Each file is a round trip to the main process, so the first screen and each page need few files.
      cssCodeSplit: false,
      rollupOptions: {
        input: from('renderer/index.html'),
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', test: firstScreen, priority: 1 },
              // Each language other than English is one file.
              {
                debugName: 'locale',
                name: (id: string) => `locale-${/locales\/(\w+)\//.exec(id)?.[1] ?? ''}`,
                test: /renderer\/locales\/(?!en\/)\w+\//,
                priority: 2,
              },
              // The parts of Naive UI that the first screen does not need.
              {
                name: 'naive',
                test: new RegExp(`node_modules/naive-ui/|renderer/ui/(?:${laterWidgets})`),
                priority: 0,
              },
            ],
          },
        },
      },
    },
  },
})
