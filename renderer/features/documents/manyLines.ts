/**
 * Reads the field of many sheets: typed lines, or what was pasted from a table. Of a line of a table one identifier
 * counts, or all of the same kind, such as two ICCIDs.
 */
import { queryHint } from '../../rules/queryHint.ts'
import { understandSearch } from '#shared/model/search/search.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { ManyLine } from './findEsims.ts'

const separators = ['\t', ';', ',', '|'] as const
/** A heading has none of the characters that every identifier has. */
const heading = /^[^\d@]*$/
const headingWord =
  /(?:^|[^\p{L}])(?:iccid|imsi|uid|e-?mail|mail|customer|kunden?|clientes?|clients?|correo|courriel)(?:$|[^\p{L}])/iu
/** The first line of a file in which a spreadsheet notes what is between its cells. */
const separatorLine = /^sep=.?$/i
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What identifies best comes first: an eSIM, then a customer. An order or a telephone may look like the last two. */
const kinds = ['iccid', 'activationCode', 'uuid', 'email', 'uid', 'imsi'] as const

function kindOf(cell: string): (typeof kinds)[number] | null {
  const { whole } = understandSearch(cell)
  return whole?.kind === 'uid' && uuid.test(whole.value) ? 'uuid' : (whole?.kind ?? null)
}

/** Returns the cells of a line without their quotes. A line without a separator is one cell. */
function cellsOf(line: string): readonly string[] {
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const separator = separators.find((one) => bare.includes(one))
  const cells = ['']
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) cells.push('')
    else cells.push((cells.pop() ?? '') + character)
  }
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
}

/** Returns the identifiers of a cell that has several, as exported files have, or the cell itself. */
function identifiersIn(cell: string): readonly string[] {
  const parts = cell.split(/[;,\s]+/)
  return kindOf(cell) === null && parts.every((part) => kindOf(part) !== null) ? parts : [cell]
}

/** Returns the identifiers of a line. A number that was cut makes the line unknown, whatever else it contains. */
function resolveLine(line: string): readonly string[] {
  const cells = cellsOf(line).flatMap(identifiersIn)
  const byKind = Map.groupBy(cells, kindOf)
  const cut = cells.filter((cell) => queryHint(cell) === 'shortened')
  const best = kinds.map((kind) => byKind.get(kind)).find((found) => found !== undefined)
  if (cut.length > 0 && !byKind.has('iccid')) return cut
  return best ?? (cells.length === 1 ? cells : [line])
}

/** @param selected the lines of selected customers, each of which names its customer as long as it is unchanged */
export function readManyLines(text: string, selected: ReadonlyMap<string, CustomerUid>): readonly ManyLine[] {
  const typed = text.split(/\r\n?|\n/).map((line, at) => ({ line: line.trim(), number: at + 1 }))
  const lines = typed.filter(({ line }) => line !== '' && !separatorLine.test(line))
  const isHeading = (line: string): boolean => lines.length > 1 && heading.test(line) && headingWord.test(line)
  const seen = new Set<string>()
  return lines.flatMap(({ line, number }, at): readonly ManyLine[] => {
    const uid = selected.get(line) ?? null
    if (uid === null && at === 0 && isHeading(line)) return []
    const identifiers = uid === null ? resolveLine(line) : [line]
    // Several numbers that were cut may look the same, and each of them is named.
    const others = identifiers.filter((one) => !seen.has(one) || queryHint(one) === 'shortened')
    for (const one of others) seen.add(one)
    return others.map((one) => ({ text: one, uid, number }))
  })
}
