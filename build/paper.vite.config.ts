/**
 * The page that is printed is built by itself: in the window's chunks it would bring the window's start with it. Letters and
 * their names are the same as the window's, so both builds write the same files.
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
    // Beside the window, which was built before.
    emptyOutDir: false,
    target: 'chrome140',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: { input: resolve(root, 'paper.html') },
  },
})
