import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { fork } from '../../../../electron/host/chromium/fork.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

async function entry(code: string): Promise<URL> {
  const folder = await temporaryFolder()
  const file = join(folder, 'entry.mjs')
  await writeFile(file, code)
  return pathToFileURL(file)
}

test('messages go both ways, arguments are passed on, and only the intended part of the environment is', async () => {
  process.env['ESIM_DESK_TEST_SECRET'] = 'not-to-be-seen'
  onTestFinished(() => void delete process.env['ESIM_DESK_TEST_SECRET'])
  const child = fork({
    entry: await entry(
      "process.on('message', (m) => process.send({ echo: m, args: process.argv.slice(2), secret: " +
        'process.env.ESIM_DESK_TEST_SECRET ?? null }))',
    ),
    args: ['--a', '1'],
    name: 'Echo',
  })
  onTestFinished(() => child.kill())
  const answer = new Promise((resolve) => child.onMessage(resolve))
  child.send({ hello: 'world' })
  expect(await answer).toEqual({ echo: { hello: 'world' }, args: ['--a', '1'], secret: null })
})

test('an exit is reported once, with its code', async () => {
  const codes: (number | null)[] = []
  const child = fork({ entry: await entry('process.exit(7)'), args: [], name: 'Short' })
  await new Promise<void>((resolve) =>
    child.onExit((code) => {
      codes.push(code)
      resolve()
    }),
  )
  expect(codes).toEqual([7])
  expect(() => child.send({ late: true })).not.toThrow()
})

test('an entry that is not there is an exit too', async () => {
  const child = fork({ entry: new URL('file:///nowhere/entry.mjs'), args: [], name: 'None' })
  expect(await new Promise((resolve) => child.onExit(resolve))).not.toBe(0)
})
