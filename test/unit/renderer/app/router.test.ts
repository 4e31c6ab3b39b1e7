import { expect, test } from 'vitest'
import { laterPages } from '../../../../renderer/app/router.ts'

test('a page that was fetched before is available without another request', async () => {
  expect(laterPages.operations()).toBe(laterPages.operations())
  expect((await laterPages.operations()).default).toBeDefined()
})
