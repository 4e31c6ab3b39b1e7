/**
 * The lint rules of the project that need no types; .oxlintrc.json has those that do. The project's own rules are in
 * build/lint/: modules.js (which module may import which) and states.js.
 */
import vueI18n from '@intlify/eslint-plugin-vue-i18n'
import prettier from 'eslint-config-prettier'
import regexp from 'eslint-plugin-regexp'
import vue from 'eslint-plugin-vue'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { modules } from './build/lint/modules.js'
import { operationStates } from './build/lint/states.js'

const desk = { rules: { modules, states: operationStates } }

export default defineConfig(
  { ignores: ['out/**', 'dist/**', 'node_modules/**', 'coverage/**', 'test-results/**'] },
  ...tseslint.configs.strict,
  ...vue.configs['flat/recommended'],
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
  },
  // The formatter decides the layout of code.
  prettier,
  {
    // Text of others must not block the main process: every regular expression has to be linear in the length of its
    // text.
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'certain' }],
    },
  },
  {
    files: ['**/*.{ts,vue}'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true },
      ],
      '@typescript-eslint/no-invalid-void-type': 'off', // the contract's input types have unions with void
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/define-props-declaration': ['error', 'type-based'],
      'vue/no-v-html': 'error',
      'vue/multi-word-component-names': 'off', // pages are named after their sidebar entry
      'no-console': 'error',
      'no-eval': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
    },
  },
  {
    // The formatter breaks code at 120 characters, but no text. A regular expression stays one literal, because the
    // rules of eslint-plugin-regexp read it.
    files: ['**/*.{ts,vue,mjs,js}'],
    rules: { 'max-len': ['error', { code: 140, comments: 120, ignoreRegExpLiterals: true }] },
  },
  {
    files: ['{shared,electron,relay}/**/*.ts', 'renderer/**/*.{ts,vue}', 'build/**/*.{ts,mjs,js}'],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['{shared,electron,relay}/**/*.ts', 'renderer/**/*.{ts,vue}'],
    plugins: { desk },
    rules: { 'desk/modules': 'error', 'desk/states': 'error' },
  },
  { files: ['shared/model/mail.ts', 'electron/documents/**'], rules: { 'desk/states': 'off' } }, // a mail has its own states
  {
    files: ['renderer/**/*.{ts,vue}'],
    plugins: { '@intlify/vue-i18n': vueI18n },
    settings: {
      'vue-i18n': {
        localeDir: {
          // The build compares the other languages with it.
          pattern: './renderer/locales/en/*.json',
          localeKey: 'path',
          localePattern: '^.*/(?<locale>[A-Za-z0-9-]+)/[^/]+\\.json$',
        },
        messageSyntaxVersion: '^11.0.0',
      },
    },
    rules: {
      '@intlify/vue-i18n/no-raw-text': ['error', { ignorePattern: '^[\\s\\d\\p{P}\\p{S}]+$' }],
      '@intlify/vue-i18n/no-missing-keys': 'error',
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'The window makes no calls: ask the main process through renderer/lib/desk.ts.' },
        // Its types are checked together with its tests, which run in Node.
        ...['process', 'Buffer', 'global', 'require', 'module', 'setImmediate', '__dirname', '__filename'].map(
          (name) => ({
            name,
            message: 'The window has no Node: ask the main process through renderer/lib/desk.ts.',
          }),
        ),
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name=/^(window|globalThis|self)$/][property.name='desk']",
          message: 'window.desk is touched in renderer/lib/desk.ts alone.',
        },
        {
          selector: "MemberExpression[object.name=/^(window|globalThis|self)$/][property.name='fetch']",
          message: 'The window makes no calls: ask the main process through renderer/lib/desk.ts.',
        },
      ],
    },
  },
  { files: ['renderer/lib/desk.ts'], rules: { 'no-restricted-syntax': 'off' } }, // the one typed client of the bridge
  { files: ['build/**/*.mjs', 'test/bench/**', 'electron/sandbox/main.ts'], rules: { 'no-console': 'off' } }, // programs that print
)
