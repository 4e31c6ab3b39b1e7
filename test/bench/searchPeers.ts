/**
 * Compares the search of the directory with other ways to search the same list: a filter over objects, one text of all
 * customers, MiniSearch and FlexSearch. The desk answers with the rows of a page from an encrypted file in another
 * thread, the others with ids from memory. Recall is the share of what a filter finds, of at most a page for each
 * query. Argument: the number of customers, 200,000 by default.
 */
import { execFileSync } from 'node:child_process'
import { machine, median, percentile } from './support/figures.ts'

const total = Number(process.argv[2] ?? 200_000)
const queries = 100
const page = 50
const program = new URL('support/searchMethods.ts', import.meta.url).pathname

type Answers = readonly { readonly milliseconds: number; readonly uids: readonly string[] }[]

function answersOf(method: string): Answers {
  const output = execFileSync(
    process.execPath,
    ['--max-old-space-size=12000', program, method, String(total), String(queries)],
    { maxBuffer: 2 ** 30 },
  )
  return JSON.parse(output.toString('utf8')) as Answers
}

/** A page has less than all matches of a common text, so it is compared with as many of them. */
function recallOf(answers: Answers, all: readonly ReadonlySet<string>[]): number {
  let [found, expected] = [0, 0]
  for (const [n, { uids }] of answers.entries()) {
    const matches = all[n] ?? new Set()
    found += new Set(uids.filter((uid) => matches.has(uid))).size
    expected += Math.min(page, matches.size)
  }
  return found / expected
}

const all = answersOf('all matches').map(({ uids }) => new Set(uids))
console.log(
  `${total.toLocaleString('en')} customers, ${String(queries)} queries of the fixed mix, pages of ${String(page)}`,
)
for (const method of ['desk', 'filter', 'packed text', 'MiniSearch', 'FlexSearch']) {
  const answers = answersOf(method)
  const took = answers.map(({ milliseconds }) => milliseconds)
  console.log(
    `${method.padEnd(12)} p50 ${median(took).toFixed(2).padStart(7)} ms, p99 ${percentile(took, 99).toFixed(2).padStart(7)} ms, ` +
      `recall ${recallOf(answers, all).toFixed(3)}`,
  )
}
machine()
