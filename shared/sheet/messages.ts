/** The messages of the sheet in one language. */
import type { LetterKind } from '../model/letter.ts'
import type { PackageStart } from '../model/esim/installation.ts'

interface PlatformMessages {
  readonly title: string
  /** The one-tap link (interface 2.8), and the version from which on it works. */
  readonly link: string
  readonly from: string
  readonly steps: readonly string[]
  /** What the second step is where there is no QR code to scan. It may contain `{code}`, the whole activation code. */
  readonly byHand: string
}

export interface SheetMessages {
  /** BCP 47 locale for formats, with Latin digits, as the codes have them. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** Stands before the customer on each of several printed sheets. */
  readonly recipient: string
  readonly title: string
  readonly lead: string
  /** Stands before the one-tap links. */
  readonly tap: string
  /** Stands before `scan` where there are such links. */
  readonly elsewhere: string
  readonly scan: string
  /** Stands in the place of the QR code in a mail program that shows no pictures. */
  readonly qrAlt: string
  readonly byHand: string
  readonly address: string
  readonly matchingId: string
  /** Stands in its place if it is empty. */
  readonly noMatchingId: string
  readonly confirmation: string
  readonly confirmationHint: string
  readonly iccid: string
  readonly packages: string
  readonly unnamedPackage: string
  /** Contains `{length}`. */
  readonly validFor: string
  /** Contains `{date}`. */
  readonly validUntil: string
  /** Stands for the size of a package without a volume. */
  readonly unlimitedData: string
  readonly unlimited: string
  /** What starts a package that waits. */
  readonly starts: Readonly<Record<PackageStart['by'], string>>
  /** Follows it, and contains `{date}`, on which the package starts by itself. */
  readonly latestStart: string
  readonly where: string
  /** Contains `{countries}`. */
  readonly byPackageList: string
  /** Stands for them if they are many. Contains `{count}` and `{countries}`, a few of them. */
  readonly someCountries: string
  readonly iphone: PlatformMessages
  readonly android: PlatformMessages
  readonly arrivalTitle: string
  readonly arrival: string
  readonly worksTitle: string
  readonly works: string
  readonly limitTitle: string
  readonly limit: string
  readonly page: string
  readonly noteTitle: string
  /** The first notice to the customer if the profile isn't simply ready. */
  readonly notes: Readonly<Record<'installed' | 'disabled' | 'error' | 'unknown' | 'inactive', string>>
  readonly secret: string
  readonly contact: string
  readonly subject: string
  /** Mails without a code. */
  readonly letters: {
    readonly greeting: string
    /** They contain `{package}`, `{day}`, `{time}`, `{left}` and `{country}`. */
    readonly about: Readonly<Record<LetterKind, { readonly subject: string; readonly text: string }>>
    /** In the place of `notStarted` for a package that starts when the agent starts it. */
    readonly onRequest: { readonly subject: string; readonly text: string }
    /** Stands at the end where the reseller has no contact. */
    readonly answer: string
  }
  /** A short message for a chat: `begin`, the link, and `end`. */
  readonly share: { readonly begin: string; readonly end: string }
}
