import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setRunMark } from '../../../../electron/app/runMark.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

async function markFile(): Promise<string> {
  const folder = await temporaryFolder()
  return join(folder, 'running')
}

test('the first start and a start after a clean end ask nothing', async () => {
  const file = await markFile()
  const first = await setRunMark(file)
  expect(first.endedUncleanly).toBe(false)
  first.remove()
  expect((await setRunMark(file)).endedUncleanly).toBe(false)
})

test('a start that finds the mark of the last one knows that it ended uncleanly', async () => {
  const file = await markFile()
  await setRunMark(file)
  const second = await setRunMark(file)
  expect(second.endedUncleanly).toBe(true)
  second.remove()
  expect((await setRunMark(file)).endedUncleanly).toBe(false)
})

test('a folder that cannot be written asks nothing', async () => {
  expect((await setRunMark('/proc/esim-desk/running')).endedUncleanly).toBe(false)
})
