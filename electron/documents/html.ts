/**
 * Renders the sheet as HTML for mail programs: tables and inline styles, because they support little else. Every text
 * is escaped, every address has been checked (https), and no picture is loaded from outside.
 */
import { escapeHtml } from '../base/escapeHtml.ts'
import type { InstallationSheet } from '#shared/model/esim/installation.ts'
import type { SheetDocument, SheetPlatform } from '#shared/sheet/document.ts'
import { contrastOn } from '#shared/sheet/contrast.ts'
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
const muted = 'color:#59626f'

export function sheetHtml(
  document: SheetDocument,
  sheet: InstallationSheet,
  { direction, locale }: SheetMessages,
  pictures: Pictures,
  note = '',
): string {
  const { brand } = sheet
  const body = [
    head(document.name, brand.colour, pictures.logo),
    note === '' ? '' : `<p dir="auto" style="margin:0 0 16px">${lines(note)}</p>`,
    `<h1 style="margin:0 0 8px;font-size:22px;line-height:28px">${htmlText(document.title)}</h1>`,
    document.note === null
      ? ''
      : '<p style="margin:0 0 12px;padding:10px 12px;border-radius:8px;background:#fdf1d7">' +
        `<strong>${htmlText(document.note.title)}</strong> ${htmlText(document.note.text)}</p>`,
    `<p style="margin:0 0 16px">${htmlText(document.lead)}</p>`,
    pictures.qr === null
      ? ''
      : `<p style="margin:0 0 8px"><img src="${htmlText(pictures.qr)}" width="220" height="220" alt="QR"` +
        ' style="display:block;background:#ffffff"></p>' +
        `<p style="margin:0 0 16px;${muted}">${htmlText(document.scan)}</p>`,
    codeTable(document, direction),
    packages(document),
    ...document.platforms.map((platform) => platformPart(platform, brand.colour)),
    ...document.advice.map(
      ({ title, text }) => `<p style="margin:0 0 8px"><strong>${htmlText(title)}</strong><br>${htmlText(text)}</p>`,
    ),
    document.page === null
      ? ''
      : `<p style="margin:0 0 8px"><a href="${htmlText(document.page.address)}">${htmlText(document.page.label)}</a></p>`,
    `<p style="margin:16px 0 0;${muted}">${htmlText(document.secret)}</p>`,
    document.contact === ''
      ? ''
      : `<p style="margin:8px 0 0"><strong>${htmlText(document.contactTitle)}</strong><br>` +
        `<span dir="auto">${lines(document.contact)}</span></p>`,
  ]
  const language = locale.slice(0, 2)
  return [
    `<!doctype html><html lang="${language}" dir="${direction}">`,
    `<head><meta charset="utf-8"><title>${htmlText(document.title)}</title></head>`,
    '<body style="margin:0;padding:16px;background:#ffffff;color:#171b26;',
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

function codeTable({ byHand, code }: SheetDocument, direction: SheetMessages['direction']): string {
  const hintPart = (hint: string): string =>
    `<span dir="${direction}" style="display:inline-block;${fontFamily}">${htmlText(hint)}</span>`
  const rows = code.map(
    ({ label, value, hint }) =>
      `<tr><td style="padding:3px 0;padding-inline-end:12px;${muted}">${htmlText(label)}</td>` +
      '<td dir="ltr" style="padding:3px 0;font-family:Consolas,Menlo,monospace">' +
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
        `<span style="${muted}">${htmlText(facts)}</span></p>`,
    ),
    '<p style="margin:0 0 8px"></p>',
  ].join('')
}

function platformPart({ title, steps, link }: SheetPlatform, colour: string): string {
  const button =
    link === null
      ? ''
      : `<p style="margin:0 0 4px"><a href="${htmlText(link.address)}"` +
        ' style="display:inline-block;padding:8px 14px;border-radius:6px;' +
        `background:${htmlText(colour)};color:${contrastOn(colour)};text-decoration:none">${htmlText(link.label)}</a></p>` +
        `<p style="margin:0 0 16px;${muted}">${htmlText(link.hint)}</p>`
  return [
    `<h2 style="margin:0 0 4px;font-size:16px;line-height:22px">${htmlText(title)}</h2>`,
    '<ol style="margin:0 0 10px;padding-inline-start:22px">',
    ...steps.map((step) => `<li>${htmlText(step)}</li>`),
    `</ol>${button}`,
  ].join('')
}
