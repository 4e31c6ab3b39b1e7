/** Runs variations on the real desk, and reports what was seen for each job of each. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { reloadWindow, searchField } from '../e2e/journey.ts'
import { jobs, timeout, type Seen } from './jobs.ts'
import { variationScene, type VariationScene } from './scene.ts'
import { allVariations, jobNames, usualWords, type JobName, type Variation } from './variation.ts'

const named = process.env['ESIM_DESK_VARIATION'] ?? ''
const results = new URL('../../test-results/', import.meta.url)

const cell = (text: string): string => text.replaceAll('|', '/').replace(/\s+/g, ' ').slice(0, 90)
/** The first line of an error says what was waited for; what follows is a log. */
const firstLine = (error: unknown): string => String(error).split('\n', 1)[0] ?? ''

/** Does one job in a newly loaded window, where no dialog of an earlier one is in the way. */
async function done(scene: VariationScene, job: JobName): Promise<Seen> {
  try {
    await reloadWindow(scene.desk)
    await searchField(scene.page).waitFor()
    return await jobs[job](scene)
  } catch (error) {
    return { shown: `didn't work: ${firstLine(error)}`, untrue: [] }
  }
}

async function seenWith({ variants, jobs: affected = jobNames }: Variation): Promise<ReadonlyMap<JobName, Seen>> {
  const scene = await variationScene(variants)
  scene.page.setDefaultTimeout(timeout)
  const seen = new Map<JobName, Seen>()
  for (const job of affected) seen.set(job, await done(scene, job))
  return seen
}

/** What is wrong with what was seen, one sentence each. */
function problemsOf({ says = {} }: Variation, seen: ReadonlyMap<JobName, Seen>): ReadonlyMap<JobName, string[]> {
  return new Map(
    [...seen].flatMap(([job, { shown, untrue }]) => {
      const isExpected = (says[job] ?? usualWords[job]).test(shown)
      const problems = [...untrue, ...(isExpected ? [] : [`The desk shows: ${shown}`])]
      return problems.length === 0 ? [] : [[job, problems] as const]
    }),
  )
}

/** Each variation is one test. The table of what was seen is printed and written to test-results/. */
export function runVariations(part: string, variations: readonly Variation[]): void {
  const lines: string[] = []
  const chosen = variations.filter(({ name, often }) =>
    named === '' ? allVariations || often === true : name.includes(named),
  )
  test.each(chosen)(
    '$name: the jobs that it leaves possible work, and what the desk says is true',
    async (variation) => {
      const seen = await seenWith(variation)
      const problems = problemsOf(variation, seen)
      const cells = jobNames.map((job) =>
        seen.has(job) ? `${problems.has(job) ? '✗ ' : ''}${cell(seen.get(job)?.shown ?? '')}` : '–',
      )
      lines.push(`| ${[cell(variation.name), ...cells].join(' | ')} |`)
      write(part, lines)
      expect(Object.fromEntries(problems)).toEqual({})
    },
    2 * limits.desk,
  )
  if (chosen.length === 0) test.skip(`no variation of ${part} is chosen`, () => undefined)
  afterAll(() => void process.stdout.write(write(part, lines)))
}

/** Writes the table as far as it is known, because all variations take long. */
function write(part: string, lines: readonly string[]): string {
  const head = [`| ${part} | ${jobNames.join(' | ')} |`, `|${'---|'.repeat(jobNames.length + 1)}`]
  const table = [...head, ...lines, ''].join('\n')
  mkdirSync(results, { recursive: true })
  writeFileSync(new URL(`variations-${part}.md`, results), table)
  return table
}
