/** What the two sizes of `npm test` run. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import vitestConfig from '../../../vitest.config.ts'

interface Suite {
  readonly name: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}
// A plain script without types: what is used of it is named here.
const {
  checks,
  choiceOf,
  suitesOf,
}: {
  checks: readonly { name: string; tool?: string; args?: readonly string[] }[]
  choiceOf: (flags: readonly string[]) => { readonly size: string; readonly keepsGoing: boolean }
  suitesOf: (size: string) => readonly { atOnce: number; suites: readonly Suite[] }[]
} = await import('../../../build/test/plan.mjs' as string)

const suites = (size: string): readonly Suite[] => suitesOf(size).flatMap((group) => group.suites)
const filterOf = ({ args }: Suite): string | undefined => args.find((arg) => arg.startsWith('--tags-filter='))
const projectOf = ({ args }: Suite): string | undefined => args[args.indexOf('--project') + 1]

test('without a flag the short size runs and ends after a failed check; an unknown flag is refused with what to do', () => {
  expect(choiceOf([])).toEqual({ size: 'short', keepsGoing: false })
  expect(choiceOf(['--keep-going'])).toEqual({ size: 'short', keepsGoing: true })
  expect(choiceOf(['--all'])).toEqual({ size: 'all', keepsGoing: true })
  expect(() => choiceOf(['--everything'])).toThrow(/--everything is neither.*npx vitest run --project/)
})

test('both sizes have suites of every project, in the same order and with the same names', () => {
  const projects = vitestConfig.test?.projects?.map((project) =>
    typeof project === 'object' && 'test' in project ? project.test?.name : project,
  )
  expect(new Set(suites('all').map(projectOf))).toEqual(new Set(projects))
  expect(new Set(suites('short').map(({ name }) => name))).toEqual(new Set(suites('all').map(({ name }) => name)))
})

test('with --all no test is left out; Electron’s stand-in runs the journeys, as every host', () => {
  for (const suite of suites('all')) {
    expect(suite.env['ESIM_DESK_FAULTS'], suite.name).toBe(process.env['ESIM_DESK_FAULTS'])
    expect(filterOf(suite), suite.name).toBe(
      suite.name === 'e2e on electron-stand-in' ? '--tags-filter=journey' : undefined,
    )
  }
})

test('the short size selects by tags that exist', () => {
  const tags = new Set(vitestConfig.test?.tags?.map(({ name }) => name))
  const used = suites('short').flatMap(
    (suite) =>
      filterOf(suite)
        ?.split('=')[1]
        ?.match(/[a-z]+/g) ?? [],
  )
  expect(used.length).toBeGreaterThan(3)
  for (const tag of used) expect(tags).toContain(tag)
})

test('npm run unit leaves out the long tests, which both sizes run', async () => {
  const { scripts } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }
  expect(scripts['unit']).toContain('"--tags-filter=!long && !slow"')
  for (const suite of [...suites('short'), ...suites('all')]) expect(filterOf(suite) ?? '').not.toContain('long')
})

test('the files that the short size names exist', () => {
  const files = suites('short').flatMap(({ args }) => args.filter((arg) => arg.startsWith('test/')))
  expect(files).not.toEqual([])
  for (const file of files) expect(existsSync(new URL(`../../../${file}.test.ts`, import.meta.url)), file).toBe(true)
})

test('the types of every part are checked, and the window together with its tests', async () => {
  const { references } = JSON.parse(await readFile(new URL('../../../tsconfig.json', import.meta.url), 'utf8')) as {
    references: readonly { path: string }[]
  }
  const checked = checks.flatMap(({ args = [] }) => (args.includes('-p') ? [`./${String(args.at(-1))}`] : []))
  expect(new Set([...checked, './renderer'])).toEqual(new Set(references.map(({ path }) => path)))
})

test('the hosted run and .ci/run run every test', async () => {
  expect(await readFile(new URL('../../../.ci/run', import.meta.url), 'utf8')).toContain('\nnpm test -- --all\n')
})
