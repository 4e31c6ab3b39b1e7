/**
 * Lint refuses lists of operation states outside of operationStates.ts, however they are written.
 *
 * @module-tag long
 */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const lint = new ESLint({
  cwd: root,
  // Typed rules need a file that exists.
  overrideConfig: tseslint.configs.disableTypeChecked,
  ruleFilter: ({ ruleId }) => ruleId === 'desk/states',
})

async function messages(file: string, code: string): Promise<string[]> {
  const [result] = await lint.lintText(code, { filePath: resolve(root, file) })
  return (result?.messages ?? []).map(({ message }) => message)
}

describe('a list of states is refused', () => {
  it.each([
    ['electron/operations/x.ts', "const open = ['UNKNOWN', 'NEEDS_HUMAN']"],
    ['electron/operations/x.ts', "const open = new Set(['UNKNOWN', 'NEEDS_HUMAN'])"],
    ['electron/sandbox/x.ts', "const open = ['UNKNOWN', 'NEEDS_HUMAN'] as const"],
    ['shared/model/x.ts', "type Open = 'UNKNOWN' | 'NEEDS_HUMAN'"],
    ['shared/model/x.ts', "const Open = z.enum(['UNKNOWN', 'NEEDS_HUMAN'])"],
    ['renderer/x.ts', "export const isOpen = (state) => state === 'UNKNOWN' || state === 'NEEDS_HUMAN'"],
    [
      'renderer/x.ts',
      "export const isOpen = (row) => row.current && !(row.state !== 'UNKNOWN' && 'NEEDS_HUMAN' !== row.state)",
    ],
    ['renderer/x.ts', "switch (state) { case 'UNKNOWN': case 'NEEDS_HUMAN': act() }"],
    ['renderer/x.ts', 'const open = { UNKNOWN: true, NEEDS_HUMAN: true }'],
    [
      'renderer/X.vue',
      "<script setup lang=\"ts\">const open = ['UNKNOWN', 'NEEDS_HUMAN']</script><template><p>{{ open }}</p></template>",
    ],
    ['renderer/X.vue', "<template><p v-if=\"state === 'UNKNOWN' || state === 'NEEDS_HUMAN'\" /></template>"],
    ['electron/operations/x.ts', 'db.prepare("SELECT 1 WHERE state = \'UNKNOWN\'")'],
    ['electron/operations/x.ts', "db.prepare(`SELECT ${columns} WHERE state NOT IN ('REJECTED', 'NOT_SENT')`)"],
  ])('in %s: %s', async (file, code) => {
    expect(await messages(file, code)).toHaveLength(1)
  })
})

it.each([
  [
    'one state',
    'electron/operations/x.ts',
    "const state = 'UNKNOWN'\nif (row.state === 'UNKNOWN') move({ state: 'NEEDS_HUMAN' })",
  ],
  [
    'two compared values',
    'renderer/x.ts',
    "export const differ = before.state === 'UNKNOWN' && after.state === 'CONFIRMED'",
  ],
  [
    'a table of every state',
    'renderer/x.ts',
    'const tones = { INTENT: 1, SENDING: 1, CONFIRMED: 1, REJECTED: 1, NOT_SENT: 1, UNKNOWN: 1, NOT_APPLIED: 1, NEEDS_HUMAN: 1 }',
  ],
  ['the states of a mail', 'shared/model/mail.ts', "type Unsent = 'REJECTED' | 'UNKNOWN'"],
  ['the file of the states', 'shared/model/operation/operationStates.ts', "const open = ['UNKNOWN', 'NEEDS_HUMAN']"],
])('%s passes', async (_what, file, code) => {
  expect(await messages(file, code)).toEqual([])
})
