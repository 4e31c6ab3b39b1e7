/**
 * Renders the sheet as HTML for mail programs: tables and inline styles, because they support little else. Every text
 * is escaped, every address has been checked (https), and no picture is loaded from outside.
 *
 * Mail programs turn dark in different ways. Apple Mail follows the style sheet of the head; Gmail and Outlook replace
 * light backgrounds and dark text, or invert every colour. So text has one of two colours and stands on the background
 * of the page, of the note or of the QR code, but on none in the reseller's colour, which is that of lines only.
 */
import { escapeHtml } from '../base/escapeHtml.ts'
import type { InstallationSheet } from '#shared/model/esim/installation.ts'
import type { SheetDocument, SheetPlatform } from '#shared/sheet/document.ts'
import { plain, plainLines } from '#shared/sheet/plain.ts'
import type { SheetMessages } from '#shared/sheet/messages.ts'

export interface Pictures {
  /** Address of the QR code: `cid:` or `data:`. */
  readonly qr: string | null
  readonly logo: string | null
}

/** Escapes a text and removes control characters and invisible marks. */
export const htmlText = (text: string): string => escapeHtml(plain(text))
const lines = (text: string): string => plainLines(text).split('\n').map(htmlText).join('<br>')

const fontFamily = "font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,'Noto Sans Arabic','Noto Sans JP',sans-serif"
const ink = 'color:#171b26'
const muted = (style = ''): string => `class="muted" style="color:#59626f${style}"`

/** The colours of mail programs that let the mail decide what it looks like in the dark. */
const darkStyle = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  '.page{background:#14171e!important}.page,.link{color:#e8ebf1!important}',
  '.muted{color:#a9b2c0!important}.note{background:#4a3b12!important}}',
].join('')

export function sheetHtml(
  document: SheetDocument,
  sheet: InstallationSheet,
  { direction, locale }: SheetMessages,
  pictures: Pictures,
  note = '',
): string {
  const { colour } = sheet.brand
  const body = [
    head(document.name, colour, pictures.logo),
    note === '' ? '' : `<p dir="auto" style="margin:0 0 16px">${lines(note)}</p>`,
    `<h1 style="margin:0 0 8px;font-size:22px;line-height:28px">${htmlText(document.title)}</h1>`,
    document.note === null
      ? ''
      : '<p class="note" style="margin:0 0 12px;padding:10px 12px;border-radius:8px;background:#fdf1d7">' +
        `<strong>${htmlText(document.note.title)}</strong> ${htmlText(document.note.text)}</p>`,
    tapLinks(document, colour),
    pictures.qr === null ? '' : qrCode(document, pictures.qr),
    `<p style="margin:0 0 16px">${htmlText(document.lead)}</p>`,
    codeTable(document, direction),
    packages(document),
    document.where === null ? '' : titled(document.where),
    ...document.platforms.map((platform) => platformPart(platform, document.byHand)),
    ...document.advice.map(titled),
    document.page === null ? '' : `<p style="margin:0 0 8px">${link(document.page)}</p>`,
    `<p ${muted(';margin:16px 0 0')}>${htmlText(document.secret)}</p>`,
    document.contact === ''
      ? ''
      : `<p style="margin:8px 0 0"><strong>${htmlText(document.contactTitle)}</strong><br>` +
        `<span dir="auto">${lines(document.contact)}</span></p>`,
  ]
  const language = locale.slice(0, 2)
  return [
    `<!doctype html><html lang="${language}" dir="${direction}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${htmlText(document.title)}</title><style>${darkStyle}</style></head>`,
    `<body class="page" style="margin:0;padding:16px;background:#ffffff;${ink};`,
    `${fontFamily};font-size:14px;line-height:20px">`,
    `<div dir="${direction}" style="max-width:600px;margin:0 auto">${body.join('')}</div></body></html>`,
  ].join('')
}

function head(name: string, colour: string, logo: string | null): string {
  if (name === '' && logo === null) return ''
  const picture =
    logo === null
      ? ''
      : `<img src="${htmlText(logo)}" height="40" alt="${htmlText(name)}" style="display:block;max-width:220px;height:40px">`
  const style = `margin:0 0 16px;padding:0 0 12px;border-bottom:3px solid ${htmlText(colour)};font-size:16px;font-weight:600`
  return `<p style="${style}">${picture === '' ? `<span dir="auto">${htmlText(name)}</span>` : picture}</p>`
}

const titled = ({ title, text }: SheetDocument['advice'][number]): string =>
  `<p style="margin:0 0 12px"><strong>${htmlText(title)}</strong><br>${htmlText(text)}</p>`

const link = ({ label, address }: { readonly label: string; readonly address: string }, style = ''): string =>
  `<a class="link" href="${htmlText(address)}" style="${ink}${style}">${htmlText(label)}</a>`

/** Outlook supports no padding inside a link, so the cell around it makes it a button. */
function tapLinks({ tap, platforms }: SheetDocument, colour: string): string {
  const links = platforms.flatMap((platform) => platform.link ?? [])
  if (links.length === 0) return ''
  const cell = `padding:10px 16px;border:2px solid ${htmlText(colour)};border-radius:8px`
  return [
    `<p style="margin:0 0 8px;font-size:16px;line-height:22px"><strong>${htmlText(tap)}</strong></p>`,
    ...links.map(
      (one) =>
        `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 2px"><tr><td style="${cell}">` +
        `${link(one, ';display:block;font-size:16px;font-weight:600;text-decoration:none')}</td></tr></table>` +
        `<p ${muted(';margin:0 0 12px')}>${htmlText(one.from)}</p>`,
    ),
  ].join('')
}

/**
 * A camera needs light around the code. The picture has that itself, which no mail program changes; the cell keeps the
 * text legible that stands in its place where pictures are blocked.
 */
const qrCode = ({ scanElsewhere, qrAlt }: SheetDocument, address: string): string =>
  `<p style="margin:0 0 8px">${htmlText(scanElsewhere)}</p>` +
  '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr>' +
  '<td bgcolor="#ffffff" style="padding:8px;border:1px solid #d7dbe2;border-radius:8px;background:#ffffff">' +
  `<img src="${htmlText(address)}" width="220" height="220" alt="${htmlText(qrAlt)}"` +
  ` style="display:block;background:#ffffff;${ink};font-size:14px;line-height:20px"></td></tr></table>`

function codeTable({ byHand, code }: SheetDocument, direction: SheetMessages['direction']): string {
  const hintPart = (hint: string): string =>
    `<span dir="${direction}" style="display:inline-block;${fontFamily}">${htmlText(hint)}</span>`
  const rows = code.map(
    ({ label, value, hint }) =>
      `<tr><td ${muted(';padding:3px 0;padding-inline-end:12px')}>${htmlText(label)}</td>` +
      '<td dir="ltr" style="padding:3px 0;font-family:Consolas,Menlo,monospace;word-break:break-word">' +
      `${htmlText(value)}${hint === null ? '' : hintPart(hint)}</td></tr>`,
  )
  return [
    `<p style="margin:0 0 4px"><strong>${htmlText(byHand)}</strong></p>`,
    '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:14px">',
    ...rows,
    '</table>',
  ].join('')
}

function packages({ packagesTitle, packages: items }: SheetDocument): string {
  if (items.length === 0) return ''
  return [
    `<p style="margin:0 0 4px"><strong>${htmlText(packagesTitle)}</strong></p>`,
    ...items.map(
      ({ name, facts }) =>
        `<p style="margin:0 0 4px"><span dir="auto">${htmlText(name)}</span><br>` +
        `<span ${muted()}>${htmlText(facts)}</span></p>`,
    ),
    '<p style="margin:0 0 8px"></p>',
  ].join('')
}

/** The step of the QR code is followed by what to do without it. */
function platformPart({ title, steps, byHand }: SheetPlatform, orByHand: string): string {
  const without = `<br><span ${muted(';word-break:break-word')}>${htmlText(`${orByHand} – ${byHand}`)}</span>`
  return [
    `<h2 style="margin:0 0 4px;font-size:16px;line-height:22px">${htmlText(title)}</h2>`,
    '<ol style="margin:0 0 16px;padding-inline-start:22px">',
    ...steps.map((step, index) => `<li>${htmlText(step)}${index === 1 ? without : ''}</li>`),
    '</ol>',
  ].join('')
}
