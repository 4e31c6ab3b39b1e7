/**
 * What a real spreadsheet makes of a CSV file: LibreOffice opens it headless, in a profile of its own, and says what
 * each cell is.
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
  /** `string`, `float`, `date`, `boolean`, `currency`…; `empty` where there is nothing. */
  readonly type: string
  readonly text: string
  /** Of a number, as it is kept. */
  readonly value: string | null
  readonly formula: string | null
}

export interface Reader {
  readonly separator?: ',' | ';' | '\t'
  /** Windows' number of a language; its way to write numbers and dates counts. */
  readonly language?: number
  /** Looks for dates, fractions and the like, as Excel always does. */
  readonly detectSpecialNumbers?: boolean
}

export const languages = { english: 1033, german: 1031, french: 1036, japanese: 1041 } as const

/**
 * Files that are opened one after the other by one LibreOffice; without a reader, as it opens them when nobody chooses
 * anything.
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

/** Separator, quote, UTF-8, first line, no formats of columns, language, quoted text as any other, special numbers. */
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
        // A spreadsheet has thousands of empty columns behind the last one.
        const times = Number(attribute(tag, 'table:number-columns-repeated') ?? 1)
        return Array.from({ length: times > 1000 ? 0 : times }, () => cell)
      },
    ),
  )
}
