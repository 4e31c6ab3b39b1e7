import { expect, test } from 'vitest'
import { lazyPages } from '../../../../renderer/app/router.ts'

test('a page that was fetched before is available without another request', async () => {
  expect(lazyPages.operations()).toBe(lazyPages.operations())
  expect((await lazyPages.operations()).default).toBeDefined()
})
