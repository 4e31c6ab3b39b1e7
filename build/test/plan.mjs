/**
 * What `npm test` runs: a choice that takes minutes, or with `--all` every test, as the hosted run does. The lists are
 * data, so that a test can compare the two.
 */
import { e2eOn } from './e2e.mjs'
import { projectEnvironment, Stop } from '../lib.mjs'

/**
 * Returns what these flags ask for. Throws a Stop for any other one.
 * @param {readonly string[]} flags `--all`: every test; `--keep-going`: the tests also after a check that has failed,
 *   which `--all` implies, because the hosted run shows everything at once
 * @returns {{ size: 'short' | 'all', keepsGoing: boolean }}
 */
export function choiceOf(flags) {
  const unknown = flags.filter((flag) => flag !== '--all' && flag !== '--keep-going')
  if (unknown.length > 0)
    throw new Stop(
      `npm test accepts --all, which runs every test, and --keep-going; ${unknown.join(' ')} is neither. ` +
        'One file: npx vitest run --project unit|renderer|faults|hardening|e2e PATH',
    )
  const size = flags.includes('--all') ? 'all' : 'short'
  return { size, keepsGoing: size === 'all' || flags.includes('--keep-going') }
}

/** TypeScript 7 checks four times as fast; only vue-tsc needs TypeScript 6, which can be imported. */
export const typescript = 'typescript-7/bin/tsc'
const types = (folder) => ({
  name: `types of ${folder}`,
  tool: typescript,
  // One thread each, because two checks run at a time.
  args: ['--singleThreaded', '-p', folder],
})

/** Each check needs one processor and nothing of the others, so two run at a time, the longest first. */
export const checks = [
  { name: 'lint', tool: 'eslint/bin/eslint.js', args: ['.', '--max-warnings', '0'] },
  { name: 'types of renderer', tool: 'vue-tsc/bin/vue-tsc.js', args: ['-p', 'test/unit/renderer'] },
  { name: 'lint with types', tool: 'oxlint/bin/oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'lint of components', tool: '../build/lint/components.mjs', args: [] },
  { name: 'build' },
  types('test'),
  { name: 'format', tool: 'oxfmt/bin/oxfmt', args: ['--check', '.'] },
  types('electron'),
  types('build'),
  types('relay'),
  types('shared'),
]

/** With `files`, only those: each file that is loaded to find no test in it would cost a second. */
const suite = (name, project, { tags, files = [], env = {} } = {}) => ({
  name,
  args: ['--project', project, ...(tags === undefined ? [] : [`--tags-filter=${tags}`]), ...files],
  env: { ...projectEnvironment(), ...env },
})
const journeys = { name: 'e2e on electron-stand-in', ...e2eOn('electron-stand-in') }
const chromium = { name: 'e2e on chromium', ...e2eOn('chromium') }
const variations = suite('variations', 'variations')
const core = { ...chromium, args: [...chromium.args, '--tags-filter=journey || core'] }

/**
 * Returns the suites of a size, in groups that run one after the other. A group takes the whole machine with one or two
 * suites at a time.
 */
export function suitesOf(size) {
  if (size === 'short')
    return [
      { atOnce: 1, suites: [suite('unit', 'unit', { tags: '!slow' })] },
      {
        atOnce: 2,
        suites: [
          suite('window', 'renderer'),
          suite('faults', 'faults', { tags: '!slow', env: { ESIM_DESK_FAULTS: 'few' } }),
          journeys,
          suite('hardening', 'hardening', { files: ['test/hardening/logCanary', 'test/hardening/bridgeMemory'] }),
        ],
      },
      { atOnce: 1, suites: [core, variations] },
    ]
  return [
    { atOnce: 1, suites: [suite('unit', 'unit')] },
    {
      // The attacks run one after the other, and leave room for others.
      atOnce: 2,
      suites: [suite('hardening', 'hardening'), suite('faults', 'faults'), suite('window', 'renderer'), journeys],
    },
    { atOnce: 1, suites: [chromium, variations] },
  ]
}
