/**
 * Prints the operations of a profile folder's journal, or one of them with its history and its requests, with the texts
 * of its page. It changes nothing. The journal has no e-mail addresses and no codes, and a running desk holds it alone.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { createI18n } from 'vue-i18n'
import type { OperationState } from '#shared/model/operation/operationStates.ts'
import { joinedState } from '../../electron/operations/outcomes.ts'
import { createJournalReads } from '../../electron/operations/journal/journalReads.ts'
import type { JournalRow } from '../../electron/operations/journal/journalRow.ts'
import { journalMigrations } from '../../electron/operations/journal/schema.ts'
import { causeTexts } from '../../renderer/features/operations/causeTexts.ts'

const newest = 50
const usage =
  'npm run journal -- FOLDER [ID]   FOLDER is the profile folder, which has journal.db; without ID the 50 newest'

const locale = new URL('../../renderer/locales/en/', import.meta.url)
const english = globSync('*.json', { cwd: locale }).map((name): unknown =>
  JSON.parse(readFileSync(new URL(name, locale), 'utf8')),
)
const i18n = createI18n({ legacy: false, locale: 'en' })
i18n.global.setLocaleMessage('en', Object.assign({}, ...english))
const { t } = i18n.global
const { cause, outcome } = causeTexts(
  (key, named = {}) => t(key, named),
  (code) => t(`errors.${code}.what`),
)

const time = (at: number | string | null): string => (at === null ? '–' : new Date(at).toISOString())
/** A text, and behind it the journal's own term, which desk.log has. */
const withTerm = (text: string, term: string): string =>
  text.toLowerCase() === term.toLowerCase().replaceAll('_', ' ') ? text : `${text} (${term})`

const stateText = (state: OperationState): string => withTerm(t(`operations.state.${state}`), state)

function summary(row: JournalRow): string {
  const state = joinedState(row)
  const sentence = withTerm(cause(row.cause, row.state), row.cause)
  return `${time(row.created_at)}  ${row.id}  ${t(`operations.kind.${row.kind}`)}: ${stateText(state)}. ${sentence}`
}

function details(row: JournalRow, reads: ReturnType<typeof createJournalReads>): readonly string[] {
  const facts = {
    customer: row.customer_uid,
    package: row.item_uid,
    name: row.package_name,
    amount: row.amount === null ? null : `${row.amount} ${row.currency ?? ''}`,
    agent: row.agent_name,
    connection: row.connection_name,
    'reads show': row.shows,
    'the service answered': row.reason,
  }
  return [
    summary(row),
    ...Object.entries(facts).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [`  ${name}: ${value}`],
    ),
    'History',
    ...reads.transitions(row.id).map(({ at, state, cause: term, detail }) => {
      const sentence = withTerm(cause(term, state), term)
      return `  ${time(at)}  ${stateText(state)}: ${sentence}${detail === null ? '' : ` · ${detail}`}`
    }),
    'Requests',
    ...reads.attempts(row.id).map(({ number, route, began, ended, outcome: term }) => {
      const sentence = term === null ? t('operations.attempt.open') : withTerm(outcome(term), term)
      return `  ${String(number)}  ${route}  ${time(began)} to ${time(ended)}  ${sentence}`
    }),
  ]
}

/** Returns the lines to print, or throws a sentence. */
function print(folder: string, id: string | undefined): readonly string[] {
  const file = join(folder, 'journal.db')
  if (!existsSync(file)) throw new Error(`There is no journal.db in ${folder}.`)
  const db = new Database(file, { readonly: true, timeout: 500 })
  try {
    const version = Number(db.pragma('user_version', { simple: true }))
    if (version !== journalMigrations.length)
      throw new Error(`Another version of the desk has written ${file}. Print it with the sources of that version.`)
    const reads = createJournalReads(db)
    if (id === undefined) return reads.rows({}, newest, null).map(summary)
    const row = reads.row(id)
    if (row === undefined) throw new Error(`The journal has no operation ${id}.`)
    return details(row, reads)
  } finally {
    db.close()
  }
}

/** Returns the text to show to the person. */
function sentenceOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  return 'code' in thrown && thrown.code === 'SQLITE_BUSY'
    ? 'A desk is running on this folder and holds its journal. End it, and print the journal then.'
    : thrown.message
}

const [folder, id, ...others] = process.argv.slice(2)
try {
  if (folder === undefined || folder.startsWith('-') || others.length > 0) throw new Error(usage)
  process.stdout.write(`${print(folder, id).join('\n')}\n`)
} catch (thrown) {
  process.stderr.write(`${sentenceOf(thrown)}\n`)
  process.exitCode = 1
}
