/**
 * Opens CSV files in a real spreadsheet: LibreOffice opens them headless, in its own profile, and reports the content
 * of each cell.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { limits } from '../limits.ts'

const run = promisify(execFile)

export interface Cell {
  /** `string`, `float`, `date`, `boolean`, `currency`…; `empty` for an empty cell. */
  readonly type: string
  readonly text: string
  /** The stored value of a number. */
  readonly value: string | null
  readonly formula: string | null
}

export interface Reader {
  readonly separator?: ',' | ';' | '\t'
  /** The Windows language identifier, which decides the formats of numbers and dates. */
  readonly language?: number
  /** Whether to detect dates, fractions and similar values, as Excel always does. */
  readonly detectSpecialNumbers?: boolean
}

export const languages = { english: 1033, german: 1031, french: 1036, japanese: 1041 } as const

/**
 * Opens a CSV text once for each reader, in turn, in one LibreOffice profile. A reader of null uses LibreOffice's
 * default options.
 */
export async function openInSpreadsheet(
  csv: string,
  readers: readonly (Reader | null)[] = [null],
): Promise<readonly (readonly (readonly Cell[])[])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'esim-desk-spreadsheet-'))
  try {
    const file = join(folder, 'operations.csv')
    await writeFile(file, csv)
    const sheets = []
    for (const [index, reader] of readers.entries()) sheets.push(await openWith(folder, file, index, reader))
    return sheets
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function openWith(
  folder: string,
  file: string,
  index: number,
  reader: Reader | null,
): Promise<readonly (readonly Cell[])[]> {
  const target = join(folder, `opened-${String(index)}`)
  await mkdir(target)
  const profile = pathToFileURL(join(folder, 'profile')).href
  const filter = reader === null ? [] : [`--infilter=CSV:${filterOptions(reader)}`]
  await run(
    'soffice',
    [`-env:UserInstallation=${profile}`, '--headless', ...filter, '--convert-to', 'fods', '--outdir', target, file],
    { timeout: limits.test, env: { ...process.env, LC_ALL: 'C.UTF-8' } },
  )
  return cellsOf(await readFile(join(target, 'operations.fods'), 'utf8'))
}

/**
 * Returns the options of LibreOffice's CSV filter in their order: separator, quote, UTF-8, first line, no column
 * formats, language, quoted fields as text, detection of special numbers.
 */
function filterOptions({
  separator = ',',
  language = languages.english,
  detectSpecialNumbers = false,
}: Reader): string {
  return [separator.charCodeAt(0), 34, 76, 1, '', language, false, detectSpecialNumbers].join(',')
}

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? null : decodeEntities(found)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decodeEntities = (xml: string): string =>
  xml.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (_, hex: string | undefined, digits: string | undefined, name: string | undefined) =>
      name === undefined
        ? String.fromCodePoint(hex === undefined ? Number(digits) : Number.parseInt(hex, 16))
        : (entities[name] ?? ''),
  )

const spaces = (xml: string): string =>
  xml
    .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count: string | undefined) => ' '.repeat(Number(count ?? 1)))
    .replaceAll('<text:tab/>', '\t')
    .replaceAll('<text:line-break/>', '\n')

const textOf = (xml: string): string =>
  [...xml.matchAll(/<text:p>(.*?)<\/text:p>|<text:p\/>/gs)]
    .map(([, inner = '']) => decodeEntities(spaces(inner).replaceAll(/<[^<>]*>/g, '')))
    .join('\n')

function cellsOf(document: string): readonly (readonly Cell[])[] {
  const [table = ''] = /<table:table [\s\S]*?<\/table:table>/.exec(document) ?? []
  const rows = [...table.matchAll(/<table:table-row(?:\s[^>]*)?>([\s\S]*?)<\/table:table-row>/g)].map(
    ([, inner = '']) => inner,
  )
  return rows.map((row) =>
    [...row.matchAll(/<table:table-cell(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g)].flatMap(
      ([, tag = '', inner = '']) => {
        const cell: Cell = {
          type: attribute(tag, 'office:value-type') ?? 'empty',
          text: textOf(inner),
          value: attribute(tag, 'office:value'),
          formula: attribute(tag, 'table:formula'),
        }
        // A spreadsheet has thousands of empty columns after the last one.
        const times = Number(attribute(tag, 'table:number-columns-repeated') ?? 1)
        return Array.from({ length: times > 1000 ? 0 : times }, () => cell)
      },
    ),
  )
}
