/** The content of the sheet in one language, in reading order: the only source for print, mail and plain text. */
import type { InstallationSheet, PackageStart, SheetPackage } from '../model/esim/installation.ts'
import { isKnown, isUnlimited, readable } from '../model/package/size.ts'
import type { DataSize, Validity } from '../model/customer/views.ts'
import { dayText } from './dayText.ts'
import { countriesText } from './countriesText.ts'
import { plain, plainLines, shortened } from './plain.ts'
import { typedAddress } from './typedAddress.ts'
import type { SheetMessages } from './messages.ts'

interface SheetRow {
  readonly label: string
  readonly value: string
  readonly hint: string | null
}

interface SheetLink {
  readonly label: string
  readonly address: string
  /** The address as it is printed, or `null` if it is too long to be typed. */
  readonly typed: string | null
}

export interface SheetPlatform {
  readonly title: string
  readonly steps: readonly string[]
  /** Replaces the second step where there is no QR code to scan. */
  readonly byHand: string
  readonly link: (SheetLink & { readonly from: string }) | null
}

export interface SheetDocument {
  /** The name of the reseller, or empty if there is none. */
  readonly name: string
  /** Whose sheet it is: the e-mail address, or the uid of a customer without one. */
  readonly recipient: string
  readonly title: string
  readonly lead: string
  /** The first notice to the customer, or `null` if the profile is simply ready. */
  readonly note: { readonly title: string; readonly text: string } | null
  readonly tap: string
  readonly scan: string
  /** The same after the links, where there are any. */
  readonly scanElsewhere: string
  readonly qrAlt: string
  readonly byHand: string
  readonly code: readonly SheetRow[]
  readonly packagesTitle: string
  readonly packages: readonly { readonly name: string; readonly facts: string }[]
  /** Where the packages work, or `null` if the service doesn't report it. */
  readonly where: { readonly title: string; readonly text: string } | null
  readonly platforms: readonly SheetPlatform[]
  readonly advice: readonly { readonly title: string; readonly text: string }[]
  readonly page: SheetLink | null
  readonly secret: string
  readonly contactTitle: string
  /** One line or a few. Empty if there is no contact. */
  readonly contact: string
}

/** More packages would not fit on the page beside the rest. */
const maxPackages = 3
const maxNameLength = 100
/** No e-mail address that works is longer. */
const maxRecipientLength = 254
const maxLines = 5

export function sheetDocument(sheet: InstallationSheet, messages: SheetMessages): SheetDocument {
  const { links, brand, code } = sheet
  const where = countriesText(sheet.countries, messages)
  const platforms = [platform(sheet, messages.iphone, links.apple), platform(sheet, messages.android, links.android)]
  return {
    name: plain(brand.name),
    recipient: recipientOf(sheet),
    title: messages.title,
    lead: messages.lead,
    note: noteOf(sheet, messages),
    tap: messages.tap,
    scan: messages.scan,
    scanElsewhere: platforms.every(({ link }) => link === null)
      ? messages.scan
      : `${messages.elsewhere} ${messages.scan}`,
    qrAlt: messages.qrAlt,
    byHand: messages.byHand,
    code: codeRows(sheet, messages),
    packagesTitle: messages.packages,
    packages: sheet.packages.slice(0, maxPackages).map((item) => ({
      name: shortened(plain(item.name ?? ''), maxNameLength) || messages.unnamedPackage,
      facts: packageFacts(item, messages),
    })),
    where: where === '' ? null : { title: messages.where, text: where },
    platforms,
    advice: [
      { title: messages.arrivalTitle, text: messages.arrival },
      { title: messages.worksTitle, text: messages.works },
      { title: messages.limitTitle, text: messages.limit },
    ],
    page: links.page === null ? null : linkOf(messages.page, links.page, code),
    secret: messages.secret,
    contactTitle: messages.contact,
    contact: limitLines(plainLines(brand.contact)),
  }
}

const recipientOf = ({ customerEmail, customerUid }: InstallationSheet): string =>
  shortened(plain(customerEmail ?? '') || plain(customerUid), maxRecipientLength)

/** Joins further lines to the last one that fits. */
function limitLines(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '')
  return [...lines.slice(0, maxLines - 1), lines.slice(maxLines - 1).join(' · ')]
    .filter((line) => line !== '')
    .join('\n')
}

function noteOf({ state, active }: InstallationSheet, { noteTitle, notes }: SheetMessages): SheetDocument['note'] {
  if (active === false) return { title: noteTitle, text: notes.inactive }
  return state === 'released' ? null : { title: noteTitle, text: notes[state] }
}

function codeRows({ code, iccid }: InstallationSheet, messages: SheetMessages): SheetRow[] {
  const rows: SheetRow[] = []
  if (code !== null) {
    rows.push(
      { label: messages.address, value: plain(code.address), hint: null },
      {
        label: messages.matchingId,
        value: plain(code.matchingId),
        hint: code.matchingId === '' ? messages.noMatchingId : null,
      },
    )
    if (code.needsConfirmation) rows.push({ label: messages.confirmation, value: '', hint: messages.confirmationHint })
  }
  return [...rows, { label: messages.iccid, value: plain(iccid), hint: null }]
}

const linkOf = (label: string, address: string, code: InstallationSheet['code']): SheetLink => ({
  label,
  address,
  typed: typedAddress(address, code),
})

function platform(
  { code }: InstallationSheet,
  { title, steps, byHand, link, from }: SheetMessages['iphone'],
  address: string | null,
): SheetPlatform {
  return {
    title,
    steps,
    byHand: byHand.replace('{code}', () => plain(code?.text ?? '')),
    link: address === null ? null : { ...linkOf(link, address, code), from },
  }
}

function packageFacts({ size, validity, expiresAt, start }: SheetPackage, messages: SheetMessages): string {
  const facts = [sizeText(size, messages), validityText(validity, expiresAt, messages), startText(start, messages)]
  return facts.filter((fact) => fact !== '').join(' · ')
}

/**
 * Empty where the amount is not known. The mark keeps the number and the unit in this order in text of the other
 * direction.
 */
export function sizeText(
  size: DataSize,
  { locale, unlimitedData }: Pick<SheetMessages, 'locale' | 'unlimitedData'>,
): string {
  if (isUnlimited(size)) return unlimitedData
  if (!isKnown(size)) return ''
  const { value, unit } = readable(size)
  return `\u200e${new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value)}\u00a0${plain(unit)}`
}

function validityText(validity: Validity, expiresAt: string | null, messages: SheetMessages): string {
  if (validity.unlimited) return messages.unlimited
  if (expiresAt !== null) return messages.validUntil.replace('{date}', () => dayText(expiresAt, messages.locale))
  const length = lengthText(validity, messages.locale)
  return length === null ? '' : messages.validFor.replace('{length}', () => length)
}

function startText(start: PackageStart | null, { starts, latestStart, locale }: SheetMessages): string {
  if (start === null) return ''
  const { by, latest } = start
  return starts[by] + (latest === null ? '' : latestStart.replace('{date}', () => dayText(latest, locale)))
}

const units = new Set(['hour', 'day', 'week', 'month', 'year'])

/** `null` if the length isn't known. An unknown unit is shown as it came. */
function lengthText({ value, unit }: Validity, locale: string): string | null {
  if (value === null || unit === null) return null
  const known = unit.trim().toLowerCase().replace(/s$/, '')
  if (!units.has(known)) return `${new Intl.NumberFormat(locale).format(value)} ${plain(unit)}`
  return new Intl.NumberFormat(locale, { style: 'unit', unit: known, unitDisplay: 'long' }).format(value)
}

/** The sheet as plain text, which has no QR code, for mails and clipboards that accept nothing else. */
export function sheetText(document: SheetDocument): string {
  const links = document.platforms.flatMap(({ link }) =>
    link === null ? [] : [`${link.label} (${link.from}): ${link.address}`],
  )
  const rows = document.code.map(({ label, value, hint }) => `${label}: ${[value, hint].filter(Boolean).join(' ')}`)
  const platforms = document.platforms.map(({ title, steps, byHand }) =>
    [title, ...steps.with(1, byHand).map((step, index) => `${String(index + 1)}. ${step}`)].join('\n'),
  )
  const packages = document.packages.map(({ name, facts }) => `${name}: ${facts}`)
  return [
    [document.name, document.title].filter(Boolean).join('\n'),
    document.note === null ? '' : `${document.note.title}: ${document.note.text}`,
    links.length === 0 ? '' : [document.tap, ...links].join('\n'),
    document.lead,
    [document.byHand, ...rows].join('\n'),
    ...platforms,
    packages.length === 0 ? '' : `${document.packagesTitle}\n${packages.join('\n')}`,
    document.where === null ? '' : `${document.where.title}\n${document.where.text}`,
    ...document.advice.map(({ title, text }) => `${title}: ${text}`),
    document.page === null ? '' : `${document.page.label}: ${document.page.address}`,
    document.secret,
    document.contact === '' ? '' : `${document.contactTitle} ${document.contact}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
