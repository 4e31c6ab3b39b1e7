/**
 * A message that leads a customer to their installation, and the address with which another program opens it. What the
 * address contains goes to the service of that program, so a page of the service comes before links with the code.
 */
import { DeskError } from '#shared/errors.ts'
import type { InstallationSheet, ShareChannel } from '#shared/model/esim/installation.ts'
import type { SheetMessages } from '#shared/sheet/messages.ts'
import { plain } from '#shared/sheet/plain.ts'

interface Link {
  readonly label: string | null
  readonly address: string
}

interface SharedMessage {
  /** The whole message as text. */
  readonly text: string
  readonly address: string
}

function linksOf({ links: { apple, android, page } }: InstallationSheet, { iphone, android: other }: SheetMessages) {
  if (page !== null) return [{ label: null, address: page }]
  return [
    { label: iphone.title, address: apple },
    { label: other.title, address: android },
  ].flatMap(({ label, address }): Link[] => (address === null ? [] : [{ label, address }]))
}

const lineOf = ({ label, address }: Link): string => (label === null ? address : `${label}: ${address}`)

/** The digits of the number with its country code, as these addresses have them. */
const digitsOf = (to: string | undefined): string => (to ?? '').replace(/^00/, '').replaceAll(/\D/g, '')

export function sharedMessage(
  sheet: InstallationSheet,
  messages: SheetMessages,
  channel: ShareChannel,
  to?: string,
): SharedMessage {
  const [first, ...others] = linksOf(sheet, messages)
  if (first === undefined) throw new DeskError('link_missing', 'There is no such link')
  const brand = plain(sheet.brand.name)
  const begin = brand === '' ? messages.share.begin : `${brand}: ${messages.share.begin}`
  const textWith = (links: readonly Link[]): string => [begin, ...links.map(lineOf), messages.share.end].join('\n')
  const text = textWith([first, ...others])
  const digits = digitsOf(to)
  const encoded = encodeURIComponent(text)
  switch (channel) {
    case 'whatsapp':
      return { text, address: `https://wa.me/${digits}?text=${encoded}` }
    case 'sms':
      return { text, address: `sms:${digits === '' ? '' : `+${digits}`}?body=${encoded}` }
    case 'telegram': {
      // Telegram puts this link above the text.
      const rest = encodeURIComponent(textWith(others))
      return { text, address: `https://t.me/share/url?url=${encodeURIComponent(first.address)}&text=${rest}` }
    }
  }
}
