/**
 * Builds the page that is printed separately, because in the window's chunks it would include the window's start. File
 * names are the same as the window's, so both builds write identical files.
 */
import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

const root = resolve(import.meta.dirname, '../renderer')

export default defineConfig({
  root,
  base: './',
  plugins: [vue()],
  define: { __VUE_OPTIONS_API__: 'false' },
  build: {
    // The window was built into this folder before.
    emptyOutDir: false,
    target: 'chrome140',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: { input: resolve(root, 'paper.html') },
  },
})
