/** Lint refuses words that only this project would use, and names the standard term. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const lint = new ESLint({
  cwd: root,
  // The compiler knows no types of a file that is not there.
  overrideConfig: tseslint.configs.disableTypeChecked,
  ruleFilter: ({ ruleId }) => ruleId === 'desk/terms',
})

async function messages(file: string, code: string): Promise<string[]> {
  const [result] = await lint.lintText(code, { filePath: resolve(root, file) })
  return (result?.messages ?? []).map(({ message }) => message)
}

it.each([
  ['a name', 'electron/operations/x.ts', 'export const mishap = 1'],
  ['a part of a name', 'electron/operations/x.ts', 'export const addLateTwins = () => 1'],
  ['a type', 'shared/model/x.ts', 'export interface Errand { id: string }'],
  ['a property', 'test/unit/x.ts', 'export const row = { unended: 1 }'],
  ['a comment', 'build/x.mjs', '/** Runs in two lanes. */\nexport {}'],
  ['a comment of a line', 'test/support/x.ts', '// The second is a twin.\nexport {}'],
  [
    'a component',
    'renderer/X.vue',
    '<script setup lang="ts">const straw = 1</script><template><p>{{ 1 }}</p></template>',
  ],
])('%s is refused', async (_what, file, code) => {
  const found = await messages(file, code)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(/^Use the standard term for "\w+": [\w, ]+\.$/)
})

it.each([
  ['a standard term', "export const lateDuplicate = 'duplicate'"],
  ['a word that contains one', 'export const plane = 1; export const between = 2'],
  ['the name of a table in the database', "export const sql = 'SELECT * FROM twins'"],
])('%s is allowed', async (_what, code) => {
  expect(await messages('electron/operations/x.ts', code)).toEqual([])
})
