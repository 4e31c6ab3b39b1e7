import { expect, test } from 'vitest'
import { laterPages } from '../../../renderer/router.ts'

test('a page that was fetched before is there without asking for it again', async () => {
  expect(laterPages.operations()).toBe(laterPages.operations())
  expect((await laterPages.operations()).default).toBeDefined()
})
