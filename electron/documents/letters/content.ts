/** What a letter says to one customer: plain text, which every mail program shows as its reader likes it. */
import type { Letter } from '#shared/model/letter.ts'
import { endOfItem, itemPhase } from '#shared/model/package/itemPhase.ts'
import { remainingOf } from '#shared/model/package/remaining.ts'
import type { DocumentSettings } from '#shared/model/documents.ts'
import { dayText } from '#shared/sheet/dayText.ts'
import { sizeText } from '#shared/sheet/document.ts'
import type { SheetMessages } from '#shared/sheet/messages.ts'
import { plain, plainLines } from '#shared/sheet/plain.ts'
import type { WireActivatedItem, WireCustomerEntry } from '#shared/wire/customer.ts'

/** The packages that a customer can use now or later, those that end first at the beginning. */
function heldItems(entry: WireCustomerEntry, now: number) {
  const held = entry.activatedItems
    .map((item) => ({ item, phase: itemPhase(item, now), end: endOfItem(item) ?? Infinity }))
    .filter(({ phase }) => phase === 'active' || phase === 'waiting_use' || phase === 'waiting_activation')
    .toSorted((one, other) => one.end - other.end)
  return { active: held.filter(({ phase }) => phase === 'active'), held }
}

/** Whether the customer has a package that is active or waits. */
export const holdsPackage = (entry: WireCustomerEntry, now: number): boolean => heldItems(entry, now).held.length > 0

const nameOf = (item: WireActivatedItem | undefined, { unnamedPackage }: SheetMessages): string =>
  plain(item?.balance.name ?? '') || unnamedPackage

/** @param now epoch milliseconds by the service's clock */
export function letterContent(
  entry: WireCustomerEntry,
  letter: Letter,
  messages: SheetMessages,
  { name, contact }: Pick<DocumentSettings['brand'], 'name' | 'contact'>,
  now: number,
): { readonly subject: string; readonly text: string } {
  const { locale, letters } = messages
  const { active, held } = heldItems(entry, now)
  const waiting = held.filter((one) => !active.includes(one))
  const about = { failed: held, notStarted: waiting, ending: active, low: active, trouble: held }[letter.about][0]
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
  const { subject, text } = letters.about[letter.about]
  return {
    subject: filled(subject),
    text: [letters.greeting, filled(text), plainLines(letter.note), letters.answer, plainLines(`${name}\n${contact}`)]
      .filter((part) => part !== '')
      .join('\n\n'),
  }
}
