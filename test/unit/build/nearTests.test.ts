/** Which tests run after a change. */
import { expect, test } from 'vitest'

// A plain script without types: what is used of it is named here.
const { nearTests }: { nearTests: (changed: readonly string[]) => { files: readonly string[]; left: number } } =
  await import('../../../build/test/nearTests.mjs' as string)

test('of a file that all import the nearest five run, first its own, and the others are counted', () => {
  const { files, left } = nearTests(['shared/model/package/size.ts'])
  expect(files[0]).toBe('test/unit/shared/model/package/size.test.ts')
  expect(files).toHaveLength(5)
  expect(left).toBeGreaterThan(100)
})

test('the tests of a component run although they are long, but no other long ones', () => {
  const { files, left } = nearTests(['renderer/features/customers/CustomersPage.vue'])
  expect(files).toContain('test/unit/renderer/features/customers/customersPage.test.ts')
  expect(files).not.toContain('test/unit/renderer/features/customers/customersSync.test.ts')
  expect(left).toBeGreaterThan(0)
})

test('changed tests all run, and of what the tests share those that import it', () => {
  const changed = ['list', 'staging', 'links', 'names', 'near', 'uids'].map(
    (name) => `test/unit/electron/customers/${name}.test.ts`,
  )
  expect(nearTests(changed)).toEqual({ files: changed, left: 0 })
  expect(nearTests(['test/support/testTitles.ts']).files).toContain('test/unit/build/testTitles.test.ts')
})

test('nothing runs for a file that no test imports', () => {
  expect(nearTests(['build/icons/draw.ts'])).toEqual({ files: [], left: 0 })
})
