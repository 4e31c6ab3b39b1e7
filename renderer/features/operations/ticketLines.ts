/** The form of a text for a ticket: lines of a label and a value, in sections. It names no address of a person. */

export type TicketFact = readonly [label: string, value: string | null]

const word = /[^\s<>"']+/g
const isAddress = (text: string): boolean => /[^@]@[^@]/.test(text)
const hidden = '…'

/** Facts without a value are left out. */
export const factLines = (facts: readonly TicketFact[]): readonly string[] =>
  facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [`${label}: ${value}`]))

export const sectionLines = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)]

export function ticketText(lines: readonly string[]): string {
  return `${lines.join('\n').replaceAll(word, (text) => (isAddress(text) ? hidden : text))}\n`
}
