/** Runs variations on the real desk, and reports what was seen for each job of each. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { jobs, type Seen } from './jobs.ts'
import { variationScene } from './scene.ts'
import { jobNames, usualWords, type JobName, type Variation } from './variation.ts'

const all = process.env['ESIM_DESK_VARIATIONS'] === 'all'
const named = process.env['ESIM_DESK_VARIATION'] ?? ''
const results = new URL('../../test-results/', import.meta.url)

const cell = (text: string): string => text.replaceAll('|', '/').slice(0, 90)

/** Each variation is one test. The table of what was seen is printed and written to test-results/. */
export function runVariations(part: string, variations: readonly Variation[]): void {
  const lines: string[] = []
  const chosen = variations.filter(({ name, often }) => (named === '' ? all || often === true : name.includes(named)))
  for (const { name, variants, jobs: affected = jobNames, says = {} } of chosen)
    test(
      `${name}: the jobs that it leaves possible work, and what the desk says is true`,
      async () => {
        const scene = await variationScene(variants)
        const seen = new Map<JobName, Seen>()
        for (const job of affected)
          seen.set(
            job,
            await jobs[job](scene).catch((error: unknown) => ({ said: `didn't work: ${String(error)}`, untrue: [] })),
          )
        const wrong = new Set(
          [...seen].filter(([job, { said }]) => !(says[job] ?? usualWords[job]).test(said)).map(([job]) => job),
        )
        const cells = jobNames.map((job) => {
          const one = seen.get(job)
          return one === undefined ? '–' : `${wrong.has(job) || one.untrue.length > 0 ? '✗ ' : ''}${cell(one.said)}`
        })
        lines.push(`| ${[name, ...cells].join(' | ')} |`)
        const untrue = [...seen].flatMap(([job, one]) => one.untrue.map((sentence) => `${job}: ${sentence}`))
        const unexpected = [...wrong].map((job) => `${job}: ${seen.get(job)?.said ?? ''}`)
        expect({ untrue, unexpected }).toEqual({ untrue: [], unexpected: [] })
      },
      2 * limits.desk,
    )
  if (chosen.length === 0) test.skip(`no variation of ${part} is chosen`, () => undefined)
  afterAll(() => {
    const table = [
      `| ${part} | ${jobNames.join(' | ')} |`,
      `|${'---|'.repeat(jobNames.length + 1)}`,
      ...lines,
      '',
    ].join('\n')
    mkdirSync(results, { recursive: true })
    writeFileSync(new URL(`variations-${part}.md`, results), table)
    process.stdout.write(`${table}\n`)
  })
}
