/** Which tests run after a change. */
import { expect, test } from 'vitest'

// A plain script without types: what is used of it is named here.
interface Near {
  readonly tests: readonly string[]
  readonly left: number
  readonly importers: readonly string[]
  readonly ofTexts: readonly string[]
}
const { nearTests }: { nearTests: (changed: readonly string[]) => Near } = await import(
  '../../../build/test/nearTests.mjs' as string
)
/** It reads the imports of all modules. */
const ofModules = 'test/unit/build/imports.test.ts'

test('of a file that all import the nearest five run, first its own, and the others are counted', () => {
  const { tests, left } = nearTests(['shared/model/package/size.ts'])
  expect(tests[0]).toBe('test/unit/shared/model/package/size.test.ts')
  expect(tests.filter((file) => file !== ofModules)).toHaveLength(5)
  expect(left).toBeGreaterThan(100)
})

test('the tests of a component run although they are long, but no other long ones', () => {
  const { tests, left } = nearTests(['renderer/features/customers/CustomersPage.vue'])
  expect(tests).toContain('test/unit/renderer/features/customers/customersPage.test.ts')
  expect(tests).not.toContain('test/unit/renderer/features/customers/customersSync.test.ts')
  expect(left).toBeGreaterThan(0)
})

test('changed tests all run, and of what the tests share those that import it', () => {
  const changed = ['list', 'runEnd', 'links', 'names', 'near', 'uids'].map(
    (name) => `test/unit/electron/customers/${name}.test.ts`,
  )
  expect(nearTests(changed)).toMatchObject({ tests: [...changed, ofModules], left: 0 })
  expect(nearTests(['test/support/testTitles.ts']).tests).toContain('test/unit/build/testTitles.test.ts')
})

test('for a file that no test imports only the test of all imports runs', () => {
  expect(nearTests(['build/icons/draw.ts'])).toEqual({ tests: [ofModules], left: 0, importers: [], ofTexts: [] })
})

test('the rules of the window, its texts and the documents have tests that no import shows', () => {
  expect(nearTests(['renderer/rules/seen.ts']).tests).toContain('test/unit/rules/ranking.test.ts')
  expect(nearTests(['ARCHITECTURE.md']).tests).toEqual([
    'test/unit/build/readme.test.ts',
    'test/unit/build/modules.test.ts',
  ])
  const { tests, ofTexts } = nearTests(['renderer/locales/en/tabs.json'])
  expect(tests).toContain('test/unit/build/messages.test.ts')
  expect(ofTexts).toContain('renderer/app/tabs/CustomerTabs.vue')
})

test('the modules that import a changed one are named, whose calls it may have changed', () => {
  expect(nearTests(['electron/operations/buyingRules.ts']).importers).toContain('electron/operations/handlers/rules.ts')
})
