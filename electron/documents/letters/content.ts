/** The content of a letter to one customer: plain text, which every mail program shows as its reader likes it. */
import type { Letter } from '#shared/model/letter.ts'
import { endOfItem, itemPhase } from '#shared/model/package/itemPhase.ts'
import { remainingOf } from '#shared/model/package/remaining.ts'
import type { DocumentSettings } from '#shared/model/documents.ts'
import { dayText } from '#shared/sheet/dayText.ts'
import { sizeText } from '#shared/sheet/document.ts'
import type { SheetMessages } from '#shared/sheet/messages.ts'
import { plain, plainLines } from '#shared/sheet/plain.ts'
import type { WireActivatedItem, WireCustomerEntry } from '#shared/wire/customer.ts'

/** Returns whether a package is known or inferred to cover the country of a trouble. */
export type CoversTrouble = (item: WireActivatedItem) => boolean

/** The packages that a customer can use now or later, those that end first at the beginning. */
function heldItems(entry: WireCustomerEntry, now: number) {
  const held = entry.activatedItems
    .map((item) => ({ item, phase: itemPhase(item, now), end: endOfItem(item) ?? Infinity }))
    .filter(({ phase }) => phase === 'active' || phase === 'waiting_use' || phase === 'waiting_activation')
    .toSorted((one, other) => one.end - other.end)
  return { active: held.filter(({ phase }) => phase === 'active'), held }
}

/** Whether the customer has a package for the country that is active or waits. */
export const isConcerned = (entry: WireCustomerEntry, covers: CoversTrouble, now: number): boolean =>
  heldItems(entry, now).held.some(({ item }) => covers(item))

const nameOf = (item: WireActivatedItem | undefined, { unnamedPackage }: SheetMessages): string =>
  plain(item?.balance.name ?? '') || unnamedPackage

interface LetterContent {
  readonly subject: string
  readonly text: string
  /** Follows the agent's own sentence. */
  readonly end: string
}

export const wholeText = ({ text, end }: LetterContent, note: string): string =>
  [text, plainLines(note), end].filter((part) => part !== '').join('\n\n')

/** @param now epoch milliseconds by the service's clock */
export function letterContent(
  entry: WireCustomerEntry,
  letter: Letter,
  messages: SheetMessages,
  { name, contact }: Pick<DocumentSettings['brand'], 'name' | 'contact'>,
  covers: CoversTrouble,
  now: number,
): LetterContent {
  const { locale, letters } = messages
  const { active, held } = heldItems(entry, now)
  const waiting = held.filter((one) => !active.includes(one))
  const concerned = held.filter(({ item }) => covers(item))
  // Their data ends with the package that ends last.
  const last = active.slice(-1)
  const about = { failed: held, notStarted: waiting, ending: last, low: active, trouble: concerned }[letter.about][0]
  const end = about === undefined || about.end === Infinity ? null : new Date(about.end)
  const left = remainingOf(entry)(now)
  const values: Readonly<Record<string, string>> = {
    package: nameOf(about?.item, messages),
    day: end === null ? '' : dayText(end.toISOString(), locale),
    time: end === null ? '' : end.toISOString().slice(11, 16),
    left: left === null ? '' : sizeText(left, messages),
    country:
      letter.about === 'trouble'
        ? (new Intl.DisplayNames([locale], { type: 'region' }).of(letter.country) ?? letter.country)
        : '',
  }
  const filled = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_, value: string) => values[value] ?? '')
  const isOnRequest = letter.about === 'notStarted' && about?.phase === 'waiting_activation'
  const { subject, text } = isOnRequest ? letters.onRequest : letters.about[letter.about]
  return {
    subject: filled(subject),
    text: `${letters.greeting}\n\n${filled(text)}`,
    end: plainLines(contact === '' ? `${letters.answer}\n\n${name}` : `${messages.contact}\n${name}\n${contact}`),
  }
}
