import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

// Plain scripts without types: what is used of them is named here.
const {
  readReport,
}: { readReport: (file: string) => { passed: number; failed: number; skipped: number; problems: readonly string[] } } =
  await import('../../../build/test/report.mjs' as string)
const {
  run,
}: {
  run: (
    program: string,
    args: readonly string[],
    options: object,
  ) => Promise<{ code: number; output: string; timedOut: boolean }>
} = await import('../../../build/lib.mjs' as string)
const { hashSources, isBuiltFrom }: { hashSources: () => string; isBuiltFrom: (file: string) => boolean } =
  await import('../../../build/built.mjs' as string)

type Interrupt = (
  children: () => Iterable<{ kill: (signal?: string) => void }>,
  options: { platform: string; limit?: number },
) => (signal: string) => void
const { createInterrupt }: { createInterrupt: Interrupt } = await import('../../../build/interrupt.mjs' as string)

test('a program that takes too long is ended', async () => {
  const { code, timedOut } = await run(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], {
    seconds: 0.3,
    collect: true,
  })
  expect(timedOut).toBe(true)
  expect(code).not.toBe(0)
})

test('output and exit code are collected; a program that is not there has a code too', async () => {
  expect(
    await run(process.execPath, ['-e', 'console.log(1); console.error(2); process.exit(3)'], { collect: true }),
  ).toMatchObject({ code: 3, timedOut: false })
  expect((await run('/nowhere/program', [], { collect: true })).code).toBe(127)
})

async function report(content: unknown): Promise<ReturnType<typeof readReport>> {
  const folder = await temporaryFolder()
  const file = join(folder, 'report.json')
  await writeFile(file, JSON.stringify(content))
  return readReport(file)
}

test('failed tests are counted and reported; a file that could not be loaded counts as one', async () => {
  const read = await report({
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      {
        name: '/x/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'failed', fullName: 'a breaks', failureMessages: ['expected 1'] },
          { status: 'passed', fullName: 'b' },
        ],
      },
      { name: '/x/b.test.ts', status: 'failed', message: 'cannot be loaded', assertionResults: [] },
    ],
  })
  expect(read).toMatchObject({ passed: 4, failed: 2, skipped: 2 })
  expect(read.problems.join('\n')).toMatch(/cannot be loaded[\s\S]*a breaks[\s\S]*expected 1/)
})

test('a missing report counts as zero tests', () => {
  expect(readReport('/nowhere.json')).toEqual({ passed: 0, failed: 0, skipped: 0, problems: [] })
})

test('the hash of the sources is the same for the same content', () => {
  expect(hashSources()).toBe(hashSources())
  expect(hashSources()).toMatch(/^[0-9a-f]{64}$/)
  expect(['host/host.ts', 'host/README.md'].map(isBuiltFrom)).toEqual([true, false])
})

test('Ctrl+C is forwarded; on Windows the console does that, and only the second Ctrl+C ends the programs', async () => {
  const signals: (string | undefined)[] = []
  const children = (): Iterable<{ kill: (signal?: string) => void }> => [
    { kill: (signal) => void signals.push(signal) },
  ]
  createInterrupt(children, { platform: 'linux' })('SIGINT')
  expect(signals.splice(0)).toEqual(['SIGINT'])
  const onWindows = createInterrupt(children, { platform: 'win32' })
  onWindows('SIGINT')
  expect(signals).toEqual([])
  onWindows('SIGINT')
  expect(signals.splice(0)).toEqual([undefined])
  createInterrupt(children, { platform: 'win32', limit: 1 })('SIGINT')
  await expect.poll(() => signals).toEqual([undefined])
})
